/* verify.h: redeems the response that a visitor brought; a response is good once. */
#ifndef SERVE_VERIFY_H
#define SERVE_VERIFY_H

#include "serve/app/app.h"

/* What can come of it. */
enum verify_result {
    VERIFY_SUCCESS,
    VERIFY_MISSING_SECRET,
    VERIFY_INVALID_SECRET,
    VERIFY_MISSING_RESPONSE,
    VERIFY_INVALID_RESPONSE,
    VERIFY_DUPLICATE,
    VERIFY_EXPIRED,
    VERIFY_UNAVAILABLE
};

struct redeemed {
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims; /* of a success */
};

/* Spends a response that was given out for that site. */
enum verify_result verify_redeem(struct visit *visit, struct tes_slice sitekey,
                                 struct tes_slice response, struct redeemed *redeemed);

#endif

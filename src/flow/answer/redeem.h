/*
 * redeem.h: what a pass is worth to the site's server that brings it. A pass is good once, for the
 * site that its challenge was asked for. It may come as a short code (code.h), which has to be
 * looked up: redeem_go_on() finds the threads that may do so.
 */
#ifndef FLOW_REDEEM_H
#define FLOW_REDEEM_H

#include "policy/outcome.h"
#include "server/app/app.h"

struct redeemed {
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
    struct tes_claims claims;     /* of a success */
    /* Nobody can prove that it, or the answer that it was given for, was used once. */
    bool is_degraded;
};

/* visit_go_on() to where this response may be redeemed: here, or with the waiters for a code that
 * has come on the loop. */
void redeem_go_on(struct visit *visit, struct tes_slice response, visit_step *step, void *state);

/* Uses up a response that was given out for that site, whatever the site takes: the caller looks at
 * what it is worth. */
TES_MUST_CHECK enum outcome redeem_response(struct visit *visit, struct tes_slice sitekey,
                                            struct tes_slice response, struct redeemed *redeemed);

/* The same for one that the site takes (accepts.h); any other is refused, and not used up. Where
 * the site fails open it is a success also while the ledger is away. */
TES_MUST_CHECK enum outcome redeem_accepted(struct visit *visit, struct tes_slice sitekey,
                                            struct tes_slice response, struct redeemed *redeemed);

/* The same for an owner (store/ledger/ledger.h; NULL: nobody): for as long as it is remembered that
 * it was used up, who has done so gets the same success again. */
TES_MUST_CHECK enum outcome redeem_as_owner(struct visit *visit, struct tes_slice sitekey,
                                            struct tes_slice response,
                                            const uint8_t owner[LEDGER_OWNER_BYTES],
                                            struct redeemed *redeemed);

#endif

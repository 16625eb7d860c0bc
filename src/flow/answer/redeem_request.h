/*
 * redeem_request.h: what a site's server sends with a response: the site's secret, and maybe a key
 * by which it may ask once more when it does not know whether it was answered. The same
 * idempotency key with the same response gives the earlier success again, and any other key finds
 * the response used up.
 */
#ifndef FLOW_REDEEM_REQUEST_H
#define FLOW_REDEEM_REQUEST_H

#include "base/fields.h"
#include "flow/answer/redeem.h"

/* Reads the secret; OUTCOME_OK where one was sent. */
TES_MUST_CHECK enum outcome redeem_request_secret(const struct tes_fields *fields,
                                                  struct tes_slice *secret);

/* Sets the visit's site by the secret among the fields. */
TES_MUST_CHECK enum outcome redeem_request_site(struct visit *visit,
                                                const struct tes_fields *fields);

struct redeem_idempotency {
    struct tes_slice key; /* empty: none was sent */
    struct tes_slice sitekey, response;
};

/* Reads the key; false where it is no UUID. */
TES_MUST_CHECK bool redeem_request_key(const struct tes_fields *fields,
                                       struct redeem_idempotency *idempotency);

/* Whom the ledger is told: a hash of the three. False where there is none to be had. */
TES_MUST_CHECK bool redeem_request_owner(const struct redeem_idempotency *idempotency,
                                         uint8_t owner[LEDGER_OWNER_BYTES]);

/* redeem_accepted(), and with `idempotency_key` among the fields redeem_as_owner(). A key that is
 * no UUID is OUTCOME_BAD_REQUEST, and nothing is used up. */
TES_MUST_CHECK enum outcome redeem_request_response(struct visit *visit,
                                                    const struct tes_fields *fields,
                                                    struct tes_slice sitekey,
                                                    struct tes_slice response,
                                                    struct redeemed *redeemed);

#endif

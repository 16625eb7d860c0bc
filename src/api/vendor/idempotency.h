/*
 * idempotency.h: a key by which a site's server may ask once more, when it does not know whether it
 * was answered: the same key with the same response gives the earlier success again, and any other
 * key finds the response used up.
 */
#ifndef API_IDEMPOTENCY_H
#define API_IDEMPOTENCY_H

#include "base/fields.h"
#include "flow/answer/redeem.h"

struct idempotency {
    struct tes_slice text; /* empty: none was sent */
    struct tes_slice sitekey, response;
};

/* Reads the key into `text`; false where it is no UUID. */
TES_MUST_CHECK bool idempotency_read(const struct tes_fields *fields, struct idempotency *key);

/* Whom the ledger is told: a hash of the three. False where there is none to be had. */
TES_MUST_CHECK bool idempotency_owner(const struct idempotency *key,
                                      uint8_t owner[LEDGER_OWNER_BYTES]);

/* redeem_accepted(), and with `idempotency_key` among the fields redeem_as_owner(). A key that is
 * no UUID is OUTCOME_BAD_REQUEST, and nothing is used up. */
TES_MUST_CHECK enum outcome idempotency_redeem(struct visit *visit, const struct tes_fields *fields,
                                               struct tes_slice sitekey, struct tes_slice response,
                                               struct redeemed *redeemed);

#endif

/*
 * idempotency.h: a key by which a site's server may ask once more, when it does not know whether it
 * was answered: the same key with the same response gives the earlier success again, and any other
 * key finds the response used up.
 */
#ifndef SERVE_IDEMPOTENCY_H
#define SERVE_IDEMPOTENCY_H

#include "base/fields.h"
#include "serve/challenge/redeem.h"

/* redeem_accepted(), and with `idempotency_key` among the fields redeem_as_owner(). A key that is
 * no UUID is REDEMPTION_BAD_REQUEST, and nothing is used up. */
TES_MUST_CHECK enum redemption
idempotency_redeem(struct visit *visit, const struct tes_fields *fields, struct tes_slice sitekey,
                   struct tes_slice response, struct redeemed *redeemed);

#endif

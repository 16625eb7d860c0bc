#include "api/vendor/idempotency.h"

#include "base/ascii.h"
#include "server/app/digest.h"

_Static_assert(LEDGER_OWNER_BYTES == DIGEST_BYTES, "an owner is a digest");

#define UUID_CHARS 36

/* "123e4567-e89b-12d3-a456-426614174000", in either case. */
static bool is_uuid(struct tes_slice text)
{
    if (text.length != UUID_CHARS)
        return false;
    for (size_t i = 0; i < UUID_CHARS; i++) {
        bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text.at[i] != '-' : tes_ascii_hex(text.at[i]) < 0)
            return false;
    }
    return true;
}

bool idempotency_read(const struct tes_fields *fields, struct idempotency *key)
{
    return tes_fields_text(fields, TES_SLICE("idempotency_key"), UUID_CHARS, &key->text) &&
           (key->text.length == 0 || is_uuid(key->text));
}

bool idempotency_owner(const struct idempotency *key, uint8_t owner[LEDGER_OWNER_BYTES])
{
    char lower[UUID_CHARS];
    for (size_t i = 0; i < UUID_CHARS; i++)
        lower[i] = tes_ascii_lower(key->text.at[i]);
    const struct tes_slice parts[] = {
        TES_SLICE("tessera idempotency 1"), {lower, sizeof lower}, key->sitekey, key->response};
    return digest_parts(parts, sizeof parts / sizeof parts[0], owner);
}

enum outcome idempotency_redeem(struct visit *visit, const struct tes_fields *fields,
                                struct tes_slice sitekey, struct tes_slice response,
                                struct redeemed *redeemed)
{
    struct idempotency key = {.sitekey = sitekey, .response = response};
    uint8_t owner[LEDGER_OWNER_BYTES];
    if (!idempotency_read(fields, &key))
        return OUTCOME_BAD_REQUEST;
    if (key.text.length == 0)
        return redeem_accepted(visit, sitekey, response, redeemed);
    if (!idempotency_owner(&key, owner))
        return OUTCOME_UNAVAILABLE;
    return redeem_as_owner(visit, sitekey, response, owner, redeemed);
}

#include "flow/answer/redeem_request.h"

#include "base/ascii.h"
#include "base/secret.h"
#include "server/app/digest.h"

_Static_assert(LEDGER_OWNER_BYTES == DIGEST_BYTES, "an owner is a digest");

#define UUID_CHARS 36

enum outcome redeem_request_secret(const struct tes_fields *fields, struct tes_slice *secret)
{
    if (!tes_fields_text(fields, TES_SLICE("secret"), RECORDS_SECRET_MAX, secret))
        return OUTCOME_INVALID_SECRET;
    return secret->length == 0 ? OUTCOME_MISSING_SECRET : OUTCOME_OK;
}

enum outcome redeem_request_site(struct visit *visit, const struct tes_fields *fields)
{
    struct tes_slice secret;
    uint8_t hash[RECORDS_HASH_BYTES];
    enum outcome result = redeem_request_secret(fields, &secret);
    if (result != OUTCOME_OK)
        return result;
    if (!sites_hash(secret, hash))
        return OUTCOME_UNAVAILABLE;
    bool is_found = visit_set_site_of(visit, hash);
    tes_wipe(hash, sizeof hash);
    return is_found ? OUTCOME_OK : OUTCOME_INVALID_SECRET;
}

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

bool redeem_request_key(const struct tes_fields *fields, struct redeem_idempotency *idempotency)
{
    return tes_fields_text(fields, TES_SLICE("idempotency_key"), UUID_CHARS, &idempotency->key) &&
           (idempotency->key.length == 0 || is_uuid(idempotency->key));
}

bool redeem_request_owner(const struct redeem_idempotency *idempotency,
                          uint8_t owner[LEDGER_OWNER_BYTES])
{
    char lower[UUID_CHARS];
    for (size_t i = 0; i < UUID_CHARS; i++)
        lower[i] = tes_ascii_lower(idempotency->key.at[i]);
    const struct tes_slice parts[] = {TES_SLICE("tessera idempotency 1"),
                                      {lower, sizeof lower},
                                      idempotency->sitekey,
                                      idempotency->response};
    return digest_parts(parts, sizeof parts / sizeof parts[0], owner);
}

enum outcome redeem_request_response(struct visit *visit, const struct tes_fields *fields,
                                     struct tes_slice sitekey, struct tes_slice response,
                                     struct redeemed *redeemed)
{
    struct redeem_idempotency idempotency = {.sitekey = sitekey, .response = response};
    uint8_t owner[LEDGER_OWNER_BYTES];
    if (!redeem_request_key(fields, &idempotency))
        return OUTCOME_BAD_REQUEST;
    if (idempotency.key.length == 0)
        return redeem_accepted(visit, sitekey, response, redeemed);
    if (!redeem_request_owner(&idempotency, owner))
        return OUTCOME_UNAVAILABLE;
    return redeem_as_owner(visit, sitekey, response, owner, redeemed);
}

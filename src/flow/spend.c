#include "flow/spend.h"

#include "base/codec.h"
#include "flow/fail_open.h"
#include "os/clock.h"

static const struct tes_slice PREFIXES[] = {
    [SPEND_CHALLENGE] = TES_SLICE_INIT("challenge_used:"),
    [SPEND_RESPONSE] = TES_SLICE_INIT("response_used:"),
    [SPEND_ORDER] = TES_SLICE_INIT("order_used:"),
};

struct spending {
    enum spend_purpose purpose;
    const struct tes_claims *claims;
    uint64_t last_ms;
    bool may_open;
    const uint8_t *owner;
};

/* Asks the ledger, but not where the answer is known to be none and none is needed. */
static enum outcome ask(struct visit *visit, const struct spending *spending,
                        const struct fail_open_key *key, bool *is_unproven)
{
    struct ledger *ledger = visit->app->ledger;
    bool is_open = fail_open_is(visit);
    bool may_open = is_open && spending->may_open;
    bool is_noted = is_open || fail_open_has_untold(visit);
    *is_unproven = false;
    enum outcome result = OUTCOME_UNAVAILABLE;
    if (!may_open || !fail_open_is_away(visit->app))
        result = ledger_spend_by(ledger, key->text, key->owner, visit->now_ms, key->expires_at_ms);
    if (is_noted)
        result = fail_open_note(visit, key, result);
    if (result == OUTCOME_UNAVAILABLE && may_open && fail_open_is_away(visit->app)) {
        result = fail_open_use(visit, key);
        *is_unproven = result == OUTCOME_OK;
    }
    return result;
}

static struct fail_open_key key_of(const struct spending *spending, char text[LEDGER_KEY_MAX])
{
    struct tes_buf key = tes_buf_on(text, LEDGER_KEY_MAX);
    tes_buf_slice(&key, PREFIXES[spending->purpose]);
    tes_hex_encode(&key, spending->claims->id, sizeof spending->claims->id);
    return (struct fail_open_key){tes_buf_done(&key), spending->owner,
                                  spending->last_ms + LEDGER_LATE_MS};
}

static enum outcome spend(struct visit *visit, const struct spending *spending)
{
    const struct tes_claims *claims = spending->claims;
    struct ledger *ledger = visit->app->ledger;
    char text[LEDGER_KEY_MAX];
    bool is_unproven;
    struct fail_open_key key = key_of(spending, text);
    if (visit->now_ms >= spending->last_ms ||
        !ledger_knows_of(ledger, claims->issued_at_ms, visit->now_ms))
        return OUTCOME_EXPIRED;
    enum outcome result = ask(visit, spending, &key, &is_unproven);
    /* A process that was stopped with the request in its hands may come when others have spent it
     * and the ledger has forgotten it. And it may have found out just now that it has lost what it
     * knew. */
    bool is_too_late = tes_clock_wall_ms() >= spending->last_ms + LEDGER_LATE_MS;
    if (is_too_late || !ledger_knows_of(ledger, claims->issued_at_ms, visit->now_ms))
        return OUTCOME_EXPIRED;
    return is_unproven ? OUTCOME_UNPROVEN : result;
}

enum outcome spend_token(struct visit *visit, enum spend_purpose purpose,
                         const struct tes_claims *claims, uint64_t last_ms)
{
    return spend(visit, &(struct spending){purpose, claims, last_ms, false, NULL});
}

enum outcome spend_or_open(struct visit *visit, enum spend_purpose purpose,
                           const struct tes_claims *claims, uint64_t last_ms)
{
    return spend_as_owner(visit, purpose, claims, last_ms, NULL);
}

enum outcome spend_as_owner(struct visit *visit, enum spend_purpose purpose,
                            const struct tes_claims *claims, uint64_t last_ms,
                            const uint8_t owner[LEDGER_OWNER_BYTES])
{
    return spend(visit, &(struct spending){purpose, claims, last_ms, true, owner});
}

enum outcome spend_find_own(struct visit *visit, enum spend_purpose purpose,
                            const struct tes_claims *claims, uint64_t last_ms,
                            const uint8_t owner[LEDGER_OWNER_BYTES])
{
    const struct spending spending = {purpose, claims, last_ms, true, owner};
    struct ledger *ledger = visit->app->ledger;
    char text[LEDGER_KEY_MAX];
    struct fail_open_key key = key_of(&spending, text);
    if (visit->now_ms >= key.expires_at_ms ||
        !ledger_knows_of(ledger, claims->issued_at_ms, visit->now_ms))
        return OUTCOME_EXPIRED;
    if (fail_open_is_own(visit, &key))
        return OUTCOME_REPEATED;
    enum outcome result = ledger_find_own(ledger, key.text, owner, visit->now_ms);
    return result == OUTCOME_REPLAYED ? OUTCOME_EXPIRED : result;
}

#include "serve/challenge/spend.h"

#include "base/clock.h"
#include "base/codec.h"

static const struct tes_slice PREFIXES[] = {
    [SPEND_CHALLENGE] = TES_SLICE_INIT("challenge_used:"),
    [SPEND_RESPONSE] = TES_SLICE_INIT("response_used:"),
    [SPEND_ORDER] = TES_SLICE_INIT("order_used:"),
};

enum spend_result spend_token(struct visit *visit, enum spend_purpose purpose,
                              const struct tes_claims *claims, uint64_t last_ms)
{
    static const enum spend_result RESULTS[] = {
        [LEDGER_FIRST] = SPEND_FIRST,
        [LEDGER_AGAIN] = SPEND_AGAIN,
        [LEDGER_FAILED] = SPEND_FAILED,
    };
    struct ledger *ledger = visit->app->ledger;
    char text[LEDGER_KEY_MAX];
    struct tes_buf key = tes_buf_on(text, sizeof text);
    tes_buf_slice(&key, PREFIXES[purpose]);
    tes_hex_encode(&key, claims->id, sizeof claims->id);
    if (visit->now_ms >= last_ms || !ledger_knows_of(ledger, claims->issued_at_ms, visit->now_ms))
        return SPEND_EXPIRED;
    enum ledger_result result =
        ledger_spend(ledger, tes_buf_done(&key), visit->now_ms, last_ms + LEDGER_LATE_MS);
    /* A process that was stopped with the request in its hands may come when others have spent it
     * and the ledger has forgotten it. And it may have found out just now that it has lost what it
     * knew. */
    bool is_too_late = tes_clock_wall_ms() >= last_ms + LEDGER_LATE_MS;
    return is_too_late || !ledger_knows_of(ledger, claims->issued_at_ms, visit->now_ms)
               ? SPEND_EXPIRED
               : RESULTS[result];
}

#include "flow/issue/fallback.h"

#include "crypto/keyed_number.h"
#include "flow/issue/alternative.h"
#include "flow/issue/type_select.h"
#include "server/app/budget.h"

#define WINDOW_S       3600
#define SUSPICIOUS_MAX 3    /* answers in a row at such times */
#define COUNTER        0xFE /* where a budget's number stands in the keys of its counters */

_Static_assert(BUDGET_COUNT < COUNTER, "no budget has the same keys");

struct tes_slice fallback_name(enum fallback_reason reason)
{
    static const char *const NAMES[] = {
#define FALLBACK(name, text) text,
#include "flow/issue/fallback.def"
#undef FALLBACK
        "",
    };
    return tes_slice_of(NAMES[reason]);
}

struct fallback_who fallback_who_ordered(const struct issue_order *order)
{
    return (struct fallback_who){order->site, order->user, order->session, order->is_user_proven};
}

struct fallback_who fallback_who_claimed(const struct tes_claims *claims)
{
    return (struct fallback_who){claims->site, claims->user, claims->session,
                                 claims->user_proven != 0};
}

/* The number that stands for whom it is counted for. Anybody may call themselves what they like,
 * so a name that the site does not vouch for counts only on its own network. */
static bool number_of(struct visit *visit, const struct fallback_who *who, uint64_t *number)
{
    uint64_t network =
        who->is_user_proven ? 0 : budget_network(&visit->client, BUDGET_LEVEL_NARROW);
    const struct tes_slice parts[] = {
        TES_SLICE("fallback"),
        who->site,
        who->is_user_proven ? TES_SLICE("user") : TES_SLICE("session"),
        who->is_user_proven ? who->user : who->session,
        {(const char *)&network, sizeof network},
    };
    return tes_keyed_number(visit->sealer, parts, sizeof parts / sizeof parts[0], number) == TES_OK;
}

/* Adds to the count of one reason, or empties it where `amount` is below 0; 0 only looks. */
static uint64_t count(struct visit *visit, uint64_t number, enum fallback_reason reason,
                      int64_t amount)
{
    struct counters_row row = {.key = {number, (uint64_t)COUNTER << 16 | reason},
                               .limit = UINT64_MAX};
    struct counters_order order = {.rows = &row,
                                   .count = 1,
                                   .window_s = WINDOW_S,
                                   .amount = amount < 0 ? INT32_MIN : amount,
                                   .now_ms = visit->now_ms};
    (void)counters_take(visit->app->counters, &order);
    return row.count;
}

void fallback_note(struct visit *visit, const struct fallback_who *who,
                   enum fallback_outcome outcome, bool is_suspicious)
{
    uint64_t number;
    if (!visit->config->accessibility_fallback_enabled || !number_of(visit, who, &number))
        return;
    (void)count(visit, number, FALLBACK_FAILURES, outcome == FALLBACK_FAILED ? 1 : -1);
    (void)count(visit, number, FALLBACK_TIMES, is_suspicious ? 1 : -1);
}

enum fallback_reason fallback_due(struct visit *visit, const struct fallback_who *who)
{
    const uint64_t enough[] = {
        [FALLBACK_FAILURES] = visit->config->accessibility_max_failures_before_fallback,
        [FALLBACK_TIMES] = SUSPICIOUS_MAX,
    };
    uint64_t number;
    if (!visit->config->accessibility_fallback_enabled || !number_of(visit, who, &number))
        return FALLBACK_NONE;
    for (unsigned i = 0; i < sizeof enough / sizeof enough[0]; i++)
        if (count(visit, number, (enum fallback_reason)i, 0) >= enough[i])
            return (enum fallback_reason)i;
    return FALLBACK_NONE;
}

/* In the order in which they are offered: the person first, where there is one. */
static const struct tes_slice ORDER[] = {TES_SLICE_INIT("review"), TES_SLICE_INIT("other"),
                                         TES_SLICE_INIT("still"),  TES_SLICE_INIT("pow"),
                                         TES_SLICE_INIT("audio"),  TES_SLICE_INIT("puzzle")};

static bool is_offered(struct visit *visit, const struct alternative *alternative,
                       const struct fallback_offer *offer)
{
    const struct alternative_for who = {offer->language, NULL, offer->is_still};
    struct issue_order order = {.site = offer->site, .difficulty = offer->difficulty};
    if (alternative->how != ALTERNATIVE_OTHER)
        return alternative_is_offered(visit, alternative, &who);
    return offer->reason == FALLBACK_FAILURES && type_select_other(visit, &order) &&
           order.kind.length > 0;
}

void fallback_write(struct visit *visit, struct tes_json *json, const struct fallback_offer *offer)
{
    if (offer->reason == FALLBACK_NONE || !visit->config->accessibility_fallback_enabled)
        return;
    tes_json_open(json, "fallback", '{');
    tes_json_string(json, "reason", fallback_name(offer->reason));
    tes_json_string(json, "method",
                    visit->config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW
                        ? TES_SLICE("human_review")
                        : TES_SLICE("alternative_challenge"));
    tes_json_open(json, "alternatives", '[');
    for (size_t i = 0; i < sizeof ORDER / sizeof ORDER[0]; i++)
        if (is_offered(visit, alternative_find(ORDER[i]), offer))
            tes_json_string(json, NULL, ORDER[i]);
    tes_json_close(json, ']');
    if (offer->token.length > 0)
        tes_json_string(json, "token", offer->token);
    tes_json_close(json, '}');
}

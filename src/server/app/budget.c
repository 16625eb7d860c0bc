#include "server/app/budget.h"

#include "base/fnv.h"
#include "store/counters/counters.h"

_Static_assert(BUDGET_LEVEL_COUNT <= COUNTERS_ROWS_MAX, "all levels are counted at once");

#define RATE_KEY_MAX 128

#define FEW 3 /* less than any wider network's share, unless its factor is set to less */

static const struct {
    size_t limit;   /* where it stands in the config */
    unsigned scope; /* of the ones above */
} BUDGETS[] = {
    [BUDGET_NONE] = {0, BUDGET_OF_ALL},
#define BUDGET(name, label, member, scope)                                                         \
    [BUDGET_##name] = {offsetof(struct config, member), scope},
#define COUNTED(name, scope) [BUDGET_##name] = {0, scope},
#include "policy/escalation/budget.def"
#undef BUDGET
#undef COUNTED
};

static const struct {
    unsigned bits_4, bits_6;
} LEVELS[] = {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) {bits_4, bits_6},
#include "policy/escalation/budget_level.def"
#undef BUDGET_LEVEL
};

uint64_t budget_network(const struct tes_address *address, enum budget_level level)
{
    return tes_address_network(address, LEVELS[level].bits_4, LEVELS[level].bits_6);
}

/* 23 bits (counters.h has no room for more) that tell budgets of one site from those of another.
 * Site keys are the operator's: where two of them collide, two sites share their budgets.
 * No site is 0, which a visit has that never named one: a page and its form are of the same. */
uint32_t budget_site_number(struct tes_slice sitekey)
{
    uint32_t hash = tes_fnv(TES_FNV_START, sitekey);
    return sitekey.length > 0 ? (hash >> 9 ^ hash) & 0x7FFFFF : 0;
}

/* Of the narrowest network: the site's own, or the config's. */
static uint64_t limit_of(const struct visit *visit, enum budget budget)
{
    if (visit->site->limits.of[budget] > 0)
        return visit->site->limits.of[budget];
    return *(const unsigned *)(const void *)((const char *)visit->config + BUDGETS[budget].limit);
}

static unsigned window_of(const struct visit *visit, enum budget budget)
{
    unsigned scope = BUDGETS[budget].scope;
    return (scope & BUDGET_AN_HOUR) != 0 ? 3600
           : (scope & BUDGET_A_DAY) != 0 ? 24 * 3600
                                         : visit->config->budget_window_s;
}

/* How many times the narrowest network's limit each level has. */
static uint64_t factor_of(const struct config *config, unsigned level)
{
    const uint64_t factors[] = {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) factor,
#include "policy/escalation/budget_level.def"
#undef BUDGET_LEVEL
    };
    return factors[level];
}

/* Of an order and its rows: what each level stands at, and whether it is refused for a moment. */
struct counted {
    struct counters_row rows[BUDGET_LEVEL_COUNT];
    bool is_early;
};

/* How many counters it has: one for each level, or one for everybody. */
static unsigned levels_of(enum budget budget)
{
    return (BUDGETS[budget].scope & BUDGET_OF_EVERYBODY) != 0 ? 1 : BUDGET_LEVEL_COUNT;
}

/* Sets the keys and limits; an `amount` of 0 only looks. Gives the level that refuses. */
static int take_rows(struct visit *visit, enum budget budget, int64_t amount, bool has_limit,
                     struct counted *counted)
{
    struct counters_row *rows = counted->rows;
    const struct config *config = visit->config;
    const struct tes_address *client = &visit->payer;
    uint64_t site = (BUDGETS[budget].scope & BUDGET_OF_SITE) != 0 ? visit->budget_site : 0;
    uint64_t what = site << 24 | (uint64_t)budget << 16;
    unsigned levels = levels_of(budget);
    for (unsigned i = 0; i < levels; i++) {
        rows[i] = (struct counters_row){
            .key = {0, what},
            .limit = has_limit ? limit_of(visit, budget) * factor_of(config, i) : UINT64_MAX};
        if (levels == BUDGET_LEVEL_COUNT) {
            rows[i].key[0] = budget_network(client, (enum budget_level)i);
            rows[i].key[1] |= client->length << 8 | i;
        }
    }
    struct counters_order order = {.rows = rows,
                                   .count = levels,
                                   .window_s = window_of(visit, budget),
                                   .amount = amount,
                                   .share = (BUDGETS[budget].scope & BUDGET_A_FEW) != 0 ? FEW : 0,
                                   .now_ms = visit->now_ms};
    int level = counters_take(visit->app->counters, &order);
    counted->is_early = order.is_early;
    return level;
}

static void refuse(struct visit *visit, enum budget budget, unsigned level, bool is_early)
{
    visit->is_over_budget = true;
    visit->over_window_s = is_early ? 1 : window_of(visit, budget);
    if (is_early)
        metrics_count(visit->app->metrics, METRICS_BUDGET_EARLY);
    metrics_count_label(visit->app->metrics, METRICS_BUDGET_REFUSALS, (unsigned)budget - 1);
    if (levels_of(budget) == BUDGET_LEVEL_COUNT)
        metrics_count_label(visit->app->metrics, METRICS_BUDGET_LEVELS, level);
}

static bool take(struct visit *visit, enum budget budget, int64_t amount)
{
    if (budget == BUDGET_NONE || !visit->config->budget_enabled || limit_of(visit, budget) == 0)
        return true;
    struct counted counted;
    int level = take_rows(visit, budget, amount, true, &counted);
    if (level != COUNTERS_TAKEN)
        refuse(visit, budget, (unsigned)level, counted.is_early);
    return level == COUNTERS_TAKEN;
}

bool budget_take(struct visit *visit, enum budget budget)
{
    visit->is_junk = false;
    return take(visit, budget, 1);
}

bool budget_has(struct visit *visit, enum budget budget)
{
    visit->is_junk = false;
    return take(visit, budget, 0);
}

/* Adds the amount whatever the limit is; what has been used then. */
static uint64_t add(struct visit *visit, enum budget budget, int64_t amount)
{
    struct counted counted;
    uint64_t most = 0;
    if (!visit->config->budget_enabled)
        return 0;
    (void)take_rows(visit, budget, amount, false, &counted);
    for (unsigned i = 0; i < levels_of(budget); i++) {
        uint64_t used = counted.rows[i].count / factor_of(visit->config, i);
        if (used > most)
            most = used;
    }
    return most;
}

uint64_t budget_used(struct visit *visit, enum budget budget)
{
    return add(visit, budget, 0);
}

uint64_t budget_count(struct visit *visit, enum budget budget)
{
    return add(visit, budget, 1);
}

uint64_t budget_rate(struct visit *visit, unsigned window_s, const struct tes_slice *texts,
                     size_t count)
{
    char memory[RATE_KEY_MAX];
    struct tes_buf key = tes_buf_on(memory, sizeof memory);
    uint64_t stands = 0;
    for (size_t i = 0; i < count; i++)
        tes_buf_slice(&key, texts[i]);
    bool is_counted =
        counters_add(visit->app->counters, tes_buf_done(&key), visit->now_ms, window_s, &stands);
    return is_counted ? stands : 0;
}

void budget_charge(struct visit *visit, enum budget budget, uint64_t amount)
{
    (void)add(visit, budget, (int64_t)amount);
}

void budget_return(struct visit *visit, enum budget budget)
{
    (void)add(visit, budget, -1);
}

void budget_give_back(struct visit *visit, enum budget budget)
{
    visit->is_junk = true;
    (void)add(visit, budget, -1);
}

void budget_forgive(struct visit *visit, enum budget budget, uint64_t amount, uint64_t since_ms)
{
    uint64_t window_ms = (uint64_t)window_of(visit, budget) * 1000;
    if (since_ms / window_ms == visit->now_ms / window_ms)
        (void)add(visit, budget, -(int64_t)amount);
}

void budget_spare(struct visit *visit)
{
    visit->is_junk = false;
}

bool budget_take_junk(struct visit *visit)
{
    return take(visit, BUDGET_JUNK, 1);
}

unsigned budget_seconds_left(const struct visit *visit)
{
    unsigned window_s =
        visit->over_window_s > 0 ? visit->over_window_s : visit->config->budget_window_s;
    return counters_seconds_left(visit->now_ms, window_s);
}

#include "serve/app/budget.h"

#include "store/counters.h"

_Static_assert(BUDGET_LEVEL_COUNT <= COUNTERS_ROWS_MAX, "all levels are counted at once");

static const struct {
    size_t limit; /* where it stands in the config */
    enum { OF_ALL, OF_SITE } scope;
} BUDGETS[] = {
    [BUDGET_NONE] = {0, OF_ALL},
#define BUDGET(name, label, member, scope)                                                         \
    [BUDGET_##name] = {offsetof(struct config, member), scope},
#include "decide/budget.def"
#undef BUDGET
};

static const struct {
    unsigned bits_4, bits_6;
} LEVELS[] = {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) {bits_4, bits_6},
#include "decide/budget_level.def"
#undef BUDGET_LEVEL
};

uint64_t budget_network(const struct tes_address *address, enum budget_level level)
{
    return tes_address_network(address, LEVELS[level].bits_4, LEVELS[level].bits_6);
}

/* 23 bits (counters.h has no room for more) that tell budgets of one site from those of another
 * (FNV-1a). Site keys are the operator's: where two of them collide, two sites share their budgets.
 */
void budget_of_site(struct visit *visit, struct tes_slice sitekey)
{
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < sitekey.length; i++)
        hash = (hash ^ (uint8_t)sitekey.at[i]) * 16777619;
    visit->budget_site = (hash >> 9 ^ hash) & 0x7FFFFF;
}

/* Sets the keys and limits; an `amount` of 0 only looks. Gives the level that refuses. */
static int count(struct visit *visit, enum budget budget, int64_t amount, bool has_limit)
{
    const struct config *config = visit->config;
    const struct tes_address *client = &visit->payer;
    const uint64_t factors[] = {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) factor,
#include "decide/budget_level.def"
#undef BUDGET_LEVEL
    };
    const unsigned *limit =
        (const unsigned *)(const void *)((const char *)config + BUDGETS[budget].limit);
    struct counters_row rows[BUDGET_LEVEL_COUNT];
    uint64_t site = BUDGETS[budget].scope == OF_SITE ? visit->budget_site : 0;
    uint64_t what = site << 24 | (uint64_t)budget << 16;
    for (unsigned i = 0; i < BUDGET_LEVEL_COUNT; i++)
        rows[i] = (struct counters_row){
            .key = {budget_network(client, (enum budget_level)i), what | client->length << 8 | i},
            .limit = has_limit ? *limit * factors[i] : UINT64_MAX};
    struct counters_order order = {.rows = rows,
                                   .count = BUDGET_LEVEL_COUNT,
                                   .window_s = config->budget_window_s,
                                   .amount = amount,
                                   .now_ms = visit->now_ms};
    return counters_take(visit->app->counters, &order);
}

static bool take(struct visit *visit, enum budget budget, int64_t amount)
{
    if (budget == BUDGET_NONE || !visit->config->budget_enabled)
        return true;
    int level = count(visit, budget, amount, true);
    if (level == COUNTERS_TAKEN)
        return true;
    visit->is_over_budget = true;
    metrics_count_label(visit->app->metrics, METRICS_BUDGET_REFUSALS, (unsigned)budget - 1);
    metrics_count_label(visit->app->metrics, METRICS_BUDGET_LEVELS, (unsigned)level);
    return false;
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

void budget_charge(struct visit *visit, enum budget budget, uint64_t amount)
{
    if (visit->config->budget_enabled)
        (void)count(visit, budget, (int64_t)amount, false);
}

void budget_give_back(struct visit *visit, enum budget budget)
{
    visit->is_junk = true;
    if (visit->config->budget_enabled)
        (void)count(visit, budget, -1, false);
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
    return counters_seconds_left(visit->now_ms, visit->config->budget_window_s);
}

#include "serve/budget.h"

static const struct {
    const char *label;
    size_t limit_offset; /* in struct config */
} ROWS[] = {
    [BUDGET_NONE] = {"", 0},
#define BUDGET(name, label, member) [BUDGET_##name] = {label, offsetof(struct config, member)},
#include "serve/budget.def"
#undef BUDGET
};

/* Counts up, and gives the new count; false where it can't be counted. */
static bool count(struct visit *visit, enum budget budget, uint64_t *counted)
{
    char text[LEDGER_KEY_MAX];
    struct tes_buf key = tes_buf_on(text, sizeof text);
    tes_buf_slice(&key, TES_SLICE("budget:"));
    tes_buf_text(&key, ROWS[budget].label);
    tes_buf_char(&key, ':');
    tes_buf_slice(&key, visit->bucket);
    return ledger_count(visit->app->ledger, tes_buf_done(&key), visit->now_ms,
                        visit->config->budget_window_s, counted);
}

bool budget_take(struct visit *visit, enum budget budget)
{
    uint64_t counted;
    if (budget == BUDGET_NONE || !visit->config->budget_enabled)
        return true;
    const unsigned *limit =
        (const unsigned *)(const void *)((const char *)visit->config + ROWS[budget].limit_offset);
    if (count(visit, budget, &counted) && counted <= *limit)
        return true;
    metrics_count_label(visit->app->metrics, METRICS_BUDGET_REFUSALS, (unsigned)budget - 1);
    return false;
}

void budget_charge(struct visit *visit, enum budget budget, uint64_t amount)
{
    uint64_t counted;
    for (uint64_t i = 0; visit->config->budget_enabled && i < amount; i++)
        (void)count(visit, budget, &counted);
}

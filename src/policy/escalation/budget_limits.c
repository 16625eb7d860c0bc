#include "policy/escalation/budget_limits.h"

static const struct {
    const char *name;
    unsigned scope;
} BUDGETS[BUDGET_COUNT] = {
#define BUDGET(name, label, member, scope) [BUDGET_##name] = {label, scope},
#define COUNTED(name, scope)               [BUDGET_##name] = {NULL, scope},
#include "policy/escalation/budget.def"
#undef BUDGET
#undef COUNTED
};

const char *budget_limits_name(unsigned budget)
{
    bool is_limited = budget < BUDGET_COUNT && (BUDGETS[budget].scope & BUDGET_OF_SITE) != 0;
    return is_limited ? BUDGETS[budget].name : NULL;
}

static unsigned find(struct tes_slice name)
{
    for (unsigned i = 0; i < BUDGET_COUNT; i++)
        if (budget_limits_name(i) != NULL &&
            tes_slice_equal(name, tes_slice_of(budget_limits_name(i))))
            return i;
    return BUDGET_NONE;
}

static bool read_part(struct tes_slice part, struct budget_limits *limits)
{
    uint64_t limit;
    struct tes_slice number = part;
    unsigned budget = find(tes_slice_cut(&number, '='));
    if (budget == BUDGET_NONE || limits->of[budget] != 0 ||
        !tes_slice_number(number, BUDGET_LIMIT_MAX, &limit) || limit == 0)
        return false;
    limits->of[budget] = (uint32_t)limit;
    limits->has_any = true;
    return true;
}

bool budget_limits_read(struct tes_slice text, struct budget_limits *limits)
{
    bool is_read = true;
    *limits = (struct budget_limits){0};
    if (text.length == 0)
        return true;
    while (text.at != NULL)
        is_read = read_part(tes_slice_cut(&text, ','), limits) && is_read;
    return is_read;
}

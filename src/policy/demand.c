#include "policy/demand.h"

enum demand demand_decide(const struct demand_terms *terms, const struct demand_facts *facts)
{
    const bool holds[DEMAND_COUNT] = {
#define DEMAND(name, label, rule) [DEMAND_##name] = rule,
#include "policy/demand.def"
#undef DEMAND
    };
    for (unsigned i = DEMAND_NONE + 1; terms->is_enabled && i < DEMAND_COUNT; i++)
        if (holds[i])
            return (enum demand)i;
    return DEMAND_NONE;
}

const char *demand_name(enum demand demand)
{
    static const char *const NAMES[DEMAND_COUNT] = {
        [DEMAND_NONE] = "",
#define DEMAND(name, label, rule) [DEMAND_##name] = label,
#include "policy/demand.def"
#undef DEMAND
    };
    return NAMES[demand];
}

unsigned demand_count(unsigned count, unsigned frequency, bool *is_due)
{
    /* The frequency may have been lowered since. */
    *is_due = count + 1 >= frequency;
    return *is_due ? 0 : count + 1;
}

#include "decide/adaptive.h"

enum { EASY = TES_EASY, MEDIUM = TES_MEDIUM, HARD = TES_HARD };
enum comparison { ABOVE, BELOW };

static const struct rule {
    int from;
    enum comparison comparison;
    unsigned percent, attempts;
    int to;
} RULES[] = {
#define ADAPTIVE_RULE(from, comparison, percent, attempts, to)                                     \
    {from, comparison, percent, attempts, to},
#include "decide/adaptive.def"
#undef ADAPTIVE_RULE
};

#define RULE_COUNT (sizeof RULES / sizeof RULES[0])
#define COUNT_MAX  UINT32_MAX /* more answers than anybody gives; squares and hundredfolds fit */

static uint64_t completed_at(const struct adaptive_counts *counts, int level)
{
    uint64_t completed = counts->completed[level];
    return completed <= COUNT_MAX && counts->passed[level] <= completed ? completed : 0;
}

static uint64_t passed_at(const struct adaptive_counts *counts, int level)
{
    return completed_at(counts, level) > 0 ? counts->passed[level] : 0;
}

static bool holds(const struct rule *rule, const struct adaptive_counts *counts,
                  const struct adaptive_terms *terms)
{
    uint64_t completed = completed_at(counts, rule->from);
    unsigned least = rule->attempts > terms->attempts_min ? rule->attempts : terms->attempts_min;
    if (completed == 0 || completed < least)
        return false;
    uint64_t passed = passed_at(counts, rule->from) * 100, bound = completed * rule->percent;
    return rule->comparison == ABOVE ? passed > bound : passed < bound;
}

static bool leads_back(const struct rule *rule, const struct adaptive_counts *counts,
                       const struct adaptive_terms *terms)
{
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (RULES[i].from == rule->to && RULES[i].to == rule->from &&
            holds(&RULES[i], counts, terms))
            return true;
    return false;
}

/* Which of two levels somebody gets whom one rule leads up and another one back down. */
static int settle(int low, int high, const struct adaptive_counts *counts,
                  const struct adaptive_terms *terms)
{
    uint64_t failed = completed_at(counts, high) - passed_at(counts, high);
    if (low >= (int)terms->start)
        return low;
    return passed_at(counts, low) >= failed * failed ? high : low;
}

static bool applies(const struct rule *rule, const struct adaptive_counts *counts,
                    const struct adaptive_terms *terms)
{
    if (!holds(rule, counts, terms))
        return false;
    if (!leads_back(rule, counts, terms))
        return true;
    bool is_up = rule->to > rule->from;
    return settle(is_up ? rule->from : rule->to, is_up ? rule->to : rule->from, counts, terms) ==
           rule->to;
}

enum tes_difficulty adaptive_level(const struct adaptive_counts *counts,
                                   const struct adaptive_terms *terms)
{
    int level = (int)terms->start;
    /* Of two rules between two levels one applies at most, so no level comes twice. */
    for (int steps = 0; steps < TES_HARD; steps++) {
        const struct rule *next = NULL;
        for (size_t i = 0; i < RULE_COUNT && next == NULL; i++)
            if (RULES[i].from == level && applies(&RULES[i], counts, terms))
                next = &RULES[i];
        if (next == NULL)
            break;
        level = next->to;
    }
    return (enum tes_difficulty)level;
}

#include "policy/adaptive.h"

#include <stdbool.h>
#include <stddef.h>

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
#include "policy/adaptive.def"
#undef ADAPTIVE_RULE
};

#define COUNT_MAX UINT32_MAX /* more answers than anybody gives; their hundredfold fits */

static bool holds(const struct rule *rule, const struct adaptive_state *state,
                  const struct adaptive_terms *terms)
{
    unsigned least = rule->attempts > terms->attempts_min ? rule->attempts : terms->attempts_min;
    if (state->completed == 0 || state->completed < least)
        return false;
    uint64_t passed = state->passed * 100, bound = state->completed * rule->percent;
    return rule->comparison == ABOVE ? passed > bound : passed < bound;
}

enum tes_difficulty adaptive_level(const struct adaptive_state *state,
                                   const struct adaptive_terms *terms)
{
    int level = state->level != 0 ? (int)state->level : (int)terms->start;
    if (level < (int)terms->least)
        return terms->least;
    if (state->completed > COUNT_MAX || state->passed > state->completed)
        return (enum tes_difficulty)level;
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++)
        if (RULES[i].from == level && RULES[i].to >= (int)terms->least &&
            holds(&RULES[i], state, terms))
            return (enum tes_difficulty)RULES[i].to;
    return (enum tes_difficulty)level;
}

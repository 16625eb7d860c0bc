#include "serve/challenge/ask.h"

#include "decide/suspicion.h"
#include "serve/app/budget.h"

/* These are about time. Who says nothing of their device, or takes long, is in no hurry. */
#define TIMES (1U << SUSPICION_TOO_FAST | 1U << SUSPICION_EVEN)

struct terms ask_terms(struct visit *visit, const struct issue_order *order)
{
    if (!visit->config->budget_enabled)
        return terms_of(&(struct terms_facts){0});
    struct terms_facts facts = {
        .passes = budget_used(visit, BUDGET_PASSED),
        .failures = budget_used(visit, BUDGET_FAILED),
        .passes_day = budget_used(visit, BUDGET_PASSED_DAY),
        .is_alternative = order->alternative.length > 0,
    };
    struct terms terms = terms_of(&facts);
    if (terms.charge > 1)
        budget_charge(visit, BUDGET_CHALLENGE, terms.charge - 1);
    return terms;
}

void ask_note(struct visit *visit, bool is_passed, unsigned suspicion)
{
    budget_charge(visit, is_passed ? BUDGET_PASSED : BUDGET_FAILED, 1);
    if (is_passed)
        budget_charge(visit, BUDGET_PASSED_DAY, 1);
    if ((suspicion & TIMES) != 0)
        budget_charge(visit, BUDGET_SUSPECT, 1);
}

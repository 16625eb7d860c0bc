/*
 * budget.h: what an address bucket may ask for in a window of time. Classes are rows of budget.def.
 */
#ifndef SERVE_BUDGET_H
#define SERVE_BUDGET_H

#include "serve/app.h"

enum budget {
    BUDGET_NONE, /* not counted */
#define BUDGET(name, label, member) BUDGET_##name,
#include "serve/budget.def"
#undef BUDGET
    BUDGET_COUNT
};

/* Counts this visit against a budget. False where it is used up; the refusal is counted, too. */
TES_MUST_CHECK bool budget_take(struct visit *visit, enum budget budget);

/* Charges what is known afterwards only. */
void budget_charge(struct visit *visit, enum budget budget, uint64_t amount);

#endif

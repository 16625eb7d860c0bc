/*
 * budget_limits.h: which budgets there are (budget.def), and the limits that a site has of its own
 * in place of the config's: "challenge=60,answer=30".
 */
#ifndef POLICY_BUDGET_LIMITS_H
#define POLICY_BUDGET_LIMITS_H

#include "base/slice.h"

#define BUDGET_LIMIT_MAX 1000000 /* as in the config */

enum budget {
    BUDGET_NONE, /* not counted */
#define BUDGET(name, label, member, scope) BUDGET_##name,
#define COUNTED(name, scope)               BUDGET_##name,
#include "policy/escalation/budget.def"
#undef BUDGET
#undef COUNTED
    BUDGET_COUNT
};

/* The flags of budget.def. */
enum budget_scope {
    BUDGET_OF_ALL = 0,
    BUDGET_OF_SITE = 1,
    BUDGET_AN_HOUR = 2,
    BUDGET_A_DAY = 4,
    BUDGET_A_FEW = 8,
    BUDGET_OF_EVERYBODY = 16
};

struct budget_limits {
    bool has_any;
    uint32_t of[BUDGET_COUNT]; /* of the narrowest network; 0: as the config says */
};

/* Reads limits of budgets that sites have of their own. False where a part can't be read, or names
 * a budget twice; what can be read is taken all the same. The empty text is no limits. */
bool budget_limits_read(struct tes_slice text, struct budget_limits *limits);

/* The name of one that a site can limit; NULL where it is none, or there is no such budget. */
const char *budget_limits_name(unsigned budget);

#endif

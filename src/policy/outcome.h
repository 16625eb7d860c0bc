/*
 * outcome.h: what came of a token that was used: one enum from the store that spends it to the
 * reply. Rows in outcome.def say what each one counts, charges and returns; server/app has them as
 * a table (outcome_rows.h). What is let through without the store is logged by flow/fail_open.h.
 */
#ifndef POLICY_OUTCOME_H
#define POLICY_OUTCOME_H

enum outcome {
#define OUTCOME(name, charge, answered, redeemed) OUTCOME_##name,
#include "policy/outcome.def"
#undef OUTCOME
    OUTCOME_COUNT,
    OUTCOME_ANSWERED_COUNT = OUTCOME_UNPROVEN /* those before it are of answers */
};

/* What an answer costs its network. */
enum outcome_charge {
    OUTCOME_CHARGE_ONCE,     /* itself */
    OUTCOME_CHARGE_AS_WRONG, /* as many answers as budget.wrong_answer says */
    OUTCOME_CHARGE_NOTHING,  /* a copy: it is given back */
};

/* What the API calls it: "too-fast". NULL where no answer has it. */
const char *outcome_name(enum outcome outcome);

#endif

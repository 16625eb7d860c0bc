/*
 * verdict.h: what came of an answer. One row each in verdict.def.
 */
#ifndef POLICY_VERDICT_H
#define POLICY_VERDICT_H

enum outcome {
#define VERDICT(name, label, counter, error, status, message) VERDICT_##name,
#include "policy/verdict.def"
#undef VERDICT
    OUTCOME_COUNT
};

/* What the API calls it: "too-fast". */
const char *outcome_name(enum outcome verdict);

#endif

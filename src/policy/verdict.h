/*
 * verdict.h: what came of an answer. One row each in verdict.def.
 */
#ifndef POLICY_VERDICT_H
#define POLICY_VERDICT_H

enum verdict {
#define VERDICT(name, label, counter, error, status, message) VERDICT_##name,
#include "policy/verdict.def"
#undef VERDICT
    VERDICT_COUNT
};

/* What the API calls it: "too-fast". */
const char *verdict_name(enum verdict verdict);

#endif

#include "policy/outcome.h"

#include <stddef.h>

static const char *const NAMES[] = {
#define ANSWERED(label, counter, error, status, message) label
#define UNANSWERED                                       NULL
#define OUTCOME(name, charge, answered, redeemed)        answered,
#include "policy/outcome.def"
#undef OUTCOME
#undef UNANSWERED
#undef ANSWERED
};

const char *outcome_name(enum outcome outcome)
{
    return NAMES[outcome];
}

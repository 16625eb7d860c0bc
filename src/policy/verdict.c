#include "policy/outcome.h"

static const char *const NAMES[] = {
#define VERDICT(name, label, counter, error, status, message) label,
#include "policy/verdict.def"
#undef VERDICT
};

const char *outcome_name(enum outcome verdict)
{
    return NAMES[verdict];
}

#include "policy/verdict.h"

static const char *const NAMES[] = {
#define VERDICT(name, label, counter, error, status, message) label,
#include "policy/verdict.def"
#undef VERDICT
};

const char *verdict_name(enum verdict verdict)
{
    return NAMES[verdict];
}

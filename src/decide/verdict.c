#include "decide/verdict.h"

static const char *const NAMES[] = {
#define VERDICT(name, label, counter, error, status, message) label,
#include "decide/verdict.def"
#undef VERDICT
};

const char *verdict_name(enum verdict verdict)
{
    return NAMES[verdict];
}

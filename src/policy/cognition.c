#include "policy/cognition.h"

static const struct cognition_row ROWS[] = {
#define COGNITION(name, asks, reason) {#name, COGNITION_##asks, reason},
#include "policy/cognition.def"
#undef COGNITION
};

const struct cognition_row *cognition_row(size_t number)
{
    return number < sizeof ROWS / sizeof ROWS[0] ? &ROWS[number] : NULL;
}

enum cognition cognition_of(struct tes_slice name)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (tes_slice_equal(tes_slice_of(ROWS[i].name), name))
            return ROWS[i].asks;
    return COGNITION_TEST;
}

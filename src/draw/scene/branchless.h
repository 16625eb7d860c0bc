/*
 * branchless.h: comparisons of floats without branches, for loops over pixels: compilers make
 * branches of `a < b ? a : b`, and then no vector instructions. All of these are inlined, since a
 * call would prevent them as well.
 */
#ifndef TES_BRANCHLESS_H
#define TES_BRANCHLESS_H

#include "draw/paint/wide.h"

static TES_INLINED float tes_branchless_least(float a, float b)
{
    return 0.5F * (a + b - __builtin_fabsf(a - b));
}

static TES_INLINED float tes_branchless_most(float a, float b)
{
    return 0.5F * (a + b + __builtin_fabsf(a - b));
}

/* 0 in place of what is below 0. */
static TES_INLINED float tes_branchless_positive(float value)
{
    return 0.5F * (value + __builtin_fabsf(value));
}

/* At least 0 and at most 1. */
static TES_INLINED float tes_branchless_share(float value)
{
    float positive = tes_branchless_positive(value);
    return 0.5F * (positive + 1 - __builtin_fabsf(positive - 1));
}

#endif

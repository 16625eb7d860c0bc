/*
 * interval.h: how far a figure of a few answers may lie from what all people would give: 95%
 * intervals of a share and of a quantile. Pure numbers; no libm, no memory.
 */
#ifndef EXTRAS_INTERVAL_H
#define EXTRAS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both ends, in parts of 1. */
struct interval {
    double low, high;
};

/* The interval of a share of `hits` among `count`, as Wilson has it: it keeps within 0 and 1, and
 * says something where all were right. 0 to 1 where there are none. */
struct interval interval_share(uint64_t hits, uint64_t count);

/* Where a quantile of `count` sorted values stands, counted from 0: that of the rank nearest
 * above, as every value is one that was measured. `quarter` is 1, 2 (the median) or 3. */
size_t interval_quantile(unsigned quarter, size_t count);

/* Which two of `count` sorted values the quantile of all people lies between, with a chance of 95%
 * at least, whatever the times are distributed like: ranks from the binomial distribution. False
 * where there are too few values to say so: 6 for the median, 13 for the quartiles. */
bool interval_ranks(unsigned quarter, size_t count, size_t *low, size_t *high);

#endif

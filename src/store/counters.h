/*
 * counters.h: how often something happened within a fixed window, for budgets. In this process
 * only; both embedded ledgers use it. When the table is full, the windows that end next make room.
 *
 * counters_add() may be called from several threads at once; no count is lost.
 */
#ifndef STORE_COUNTERS_H
#define STORE_COUNTERS_H

#include "base/slice.h"

#define COUNTERS_KEY_MAX 96

struct counters;

/* NULL where there is no memory or no randomness. */
struct counters *counters_new(size_t entries_max);

/* Counts `key` up in the window of `window_s` seconds that `now_ms` lies in, and gives the new
 * count. One key counted in windows of different lengths is different counters. False where the
 * key is empty or too long, the window is 0, or memory is out. */
TES_MUST_CHECK bool counters_add(struct counters *counters, struct tes_slice key, uint64_t now_ms,
                                 unsigned window_s, uint64_t *count);

void counters_free(struct counters *counters); /* accepts NULL */

#endif

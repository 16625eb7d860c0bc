/*
 * backoff.h: how long to wait before something that has failed is tried again.
 */
#ifndef STORE_BACKOFF_H
#define STORE_BACKOFF_H

#include "base/slice.h"

/* After `failures` in a row, 1 at least: `first_ms` after the first, twice as long each time, up to
 * `most_ms`; and of that a random part between one half and all, so that many who failed at once do
 * not all come back at once. */
unsigned backoff_ms(unsigned failures, unsigned first_ms, unsigned most_ms);

#endif

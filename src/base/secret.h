/*
 * secret.h: wiping secrets, and comparing them.
 */
#ifndef TES_SECRET_H
#define TES_SECRET_H

#include "base/slice.h"

/* Overwrites memory in a way that the compiler keeps. */
void tes_wipe(void *memory, size_t size);

/* Compares in a time that depends on `size` only. */
TES_MUST_CHECK bool tes_equal_constant_time(const void *a, const void *b, size_t size);

#endif

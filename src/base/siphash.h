/*
 * siphash.h: SipHash-2-4, so that nobody outside can choose keys that collide in our tables.
 */
#ifndef TES_SIPHASH_H
#define TES_SIPHASH_H

#include "base/slice.h"

uint64_t tes_siphash(const uint64_t key[2], const void *bytes, size_t length);

#endif

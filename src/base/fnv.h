/*
 * fnv.h: FNV-1a, where a collision does no harm. Whoever chooses what is hashed can make some:
 * tables that strangers fill are hashed by siphash.h.
 */
#ifndef TES_FNV_H
#define TES_FNV_H

#include "base/slice.h"

#define TES_FNV_START UINT32_C(2166136261)

/* Goes on from the hash of what stands before these bytes; TES_FNV_START where nothing does. */
static inline uint32_t tes_fnv(uint32_t hash, struct tes_slice bytes)
{
    for (size_t i = 0; i < bytes.length; i++)
        hash = (hash ^ (uint8_t)bytes.at[i]) * UINT32_C(16777619);
    return hash;
}

#endif

/*
 * bytes.h: numbers in memory with their least byte first, on every machine. Freestanding.
 */
#ifndef TES_BYTES_H
#define TES_BYTES_H

#include <stdint.h>

/* Writes the `count` lowest bytes of the number, eight at most; returns what comes behind them. */
static inline uint8_t *tes_bytes_put(uint8_t *at, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        at[i] = (uint8_t)(number >> 8 * i);
    return at + count;
}

/* Reads one, and moves `at` behind it. */
static inline uint64_t tes_bytes_take(const uint8_t **at, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number |= (uint64_t) * (*at)++ << 8 * i;
    return number;
}

#endif

/*
 * word64.h: words of 64 bits in memory, the least byte first. Freestanding.
 */
#ifndef TES_WORD64_H
#define TES_WORD64_H

#include <stdint.h>

static inline uint64_t tes_word64_read(const uint8_t bytes[8])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static inline void tes_word64_write(uint8_t bytes[8], uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

#endif

/*
 * words.h: words of 64 bits in memory, the least byte first. Freestanding.
 */
#ifndef TES_WORDS_H
#define TES_WORDS_H

#include <stdint.h>

static inline uint64_t tes_word_read(const uint8_t bytes[8])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static inline void tes_word_write(uint8_t bytes[8], uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

#endif

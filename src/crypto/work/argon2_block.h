/*
 * argon2_block.h: blocks of memory of Argon2 and the one function that mixes them (RFC 9106, 3.5).
 * Freestanding.
 */
#ifndef TES_ARGON2_BLOCK_H
#define TES_ARGON2_BLOCK_H

#include <stdint.h>

#define TES_BLOCK_BYTES 1024
#define TES_BLOCK_WORDS (TES_BLOCK_BYTES / 8)

/* Two words at a time: each of our compilers makes the machine's own vectors of them, or, where it
 * has none, two words. */
typedef uint64_t tes_pair __attribute__((vector_size(16)));

enum { TES_BLOCK_PAIRS = TES_BLOCK_WORDS / 2 };

union tes_block {
    uint64_t words[TES_BLOCK_WORDS];
    tes_pair pairs[TES_BLOCK_PAIRS];
};

/* to = G(a, b), and what `to` was is added to it where `adds`. `to` may be one of the two. */
void tes_block_mix(union tes_block *to, const union tes_block *a, const union tes_block *b,
                   int adds);

#endif

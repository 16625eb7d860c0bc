/*
 * random.h: the core's randomness: the ChaCha20 key stream of a 32-byte key (RFC 8439, zero nonce).
 * Same key, same numbers, everywhere. Never call it twice in one expression.
 */
#ifndef TES_RANDOM_H
#define TES_RANDOM_H

#include "base/slice.h"

struct tes_random {
    uint32_t state[16];
    uint32_t block[16];
    unsigned used; /* words of the block */
};

void tes_random_start(struct tes_random *random, const uint8_t key[TES_KEY_BYTES]);

/* Wipes the key and what is left of the stream. */
void tes_random_end(struct tes_random *random);

uint32_t tes_random_word(struct tes_random *random);

/* Uniform over 0 .. bound - 1, without bias; bound 0 gives 0. */
uint32_t tes_random_below(struct tes_random *random, uint32_t bound);

/* Uniform between two numbers; takes one word. */
float tes_random_between(struct tes_random *random, float least, float most);

/* True one time in `one_in`. */
bool tes_random_chance(struct tes_random *random, unsigned one_in);

/* Shuffles indices uniformly (Fisher and Yates). */
void tes_random_shuffle(struct tes_random *random, uint8_t *items, size_t count);

#endif

#include "challenge/random.h"

enum { ROUNDS = 20, KEY_AT = 4, COUNTER_AT = 12 };

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return value << bits | value >> (32 - bits);
}

static inline void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotate_left(*d ^ *a, 16);
    *c += *d;
    *b = rotate_left(*b ^ *c, 12);
    *a += *b;
    *d = rotate_left(*d ^ *a, 8);
    *c += *d;
    *b = rotate_left(*b ^ *c, 7);
}

static void next_block(struct tes_random *random)
{
    uint32_t x[16];
    __builtin_memcpy(x, random->state, sizeof x);
    for (unsigned round = 0; round < ROUNDS; round += 2) {
        quarter_round(&x[0], &x[4], &x[8], &x[12]);
        quarter_round(&x[1], &x[5], &x[9], &x[13]);
        quarter_round(&x[2], &x[6], &x[10], &x[14]);
        quarter_round(&x[3], &x[7], &x[11], &x[15]);
        quarter_round(&x[0], &x[5], &x[10], &x[15]);
        quarter_round(&x[1], &x[6], &x[11], &x[12]);
        quarter_round(&x[2], &x[7], &x[8], &x[13]);
        quarter_round(&x[3], &x[4], &x[9], &x[14]);
    }
    for (unsigned i = 0; i < 16; i++)
        random->block[i] = x[i] + random->state[i];
    random->state[COUNTER_AT]++;
    random->used = 0;
}

void tes_random_start(struct tes_random *random, const uint8_t key[TES_KEY_BYTES])
{
    *random = (struct tes_random){
        .state = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, /* "expand 32-byte k" */
        .used = 16,
    };
    for (size_t i = 0; i < TES_KEY_BYTES / 4; i++)
        random->state[KEY_AT + i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                                    (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
}

void tes_random_end(struct tes_random *random)
{
    __builtin_memset(random, 0, sizeof *random);
    /* Else the compiler drops the write, since nothing reads this memory again. */
    __asm__ volatile("" : : "r"(random) : "memory");
}

uint32_t tes_random_word(struct tes_random *random)
{
    if (random->used == 16)
        next_block(random);
    return random->block[random->used++];
}

uint32_t tes_random_below(struct tes_random *random, uint32_t bound)
{
    /* A product's high half is uniform over 0 .. bound - 1 but for this: 2^32 mod bound of the
     * words are too many. Words whose product has a low half below that number are thrown away, and
     * another word is taken. */
    uint64_t product = (uint64_t)tes_random_word(random) * bound;
    if ((uint32_t)product < bound) {
        uint32_t surplus = (0 - bound) % bound;
        while ((uint32_t)product < surplus)
            product = (uint64_t)tes_random_word(random) * bound;
    }
    return (uint32_t)(product >> 32);
}

float tes_random_between(struct tes_random *random, float least, float most)
{
    float share = (float)(tes_random_word(random) >> 8) / 16777216.0F;
    return least + (most - least) * share;
}

bool tes_random_chance(struct tes_random *random, unsigned one_in)
{
    return tes_random_below(random, one_in) == 0;
}

void tes_random_shuffle(struct tes_random *random, uint8_t *items, size_t count)
{
    for (size_t left = count; left > 1; left--) {
        size_t chosen = tes_random_below(random, (uint32_t)left);
        uint8_t item = items[chosen];
        items[chosen] = items[left - 1];
        items[left - 1] = item;
    }
}

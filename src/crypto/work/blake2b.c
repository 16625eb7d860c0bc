#include "crypto/work/blake2b.h"

#include "crypto/work/word64.h"

static const uint64_t START[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* Which word of the block goes where in a round; the last two rounds are the first two again. */
static const uint8_t ORDER[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* Which four words each of a round's eight steps mixes: the columns, then the diagonals. */
static const uint8_t STEPS[8][4] = {
    {0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14},
};

static uint64_t rotate(uint64_t word, unsigned bits)
{
    return word >> bits | word << (64 - bits);
}

static void mix(uint64_t v[16], const uint8_t at[4], uint64_t x, uint64_t y)
{
    uint64_t a = v[at[0]], b = v[at[1]], c = v[at[2]], d = v[at[3]];
    a += b + x;
    d = rotate(d ^ a, 32);
    c += d;
    b = rotate(b ^ c, 24);
    a += b + y;
    d = rotate(d ^ a, 16);
    c += d;
    b = rotate(b ^ c, 63);
    v[at[0]] = a;
    v[at[1]] = b;
    v[at[2]] = c;
    v[at[3]] = d;
}

static void compress(struct tes_blake2b *hash, bool is_last)
{
    uint64_t v[16], words[16];
    for (unsigned i = 0; i < 16; i++)
        words[i] = tes_word64_read(hash->block + (size_t)8 * i);
    for (unsigned i = 0; i < 8; i++) {
        v[i] = hash->state[i];
        v[8 + i] = START[i];
    }
    v[12] ^= hash->counted;
    if (is_last)
        v[14] = ~v[14];
    for (unsigned round = 0; round < 12; round++) {
        const uint8_t *order = ORDER[round % 10];
        for (unsigned i = 0; i < 8; i++) {
            const uint8_t *pair = order + (size_t)2 * i;
            mix(v, STEPS[i], words[pair[0]], words[pair[1]]);
        }
    }
    for (unsigned i = 0; i < 8; i++)
        hash->state[i] ^= v[i] ^ v[8 + i];
}

void tes_blake2b_start(struct tes_blake2b *hash, size_t length, struct tes_slice key)
{
    *hash = (struct tes_blake2b){.length = length};
    for (unsigned i = 0; i < 8; i++)
        hash->state[i] = START[i];
    hash->state[0] ^= (uint64_t)0x01010000 ^ (uint64_t)key.length << 8 ^ (uint64_t)length;
    if (key.length == 0)
        return;
    tes_blake2b_add(hash, key.at, key.length);
    hash->held = sizeof hash->block; /* zeros are there already */
}

void tes_blake2b_add(struct tes_blake2b *hash, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i++) {
        /* A full block waits until more comes: the last one is marked. */
        if (hash->held == sizeof hash->block) {
            hash->counted += hash->held;
            compress(hash, false);
            hash->held = 0;
        }
        hash->block[hash->held++] = at[i];
    }
}

void tes_blake2b_add_32(struct tes_blake2b *hash, uint32_t number)
{
    uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                        (uint8_t)(number >> 24)};
    tes_blake2b_add(hash, bytes, sizeof bytes);
}

void tes_blake2b_end(struct tes_blake2b *hash, uint8_t *result)
{
    hash->counted += hash->held;
    while (hash->held < sizeof hash->block)
        hash->block[hash->held++] = 0;
    compress(hash, true);
    for (size_t i = 0; i < hash->length; i++)
        result[i] = (uint8_t)(hash->state[i / 8] >> 8 * (i % 8));
}

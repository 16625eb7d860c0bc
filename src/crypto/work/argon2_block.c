#include "crypto/work/argon2_block.h"

#include <stddef.h>

#if defined __SSE2__
#include <emmintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

/* The product of the low halves. Left to themselves, compilers multiply whole words, which takes
 * three times as long. */
static inline tes_pair multiply_low(tes_pair a, tes_pair b)
{
#if defined __SSE2__
    return (tes_pair)_mm_mul_epu32((__m128i)a, (__m128i)b);
#elif defined __wasm_simd128__
    v128_t x = wasm_i32x4_shuffle((v128_t)a, (v128_t)a, 0, 2, 0, 2);
    v128_t y = wasm_i32x4_shuffle((v128_t)b, (v128_t)b, 0, 2, 0, 2);
    return (tes_pair)wasm_u64x2_extmul_low_u32x4(x, y);
#else
    return (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
#endif
}

static inline tes_pair add(tes_pair a, tes_pair b)
{
    tes_pair product = multiply_low(a, b);
    return a + b + product + product;
}

static inline tes_pair rotate(tes_pair pair, unsigned bits)
{
    return pair >> bits | pair << (64 - bits);
}

struct quarter {
    tes_pair a, b, c, d;
};

static inline void mix(struct quarter *q)
{
    q->a = add(q->a, q->b);
    q->d = rotate(q->d ^ q->a, 32);
    q->c = add(q->c, q->d);
    q->b = rotate(q->b ^ q->c, 24);
    q->a = add(q->a, q->b);
    q->d = rotate(q->d ^ q->a, 16);
    q->c = add(q->c, q->d);
    q->b = rotate(q->b ^ q->c, 63);
}

/* The second word of one and the first of another. */
static inline tes_pair across(tes_pair a, tes_pair b)
{
    return (tes_pair){a[1], b[0]};
}

/* The permutation P on sixteen words: eight pairs that lie `step` apart. */
static inline void permute(tes_pair *at, size_t step)
{
    struct quarter l = {at[0], at[2 * step], at[4 * step], at[6 * step]};
    struct quarter r = {at[step], at[3 * step], at[5 * step], at[7 * step]};
    mix(&l);
    mix(&r);
    struct quarter x = {l.a, across(l.b, r.b), r.c, across(r.d, l.d)};
    struct quarter y = {r.a, across(r.b, l.b), l.c, across(l.d, r.d)};
    mix(&x);
    mix(&y);
    at[0] = x.a;
    at[step] = y.a;
    at[2 * step] = across(y.b, x.b);
    at[3 * step] = across(x.b, y.b);
    at[4 * step] = y.c;
    at[5 * step] = x.c;
    at[6 * step] = across(x.d, y.d);
    at[7 * step] = across(y.d, x.d);
}

void tes_block_mix(union tes_block *to, const union tes_block *a, const union tes_block *b,
                   int adds)
{
    union tes_block mixed, kept;
    for (unsigned i = 0; i < TES_BLOCK_PAIRS; i++) {
        mixed.pairs[i] = a->pairs[i] ^ b->pairs[i];
        kept.pairs[i] = adds ? mixed.pairs[i] ^ to->pairs[i] : mixed.pairs[i];
    }
    for (size_t row = 0; row < 8; row++)
        permute(mixed.pairs + 8 * row, 1);
    for (size_t column = 0; column < 8; column++)
        permute(mixed.pairs + column, 8);
    for (unsigned i = 0; i < TES_BLOCK_PAIRS; i++)
        to->pairs[i] = mixed.pairs[i] ^ kept.pairs[i];
}

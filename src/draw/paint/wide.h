/*
 * wide.h: for loops over pixels: built twice, and where the processor has wide registers, those are
 * used. The results are the same, also of floats: each number goes through the same operations in
 * the same order (the compilers may not join a product and a sum: -ffp-contract=off).
 *
 * Only for static functions, whose names have to be unique in the whole program: clang 14 gives
 * others no symbol, and makes what chooses between the two versions global.
 */
#ifndef TES_WIDE_H
#define TES_WIDE_H

/* For what such a loop, or another that runs for every pixel, calls: it has to become part of it.
 */
#define TES_INLINED inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__linux__) && !defined(TES_SANITIZED)
#define TES_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TES_WIDE
#endif

#endif

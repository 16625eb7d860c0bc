/*
 * wide.h: for loops over pixels. A TES_WIDE function is compiled twice, and the version for wide
 * registers is used where the processor has them. Results are the same, also for floats: each
 * number goes through the same operations in the same order (-ffp-contract=off forbids fused
 * multiply-add).
 *
 * Only for static functions whose names are unique in the whole program: clang 14 gives others no
 * symbol, and makes the function that chooses between the versions global.
 */
#ifndef TES_WIDE_H
#define TES_WIDE_H

/* For functions that such loops call: they have to be inlined. */
#define TES_INLINED inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__linux__) && !defined(TES_SANITIZED)
#define TES_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TES_WIDE
#endif

#endif

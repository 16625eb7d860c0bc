/*
 * wide.h: for loops over pixels, whole numbers only: built twice, and where the processor has wide
 * registers, those are used. The results are the same.
 */
#ifndef TES_WIDE_H
#define TES_WIDE_H

#if defined(__x86_64__) && defined(__linux__) && !defined(TES_SANITIZED)
#define TES_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TES_WIDE
#endif

#endif

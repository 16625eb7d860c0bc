/*
 * entropy.h: the one source of randomness outside the core: the kernel's, so that a fork or a
 * restored snapshot never repeats it.
 */
#ifndef TES_ENTROPY_H
#define TES_ENTROPY_H

#include "base/slice.h"

/* Fills memory with random bytes; false where the kernel gives none (then nothing may be issued).
 */
TES_MUST_CHECK bool tes_entropy(void *memory, size_t size);

#endif

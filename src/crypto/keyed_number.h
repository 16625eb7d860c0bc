/*
 * keyed_number.h: numbers that nobody outside can predict, but that are the same each time: a keyed
 * hash, under a key derived from the current secret, of what the number is for.
 */
#ifndef TES_KEYED_NUMBER_H
#define TES_KEYED_NUMBER_H

#include "tessera.h"

/* The number that belongs to these parts, in this order. */
TES_MUST_CHECK enum tes_status tes_keyed_number(struct tes_sealer *sealer,
                                                const struct tes_slice *parts, size_t count,
                                                uint64_t *lot);

#endif

/*
 * lot.h: numbers that look random to everybody but are the same each time: drawn from the current
 * secret and from what they are drawn for, by a key of their own.
 */
#ifndef TES_LOT_H
#define TES_LOT_H

#include "tessera.h"

/* The lot that belongs to these parts, in this order. */
TES_MUST_CHECK enum tes_status tes_lot(struct tes_sealer *sealer, const struct tes_slice *parts,
                                       size_t count, uint64_t *lot);

#endif

/*
 * quantise.h: from true colour to the best 256 colours of a picture (median cut). The palette
 * depends on how often each colour occurs, and not on where: it tells nothing that the pixels
 * don't.
 */
#ifndef TES_QUANTISE_H
#define TES_QUANTISE_H

#include "tessera.h"

#define TES_QUANTISE_BINS 32768 /* colours are told apart by five bits a channel */

struct tes_quantise_memory {
    uint32_t counts[TES_QUANTISE_BINS];
    uint16_t used[TES_QUANTISE_BINS]; /* the bins that occur */
    uint8_t entries[TES_QUANTISE_BINS];
};

/* Fills in the palette and the pixels of `image` from width * height pixels of 0x00RRGGBB. */
void tes_quantise(const uint32_t *colours, struct tes_image *image,
                  struct tes_quantise_memory *memory);

#endif

/*
 * quantise.h: finds the best 256 colours for a picture. The colour cube is cut into boxes, each
 * time where the cut reduces the squared error most; each box becomes a colour of the palette. The
 * palette depends on how often colours occur, not on where, so it tells nothing that the pixels do
 * not. White stays white.
 */
#ifndef TES_QUANTISE_H
#define TES_QUANTISE_H

#include "tessera.h"

#define TES_QUANTISE_BINS   32768      /* colours are told apart by five bits a channel */
#define TES_QUANTISE_PIXELS 0x01000000 /* most that a picture may have: sums have 32 bits */

/* How many pixels, and the sums of their red, green and blue. */
struct tes_tally {
    uint32_t count, sums[3];
};

/* Only tes_quantise_more() may read what tes_quantise() leaves here. */
struct tes_quantise_memory {
    struct tes_tally tallies[TES_QUANTISE_BINS + 1]; /* the last is white's own */
    uint8_t entries[TES_QUANTISE_BINS + 1];
};

/* Fills in the palette and the pixels of `image` from width * height colours, 0x00RRGGBB, whose
 * upper eight bits are ignored. */
void tes_quantise(const uint32_t *colours, struct tes_image *image,
                  struct tes_quantise_memory *memory);

/* Maps more colours to the palette that the last tes_quantise() with this memory made. */
void tes_quantise_more(const uint32_t *colours, size_t count,
                       const struct tes_quantise_memory *memory, uint8_t *pixels);

#endif

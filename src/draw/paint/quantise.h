/*
 * quantise.h: from true colour to the best 256 colours of a picture. The cube of colours is cut
 * into boxes, always where that takes away most of the squared error; each box is a colour of the
 * palette. The palette depends on how often each colour occurs, and not on where: it tells nothing
 * that the pixels don't. White stays white.
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

/* Its content means nothing but to tes_quantise_more(). */
struct tes_quantise_memory {
    struct tes_tally tallies[TES_QUANTISE_BINS + 1]; /* the last is white's own */
    uint8_t entries[TES_QUANTISE_BINS + 1];
};

/* Fills in the palette and the pixels of `image` from width * height pixels of 0x00RRGGBB, whose
 * upper eight bits don't matter. */
void tes_quantise(const uint32_t *colours, struct tes_image *image,
                  struct tes_quantise_memory *memory);

/* More pixels, of the palette that the last tes_quantise() with this memory found. */
void tes_quantise_more(const uint32_t *colours, size_t count,
                       const struct tes_quantise_memory *memory, uint8_t *pixels);

#endif

/*
 * studio.h: a picture in true colour, which becomes one of 256 colours at the end, and the memory
 * for it. All of that memory is behind the pixels that tes_draw() was given.
 */
#ifndef TES_STUDIO_H
#define TES_STUDIO_H

#include "draw/paint/paint.h"

struct tes_studio;

/* Bytes behind the pixels that a picture of this size needs, with `extra_size` bytes for whatever
 * else is needed while it is drawn. */
size_t tes_studio_bound(unsigned width, unsigned height, size_t extra_size);

/* The studio behind the picture's pixels. Every pixel starts out as `paper`, 0xRRGGBB. */
struct tes_studio *tes_studio_start(struct tes_image *image, uint32_t paper);

/* A painter for a part of the picture; the width of the part is `units`. */
struct tes_paint tes_studio_part(struct tes_studio *studio, struct tes_area part, float units);

/* The first pixel of a part of the picture, 0x00RRGGBB, and how many pixels a row of the picture
 * has. */
uint32_t *tes_studio_pixels(struct tes_studio *studio, struct tes_area part, unsigned *stride);

/* The extra memory: as many bytes as tes_studio_bound() was told, aligned to 16. The studio does
 * not touch it. */
void *tes_studio_extra(struct tes_studio *studio);

/* Finds the palette and writes the pixels. */
void tes_studio_end(struct tes_studio *studio);

/* After tes_studio_end(): maps further colours, 0x00RRGGBB, to pixels of the same palette. */
void tes_studio_map(const struct tes_studio *studio, const uint32_t *colours, size_t count,
                    uint8_t *pixels);

#endif

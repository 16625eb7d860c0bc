/*
 * canvas.h: shapes on a picture of up to 256 colours. Edges are smooth: a shape is painted with a
 * ramp, which is a row of palette entries from the colour beneath the shape to its own. Only
 * integers, so that pixels are the same everywhere. Freestanding. Shapes are clipped to the
 * picture. No part of a shape may be thinner than a pixel.
 */
#ifndef TES_CANVAS_H
#define TES_CANVAS_H

#include "tessera.h"

#define TES_CANVAS_UNIT 8 /* rings and lines are placed in eighths of a pixel */
/* A ramp's entries are base + 0 (the colour beneath) .. base + 16 (the shape's own). */
#define TES_CANVAS_STEPS 16

/* The index of a ramp's first entry in the palette. */
typedef uint8_t tes_ramp;

/* A box in whole pixels; `radius` rounds its corners and is at most half its shorter side. */
struct tes_box {
    int x, y, width, height, radius;
};

/* The four quarters of a ring. */
enum tes_quarter {
    TES_QUARTER_TOP_LEFT = 1,
    TES_QUARTER_TOP_RIGHT = 2,
    TES_QUARTER_BOTTOM_LEFT = 4,
    TES_QUARTER_BOTTOM_RIGHT = 8,
    TES_QUARTER_ALL = 15
};

/* A ring, in units; `inner` 0 makes a disc, `quarters` chooses parts of it. */
struct tes_ring {
    int x, y, outer, inner;
    unsigned quarters;
};

/* A line with round ends, in units; `radius` is half its width. */
struct tes_line {
    int x1, y1, x2, y2, radius;
};

/* Adds a ramp between two colours (0xRRGGBB) to the palette, which has room for 15. Where it is
 * full, returns the last one. */
tes_ramp tes_canvas_ramp(struct tes_image *image, uint32_t beneath, uint32_t on_top);

/* Fills the whole picture with one entry of the palette. */
void tes_canvas_clear(struct tes_image *image, uint8_t colour);

void tes_canvas_box(struct tes_image *image, struct tes_box box, tes_ramp ramp);
void tes_canvas_ring(struct tes_image *image, struct tes_ring ring, tes_ramp ramp);
void tes_canvas_line(struct tes_image *image, struct tes_line line, tes_ramp ramp);

/* Copies the pixels of `box` to where (x, y) becomes its upper left corner. Both have to be inside
 * of the picture, and may not overlap. */
void tes_canvas_copy(struct tes_image *image, struct tes_box box, int x, int y);

#endif

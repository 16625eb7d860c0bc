/*
 * canvas.h: shapes on a picture of up to 256 colours. Edges are smooth: a shape is painted with a
 * ramp, the palette's way from the colour that lies beneath it to its own. Whole numbers only, so
 * that pixels are the same everywhere. Freestanding. What lies outside of the picture is clipped.
 * No part of a shape may be thinner than a pixel.
 */
#ifndef TES_CANVAS_H
#define TES_CANVAS_H

#include "tessera.h"

#define TES_CANVAS_UNIT  8  /* rings and lines are placed in eighths of a pixel */
#define TES_CANVAS_STEPS 16 /* a ramp's entries are base + 0 (beneath) .. base + this (on top) */

/* The index of a ramp's first entry in the palette. */
typedef uint8_t tes_ramp;

/* A box in whole pixels; `radius` rounds its corners and is at most half its shorter side. */
struct tes_box {
    int x, y, width, height, radius;
};

/* The four quarters of a ring, seen from its centre. */
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

/* Adds a ramp between two colours (0xRRGGBB) to the palette. The palette holds 15 of them; a
 * further one gives the last again. */
tes_ramp tes_canvas_ramp(struct tes_image *image, uint32_t beneath, uint32_t on_top);

/* Fills the whole picture with one entry of the palette. */
void tes_canvas_clear(struct tes_image *image, uint8_t colour);

void tes_canvas_box(struct tes_image *image, struct tes_box box, tes_ramp ramp);
void tes_canvas_ring(struct tes_image *image, struct tes_ring ring, tes_ramp ramp);
void tes_canvas_line(struct tes_image *image, struct tes_line line, tes_ramp ramp);

/* Copies the pixels of `box`, which must lie inside of the picture, to where (x, y) is its corner;
 * that must lie inside as well and not overlap. */
void tes_canvas_copy(struct tes_image *image, struct tes_box box, int x, int y);

#endif

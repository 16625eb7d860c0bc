/*
 * cover.h: how much of each pixel lies inside of a set of lines: the painter's rasteriser.
 *
 * Coverage is exact, and counted in integers: coordinates are 256ths of a pixel. Each line adds to
 * the cells that it crosses how high it is there, and what area it leaves to its right within the
 * cell; summing a row's cells from the left then gives each pixel's covered share. A bit for each
 * cell tells which were touched: what lies between two of them is one span of the same share.
 */
#ifndef TES_COVER_H
#define TES_COVER_H

#include "draw/paint.h"

enum tes_rule {
    TES_RULE_ANY, /* parts that overlap count once */
    TES_RULE_ODD, /* inside is where an odd number of parts lies */
};

/* Pixels in a row that are covered alike, 0 .. 256. */
struct tes_span {
    uint16_t x, length;
    unsigned share;
};

enum { TES_SPANS_MAX = 2 * TES_PAINT_SIDE };

/* A point, in 256ths of a pixel. */
struct tes_spot {
    int x, y;
};

struct tes_cover {
    uint64_t *cells; /* `width` a row */
    uint64_t (*touched)[TES_PAINT_SIDE / 64];
    int width, height;
    int top, bottom; /* rows touched: top .. bottom - 1 */
};

/* Nothing yet, on the painter's pixels. */
struct tes_cover tes_cover_on(const struct tes_paint *paint);

/* A point in pixels, rounded. What lies far outside, or nowhere, is brought nearer. */
struct tes_spot tes_cover_spot(float x, float y);

/* Adds a line of an outline. It may lie outside; outlines must be closed. */
void tes_cover_line(struct tes_cover *cover, struct tes_spot from, struct tes_spot to);

/* Reads a touched row out into at most TES_SPANS_MAX spans, from the left, and empties it. Returns
 * how many; what is not covered at all is left out. */
unsigned tes_cover_spans(struct tes_cover *cover, int row, enum tes_rule rule,
                         struct tes_span spans[TES_SPANS_MAX]);

/* Adds what a stroke of this radius in pixels along the points covers, with round ends. Points that
 * repeat are dropped from the array. */
void tes_cover_stroke(struct tes_cover *cover, struct tes_point *points, unsigned count,
                      float radius, bool is_closed);

#endif

/*
 * cover.h: the share of each pixel that lies inside of an outline: the painter's rasteriser.
 *
 * The shares are exact, and computed with integers: coordinates are 256ths of a pixel. Each line
 * adds two numbers to every cell that it crosses: its height within the cell, and twice the area to
 * its right within the cell. Sums of these along a row then give the covered share of each pixel. A
 * bit for each cell tells which were touched: the pixels between two touched cells are all covered
 * alike, and become one run.
 */
#ifndef TES_COVER_H
#define TES_COVER_H

#include "draw/paint/paint.h"

enum tes_rule {
    TES_RULE_ANY, /* parts that overlap count once */
    TES_RULE_ODD, /* inside is where an odd number of parts lies */
};

/* A pixel, at x + 65536 * y, and its covered share: 1 .. 256. */
struct tes_single {
    uint32_t at, share;
};

/* Neighbouring pixels of a row with the same share, from `at` on. */
struct tes_run {
    uint32_t at;
    uint16_t length, share;
};

/* Several times what a row can have, so that several rows can be read at once. */
enum { TES_SPANS_SINGLE = 3 * TES_PAINT_SIDE, TES_SPANS_RUN = 3 * TES_PAINT_SIDE / 2 };

/* What is covered in some rows: single pixels, and runs. */
struct tes_spans {
    unsigned single_count, run_count;
    struct tes_single singles[TES_SPANS_SINGLE];
    struct tes_run runs[TES_SPANS_RUN];
};

/* A point, in 256ths of a pixel. */
struct tes_cover_point {
    int x, y;
};

struct tes_cover {
    uint64_t *cells; /* `width` a row */
    uint64_t (*touched)[TES_PAINT_SIDE / 64];
    int width, height;
    int top, bottom; /* rows touched and not yet read: top .. bottom - 1 */
};

/* An empty cover for the painter's pixels. */
struct tes_cover tes_cover_on(const struct tes_paint *paint);

/* Rounds a point in pixels. What is far outside, and NaN, is moved to the limits. */
struct tes_cover_point tes_cover_point(float x, float y);

/* Adds a line of an outline. Lines may be outside of the picture; outlines have to be closed. */
void tes_cover_line(struct tes_cover *cover, struct tes_cover_point from,
                    struct tes_cover_point to);

/* Reads rows and empties them, as many as `spans` has room for. False when there are no more. */
bool tes_cover_read(struct tes_cover *cover, enum tes_rule rule, struct tes_spans *spans);

/* Adds a stroke along the points, with this radius in pixels and round ends. Removes points from
 * the array that repeat the one before. */
void tes_cover_stroke(struct tes_cover *cover, struct tes_point *points, unsigned count,
                      float radius, bool is_closed);

#endif

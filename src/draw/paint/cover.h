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

#include "draw/paint/paint.h"

enum tes_rule {
    TES_RULE_ANY, /* parts that overlap count once */
    TES_RULE_ODD, /* inside is where an odd number of parts lies */
};

/* A pixel, at x + 65536 * y, and how much of it is covered: 1 .. 256. */
struct tes_single {
    uint32_t at, share;
};

/* Pixels in a row that are covered alike, from `at` on. */
struct tes_run {
    uint32_t at;
    uint16_t length, share;
};

/* More than any row has, so that several can be read at once. */
enum { TES_SPANS_SINGLE = 3 * TES_PAINT_SIDE, TES_SPANS_RUN = 3 * TES_PAINT_SIDE / 2 };

/* What is covered of some rows: single pixels, and runs of any length. */
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

/* Nothing yet, on the painter's pixels. */
struct tes_cover tes_cover_on(const struct tes_paint *paint);

/* A point in pixels, rounded. What lies far outside, or nowhere, is brought nearer. */
struct tes_cover_point tes_cover_point(float x, float y);

/* Adds a line of an outline. It may lie outside; outlines must be closed. */
void tes_cover_line(struct tes_cover *cover, struct tes_cover_point from,
                    struct tes_cover_point to);

/* Reads the next rows out and empties them, as many as there is room for. False when there was
 * nothing more. */
bool tes_cover_read(struct tes_cover *cover, enum tes_rule rule, struct tes_spans *spans);

/* Adds what a stroke of this radius in pixels along the points covers, with round ends. Points that
 * repeat are dropped from the array. */
void tes_cover_stroke(struct tes_cover *cover, struct tes_point *points, unsigned count,
                      float radius, bool is_closed);

#endif

/*
 * paint.h: vector painting in true colour: paths with smooth edges, filled or stroked, under a
 * transform and a clip. What sprites are drawn with.
 *
 * Everything is measured in the caller's units, which `matrix` brings to pixels; a sprite's square
 * is 100 x 100 units, x to the right and y down, whatever its size in pixels. Angles are degrees,
 * clockwise. Floats are used, but only what IEEE 754 rounds in one way (no libm, no fused
 * multiplication), so pixels are the same everywhere. Freestanding; no memory but the caller's.
 */
#ifndef TES_PAINT_H
#define TES_PAINT_H

#include "draw/paint/colour.h"
#include "draw/paint/number.h"

#define TES_PAINT_SIDE   256  /* largest target, in pixels, in each direction */
#define TES_PAINT_POINTS 2048 /* most points of a flattened path; what goes beyond is left out */

struct tes_point {
    float x, y;
};
#define TES_POINT(x, y) ((struct tes_point){(x), (y)})

/* x' = a x + c y + e; y' = b x + d y + f */
struct tes_matrix {
    float a, b, c, d, e, f;
};

/* One row of a clip. Pixels before `left` and from `right` on are outside; pixels from `full_left`
 * to `full_right` - 1 are fully inside. */
struct tes_clip_row {
    uint16_t left, full_left, full_right, right;
};

/* Memory that painting needs; its content means nothing between two calls. */
struct tes_paint_memory {
    uint64_t cells[TES_PAINT_SIDE * TES_PAINT_SIDE]; /* see cover.h; all zero between two fills */
    uint64_t touched[TES_PAINT_SIDE][TES_PAINT_SIDE / 64]; /* a bit a cell; likewise */
    uint8_t clip[TES_PAINT_SIDE * TES_PAINT_SIDE];
    struct tes_clip_row clip_rows[TES_PAINT_SIDE];
    struct tes_point points[TES_PAINT_POINTS]; /* of the current path, in pixels */
    uint16_t starts[TES_PAINT_POINTS / 2];     /* where its parts begin */
};

enum tes_style_kind { TES_STYLE_PLAIN, TES_STYLE_WARM, TES_STYLE_FIGURE };

/* How a sprite is lined, shaded and lit: draw/sprites/kit picks and uses it. */
struct tes_style {
    enum tes_style_kind kind;
    float line;             /* width of outlines */
    float darkness;         /* of outlines, beside what they surround, 0 .. 1 */
    float shade;            /* strength, 0 .. 1 */
    float gloss;            /* strength, 0 .. 1 */
    struct tes_point light; /* where it comes from: below 0 is left, and above. Plain: nowhere */
};

struct tes_paint {
    uint32_t *pixels; /* 0x00RRGGBB, `stride` pixels a row */
    unsigned width, height, stride;
    struct tes_matrix matrix; /* may be saved, changed and put back at any time */
    struct tes_paint_memory *memory;
    unsigned point_count, part_count;
    bool is_clipped;
    /* Black becomes this bright, and white stays white. Below 0, colours this dark become black. */
    int lift;
    bool is_silhouette; /* every colour is black */
    struct tes_style style;
};

/* A painter on width x height pixels, at most TES_PAINT_SIDE each, whose units are `units` across.
 * `memory` must be zeroed once, before its first use. */
struct tes_paint tes_paint_on(uint32_t *pixels, unsigned width, unsigned height, unsigned stride,
                              float units, struct tes_paint_memory *memory);

/* ------------------------------------------------------------- transform */

void tes_paint_move(struct tes_paint *paint, float x, float y);
void tes_paint_scale(struct tes_paint *paint, float x, float y);

/* Scales about a point. */
void tes_paint_scale_at(struct tes_paint *paint, struct tes_point at, float x, float y);

/* Turns about the point (x, y). */
void tes_paint_turn(struct tes_paint *paint, float x, float y, float degrees);

/* ------------------------------------------------------------------ path */

/* These build a path. A fill, a stroke or a clip uses it, and empties it. */
void tes_path_start(struct tes_paint *paint, float x, float y);
void tes_path_line(struct tes_paint *paint, float x, float y);
void tes_path_quad(struct tes_paint *paint, float via_x, float via_y, float x, float y);
void tes_path_cubic(struct tes_paint *paint, struct tes_point via1, struct tes_point via2,
                    struct tes_point to);

/* Whole parts, added to the path: first a line, and a curve that `via` pulls. */
void tes_path_segment(struct tes_paint *paint, struct tes_point from, struct tes_point to);
void tes_path_bend(struct tes_paint *paint, struct tes_point from, struct tes_point via,
                   struct tes_point to);
void tes_path_ellipse(struct tes_paint *paint, float x, float y, float radius_x, float radius_y);
/* A part of an ellipse's edge, from one angle to another (0 is right, 90 is down). It is not
 * closed. */
void tes_path_arc(struct tes_paint *paint, struct tes_point centre, float radius_x, float radius_y,
                  float from_degrees, float to_degrees);
void tes_path_box(struct tes_paint *paint, float x, float y, float width, float height,
                  float radius);
void tes_path_polygon(struct tes_paint *paint, const struct tes_point *points, unsigned count);
/* A smooth closed curve through all points: bodies, leaves, clouds. */
void tes_path_blob(struct tes_paint *paint, const struct tes_point *points, unsigned count);
/* A smooth open curve through all points, for strokes: tails, mouths, stems. */
void tes_path_curve(struct tes_paint *paint, const struct tes_point *points, unsigned count);

/* ----------------------------------------------------------------- paint */

/* Parts that overlap are filled once. They have to run the same way round, as the functions for
 * whole parts make them. */
void tes_paint_fill(struct tes_paint *paint, tes_colour colour);

/* Fills where an odd number of parts overlap: for rings and holes. */
void tes_paint_fill_odd(struct tes_paint *paint, tes_colour colour);

/* Strokes with round ends. `is_closed` joins each part's end to its start. */
void tes_paint_stroke(struct tes_paint *paint, float width, bool is_closed, tes_colour colour);

/* Fills, and strokes the edge of the same path. */
void tes_paint_fill_stroke(struct tes_paint *paint, tes_colour fill, float width,
                           tes_colour stroke);

/* Until tes_paint_unclip(), paints only inside of the path. One clip at a time. */
void tes_paint_clip(struct tes_paint *paint);
void tes_paint_unclip(struct tes_paint *paint);

/* Shorthands: one shape, filled. */
void tes_paint_ellipse(struct tes_paint *paint, float x, float y, float radius_x, float radius_y,
                       tes_colour colour);
void tes_paint_circle(struct tes_paint *paint, float x, float y, float radius, tes_colour colour);
void tes_paint_box(struct tes_paint *paint, struct tes_point corner, struct tes_point size,
                   float radius, tes_colour colour);
void tes_paint_line(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                    float width, tes_colour colour);

#endif

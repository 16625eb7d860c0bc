/*
 * still.h: what pictures of things have in common, as in a still life: the light that falls on
 * them, bodies with a shade and a line around, leaves, cords, gloss, steam and patterns.
 */
#ifndef TES_STILL_H
#define TES_STILL_H

#include "draw/paint/paint.h"

enum { TES_STILL_POINTS = 32 }; /* most points of a body */

/* How a picture is lit and lined; drawn once for each. */
struct tes_still {
    float line;  /* width of the lines around bodies */
    float dark;  /* how much darker a line is than the body, 0 .. 1 */
    float shade; /* how much darker the side away from the light is, 0 .. 1 */
    float side;  /* where the light comes from: -1 is left, 1 is right */
};

struct tes_still tes_still_light(struct tes_random *random);

/* The colour of the line around a body, and of its side away from the light. */
tes_colour tes_still_edge(const struct tes_still *still, tes_colour colour);
tes_colour tes_still_shade(const struct tes_still *still, tes_colour colour);

/* How many elements an array has; and both, for two arguments of a call. */
#define TES_STILL_COUNT(array) ((unsigned)(sizeof(array) / sizeof *(array)))
#define TES_STILL_ALL(array)   array, TES_STILL_COUNT(array)

/* One colour of a palette, a little lighter or darker. */
tes_colour tes_still_tint(struct tes_random *random, const tes_colour *palette, unsigned count);
#define TES_STILL_TINT(random, palette) tes_still_tint(random, TES_STILL_ALL(palette))

/* Until the caller puts the matrix back: the middle of the square lies at `at`, made smaller or
 * larger and turned there. */
void tes_still_place(struct tes_paint *paint, struct tes_point at, float size, float degrees);

/* ---------------------------------------------------------------- bodies */

/* A closed body. */
struct tes_still_shape {
    struct tes_point points[TES_STILL_POINTS];
    unsigned count;
    float corner; /* radius of its rounded corners, or 0: a smooth line through all points */
};

struct tes_still_shape tes_still_shape(const struct tes_point *points, unsigned count,
                                       float corner);

/* As turned on a lathe: `half` is the right side from top to bottom, x from the middle, which lies
 * at 50. Points with x 0 are not doubled. */
struct tes_still_shape tes_still_turned(const struct tes_point *half, unsigned count, float corner);

/* The shape's path, for a fill, a stroke or a clip. */
void tes_still_path(struct tes_paint *paint, const struct tes_still_shape *shape);

/* A whole body: colour, shade and line. */
void tes_still_body(struct tes_paint *paint, const struct tes_still *still,
                    const struct tes_still_shape *shape, tes_colour colour);

/* The same without the line, for bodies that get more marks before their tes_still_outline(). Not
 * under a clip: it may need that itself. */
void tes_still_flesh(struct tes_paint *paint, const struct tes_still *still,
                     const struct tes_still_shape *shape, tes_colour colour);
void tes_still_outline(struct tes_paint *paint, const struct tes_still *still,
                       const struct tes_still_shape *shape, tes_colour colour);

/* A disc with shade and line. */
void tes_still_disc(struct tes_paint *paint, const struct tes_still *still, struct tes_point centre,
                    struct tes_point radius, tes_colour colour);

/* ----------------------------------------------------------------- parts */

/* A smooth cord with a line on both sides: stems, handles, rims. */
void tes_still_cord(struct tes_paint *paint, const struct tes_still *still,
                    const struct tes_point *points, unsigned count, float width, tes_colour colour);

/* A pointed leaf with its vein; `breadth` is at its widest. */
void tes_still_leaf(struct tes_paint *paint, const struct tes_still *still, struct tes_point from,
                    struct tes_point to, float breadth, tes_colour colour);

/* A highlight along the upper edge, on the side of the light, of an ellipse. */
void tes_still_gloss(struct tes_paint *paint, const struct tes_still *still,
                     struct tes_point centre, struct tes_point radius, float width);

/* `count` wisps of steam that rise from `y` up, around the middle x = 50. */
void tes_still_steam(struct tes_paint *paint, unsigned count, float y, float height,
                     tes_colour colour);

/* -------------------------------------------------------------- patterns */

enum tes_still_pattern_kind {
    TES_STILL_PLAIN,
    TES_STILL_BAND,
    TES_STILL_HOOPS,
    TES_STILL_STRIPES,
    TES_STILL_DOTS,
    TES_STILL_ZIGZAG,
    TES_STILL_PATTERNS
};

struct tes_still_pattern {
    enum tes_still_pattern_kind kind;
    float pitch, offset;
    tes_colour colour;
};

struct tes_still_pattern tes_still_pattern(struct tes_random *random, tes_colour colour);

/* Covers the area between two corners; under a clip. */
void tes_still_decorate(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                        struct tes_point from, struct tes_point to);

#endif

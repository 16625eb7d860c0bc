/*
 * finish.h: what drawings of things share: colours that go together, outlines of a darker shade, a
 * soft shade on the lower side, a highlight, patterns.
 *
 * A shape is a table of points, drawn in one of two ways: plainly (tes_finish_shape), or between
 * tes_finish_begin and tes_finish_end, which keep what is painted meanwhile inside of it.
 */
#ifndef TES_FINISH_H
#define TES_FINISH_H

#include "draw/paint/paint.h"

#define AT(x, y) ((struct tes_point){(x), (y)})

struct tes_finish {
    float line;     /* width of outlines */
    float darkness; /* of outlines, beside what they go around */
    float shade;    /* strength, 0 .. 1 */
    float gloss;    /* strength, 0 .. 1 */
};

enum tes_finish_form {
    TES_FINISH_ROUNDED, /* a polygon; `radius` of its corners */
    TES_FINISH_SMOOTH,  /* a smooth line through the points */
    TES_FINISH_OVAL,    /* the points are its centre and its radii */
};

struct tes_finish_shape {
    const struct tes_point *points;
    unsigned count;
    enum tes_finish_form form;
    float radius;
};

#define ROUNDED(points, corner)                                                                    \
    ((struct tes_finish_shape){(points), sizeof(points) / sizeof *(points), TES_FINISH_ROUNDED,    \
                               (corner)})
#define SMOOTH(points)                                                                             \
    ((struct tes_finish_shape){(points), sizeof(points) / sizeof *(points), TES_FINISH_SMOOTH, 0})
#define OVAL(points) ((struct tes_finish_shape){(points), 2, TES_FINISH_OVAL, 0})

/* One way to draw an item. */
typedef void tes_finish_variant(struct tes_paint *paint, struct tes_random *random,
                                const struct tes_finish *finish);

/* Draws by one of the variants, with a new finish. */
void tes_finish_one_of(struct tes_paint *paint, struct tes_random *random,
                       tes_finish_variant *const *variants, unsigned count);

/* --------------------------------------------------------------- colours */

/* A clear colour of any hue. */
tes_colour tes_finish_bright(struct tes_random *random);
/* A colour of skin, hair, wood, leather. */
tes_colour tes_finish_earthy(struct tes_random *random);
/* Either. */
tes_colour tes_finish_colour(struct tes_random *random);
/* Near white: cream, pale pink, pale grey. */
tes_colour tes_finish_pale(struct tes_random *random);
/* Gold, silver, copper. */
tes_colour tes_finish_metal(struct tes_random *random);
/* What shows against `colour`: much paler than a dark or clear one, darker than a pale one. */
tes_colour tes_finish_against(struct tes_random *random, tes_colour colour);

/* ---------------------------------------------------------------- shapes */

void tes_finish_path(struct tes_paint *paint, struct tes_finish_shape shape);
/* The line's colour around `colour`. */
tes_colour tes_finish_edge(const struct tes_finish *finish, tes_colour colour);
/* Fills the current path, with its outline. */
void tes_finish_fill(struct tes_paint *paint, const struct tes_finish *finish, tes_colour colour);
void tes_finish_shape(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_finish_shape shape, tes_colour colour);
void tes_finish_begin(struct tes_paint *paint, struct tes_finish_shape shape, tes_colour colour);
void tes_finish_end(struct tes_paint *paint, const struct tes_finish *finish,
                    struct tes_finish_shape shape, tes_colour colour);
/* A bar with an outline: a leg, a pole, a handle. */
void tes_finish_bar(struct tes_paint *paint, const struct tes_finish *finish, struct tes_point from,
                    struct tes_point to, float width, tes_colour colour);
/* The same along a smooth line. */
void tes_finish_rod(struct tes_paint *paint, const struct tes_finish *finish,
                    struct tes_finish_shape curve, float width, tes_colour colour);

/* How many steps, from `from` on, stay below `to`. */
unsigned tes_finish_steps(float from, float to, float step);

/* ----------------------------------------------------------- inside of one */

/* Darkens all of a shape but an oval: the side away from the light. */
void tes_finish_shade(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_finish_shape shape, struct tes_point centre,
                      struct tes_point radii);
/* A highlight along part of an oval's edge. */
void tes_finish_gloss(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_point centre, struct tes_point radii, float from_degrees,
                      float to_degrees);
/* Stripes, dots, checks or nothing, all over a shape. */
void tes_finish_pattern(struct tes_paint *paint, struct tes_random *random,
                        struct tes_finish_shape shape, tes_colour colour);

#endif

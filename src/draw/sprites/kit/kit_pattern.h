/* kit_pattern.h: stripes, checks, dots and other patterns, all over an area. */
#ifndef TES_KIT_PATTERN_H
#define TES_KIT_PATTERN_H

#include "draw/sprites/kit/kit_shape.h"

enum tes_pattern_kind {
    TES_PATTERN_NONE,
    TES_PATTERN_BAND, /* one, across the middle */
    TES_PATTERN_ROWS,
    TES_PATTERN_COLUMNS,
    TES_PATTERN_SLANTS,
    TES_PATTERN_CHECKS,
    TES_PATTERN_DOTS,  /* from the area's top on */
    TES_PATTERN_SPOTS, /* dots from half a row below its top on */
    TES_PATTERN_ZIGZAG,
    TES_PATTERN_COUNT
};

struct tes_pattern_look {
    enum tes_pattern_kind kind;
    tes_colour colour;
    float step;             /* from one stripe or dot to the next */
    float width;            /* of stripes; the radius of dots */
    struct tes_point shift; /* of its start, from the area's upper left corner */
};

/* As on dishes, labels and jars: none, a band, rows, columns, spots or a zigzag. */
struct tes_pattern_look tes_pattern_glaze(struct tes_random *random, tes_colour colour);
/* As on cloth: none, stripes, checks or dots. */
struct tes_pattern_look tes_pattern_cloth(struct tes_random *random, tes_colour colour);

/* Covers the area between two corners, and passes it a little: under a clip. */
void tes_pattern_paint(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                       struct tes_point from, struct tes_point to);
/* Covers a shape with a pattern of cloth, under the shape's clip. */
void tes_pattern_cover(struct tes_paint *paint, struct tes_random *random, struct tes_shape shape,
                       tes_colour colour);

/* How many steps, from `from` on, stay below `to`. */
unsigned tes_pattern_steps(float from, float to, float step);

#endif

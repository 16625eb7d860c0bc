/* pattern.h: the patterns of materials. They stick to a thing's own axes. */
#ifndef TES_PATTERN_H
#define TES_PATTERN_H

#include "draw/scene/surface.h"

/* Points of one surface, in its thing's own axes, and how deep in the picture they are. */
struct tes_surface_points {
    float x[TES_SURFACE_BLOCK], y[TES_SURFACE_BLOCK], z[TES_SURFACE_BLOCK];
    float depth[TES_SURFACE_BLOCK];
};

/* A thing's pattern on one of its surfaces. */
struct tes_pattern {
    uint8_t sort;
    float across_x, along_y; /* of a flat face, 0 or 1: across is x or y, along is y or z */
    float cell, size, tube;
};

/* Only for things that have one: see tes_shade_finish. */
struct tes_pattern tes_pattern_of(const struct tes_thing *thing, const struct tes_surface *surface);

/* How much of the second colour a pattern has at a point of its surface, 0 .. 1: between them at a
 * border, which is blurred over `blur`, a length. */
float tes_pattern_share(const struct tes_pattern *pattern, struct tes_float_vector point,
                        float blur);

/* The same for eight points; `blur` is the length at depth 1. */
void tes_pattern_shares(const struct tes_pattern *pattern, const struct tes_surface_points *spots,
                        float blur, float shares[TES_SURFACE_BLOCK]);

#endif

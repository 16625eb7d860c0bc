/* surface_pattern.h: the patterns of materials, in a thing's own axes. */
#ifndef TES_SURFACE_PATTERN_H
#define TES_SURFACE_PATTERN_H

#include "draw/scene/surface.h"

/* Points of one surface, in its thing's own axes, and their depths in the picture. */
struct tes_surface_points {
    float x[TES_SURFACE_BLOCK], y[TES_SURFACE_BLOCK], z[TES_SURFACE_BLOCK];
    float depth[TES_SURFACE_BLOCK];
};

/* A thing's pattern on one of its surfaces. */
struct tes_pattern {
    uint8_t sort;
    /* Of a flat face, 0 or 1: whether `across` is x, else y; whether `along` is y, else z. */
    float across_x, along_y;
    float cell, size, tube;
};

/* Only for things with a pattern: see struct tes_shade_finish. */
struct tes_pattern tes_pattern_of(const struct tes_thing *thing, const struct tes_surface *surface);

/* The share of the pattern's colour at a point of its surface: 0 or 1, and in between at a border,
 * which is blurred over the length `blur`. */
float tes_pattern_share(const struct tes_pattern *pattern, struct tes_float_vector point,
                        float blur);

/* The same for eight points. `blur` is the length at depth 1. */
void tes_pattern_shares(const struct tes_pattern *pattern, const struct tes_surface_points *spots,
                        float blur, float shares[TES_SURFACE_BLOCK]);

#endif

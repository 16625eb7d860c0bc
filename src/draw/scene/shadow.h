/*
 * shadow.h: shadows on the ground. From a point of the ground, the line towards the sun passes a
 * thing at some distance and at some height: these give how dark the shadow is and how soft its
 * edge. Where a thing stands, it also darkens the ground by hiding some of the sky.
 */
#ifndef TES_SHADOW_H
#define TES_SHADOW_H

#include "draw/scene/surface.h"

#define TES_SHADOW_EDGES 8

/* A straight edge of a shadow; inside of the shadow, distances are negative. */
struct tes_shadow_edge {
    float x, y, c; /* the distance: x px + y py + c */
    /* 0 at its start, 1 at its end: along_x px + along_y py + along_c */
    float along_x, along_y, along_c;
    /* How soft it is at its start, and how much softer at its end. */
    float soft, softer;
};

/* The shadow of one thing, in its own axes (for a polycube, in the scene's). */
struct tes_shadow {
    const struct tes_thing *thing;
    const struct tes_model *model;
    float sun_x, sun_y; /* how far to the side the line to the sun goes for each unit of height */
    float base, top;    /* height of the thing's base, and of its top above that */
    float middle_x, middle_y, reach; /* a circle around the whole shadow */
    float width;                     /* how far from its centre line it extends */
    float contact, contact_reach;    /* how far around its foot the thing darkens the ground */
    unsigned edge_count;
    struct tes_shadow_edge edges[TES_SHADOW_EDGES];
    struct tes_float_vector cubes[TES_SCENE_CUBES]; /* their middles, for a polycube */
};

/* Makes the shadow of a thing; false where it throws none. */
bool tes_shadow_of(const struct tes_scene *scene, const struct tes_model *model,
                   struct tes_shadow *shadow);

/* How much of the sun reaches eight points of the ground, 0 .. 1; `blur` is the least softness, as
 * a length. Values in `sun` are only reduced. */
void tes_shadow_cast(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                     const float y[TES_SURFACE_BLOCK], float blur, float sun[TES_SURFACE_BLOCK]);

/* The same for points above the ground: `height` is above the thing's base, and (x, y) is where the
 * line from the sun through the point meets the plane of the base. */
void tes_shadow_cast_above(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                           const float y[TES_SURFACE_BLOCK], const float height[TES_SURFACE_BLOCK],
                           float blur, float sun[TES_SURFACE_BLOCK]);

/* The same for the light of the sky. */
void tes_shadow_touch(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                      const float y[TES_SURFACE_BLOCK], float sky[TES_SURFACE_BLOCK]);

/* --------------------------------------- the convex hull of a few points */

struct tes_hull_point {
    double x, y, height; /* the height is copied and not looked at */
};

/* Writes the corners of the convex hull of `count` points (at least 2), in order. Returns how many
 * there are, at most `count`. */
unsigned tes_hull_of(const struct tes_hull_point *points, unsigned count,
                     struct tes_hull_point *hull);

#endif

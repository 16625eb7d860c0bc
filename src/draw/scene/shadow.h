/*
 * shadow.h: shadows on the ground. From each of its points one looks towards the sun: how far the
 * way passes a thing, and at which height, gives the shadow and how soft it is. Where a thing
 * stands, it also keeps the sky's light away.
 */
#ifndef TES_SHADOW_H
#define TES_SHADOW_H

#include "draw/scene/surface.h"

#define TES_SHADOW_EDGES 8

/* A straight edge of a shadow: what is inside of it is negative. */
struct tes_shadow_edge {
    float x, y, c;                   /* the distance: x px + y py + c */
    float along_x, along_y, along_c; /* from 0 to 1 along the edge */
    float soft, softer;              /* how soft it is at its start, and how much more at its end */
};

/* The shadow of one thing, in its own axes (of a polycube: in the scene's). */
struct tes_shadow {
    const struct tes_thing *thing;
    const struct tes_model *model;
    float sun_x, sun_y; /* how far the way to the sun goes aside for each unit of height */
    float base, top;    /* height of the thing's base, and of its top above that */
    float middle_x, middle_y, reach; /* a circle around all of it */
    float width;                     /* how far from its middle line it reaches */
    float contact, contact_reach;    /* how far the thing darkens what it stands on */
    unsigned edge_count;
    struct tes_shadow_edge edges[TES_SHADOW_EDGES];
    struct tes_float_vector cubes[TES_SCENE_CUBES]; /* their middles */
};

/* False where the thing throws none. */
bool tes_shadow_of(const struct tes_scene *scene, const struct tes_model *model,
                   struct tes_shadow *shadow);

/* How much of the sun eight points of the ground see, 0 .. 1; `blur` is a length, the least
 * softness. It is only ever made less. */
void tes_shadow_cast(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                     const float y[TES_SURFACE_BLOCK], float blur, float sun[TES_SURFACE_BLOCK]);

/* The same for points above the ground: `height` is above the base of the thing, and (x, y) is
 * where the way from the sun through the point meets the plane of its base. */
void tes_shadow_cast_above(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                           const float y[TES_SURFACE_BLOCK], const float height[TES_SURFACE_BLOCK],
                           float blur, float sun[TES_SURFACE_BLOCK]);

/* And how much of the sky. */
void tes_shadow_touch(const struct tes_shadow *shadow, const float x[TES_SURFACE_BLOCK],
                      const float y[TES_SURFACE_BLOCK], float sky[TES_SURFACE_BLOCK]);

#endif

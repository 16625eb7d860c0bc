/*
 * eclipse.h: shadows of things on other things. Who can stand between a thing and the sun at all is
 * found once a picture; from there on it is the shadow on the ground (shadow.h), looked for from a
 * point above it. A thing's shadow on itself is the business of shade.h: what faces away from the
 * sun is dark.
 */
#ifndef TES_ECLIPSE_H
#define TES_ECLIPSE_H

#include "draw/scene/pattern.h"
#include "draw/scene/shadow.h"

/* One thing before the sun of another. A point of the darkened thing, in its own axes, becomes one
 * of the dark one's: how high it is there, and where the way from the sun through it goes on to the
 * plane of the dark one's base. */
struct tes_eclipse {
    const struct tes_shadow *shadow;
    struct tes_eclipse_axis {
        float x, y, z, c;
    } across, along, height;
};

/* All of them. */
struct tes_eclipses {
    struct tes_eclipse all[TES_SCENE_THINGS];
    unsigned count;
};

/* Whom of `shadows` a thing may have before its sun. */
void tes_eclipses_of(const struct tes_scene *scene, const struct tes_model *model,
                     const struct tes_shadow *shadows, unsigned shadow_count,
                     struct tes_eclipses *eclipses);

/* How much of the sun's light eight points have, above 0 and up to 1; `pixel` is a pixel's size at
 * depth 1. False where it is all of it: then `sun` is not touched. */
bool tes_eclipses_cast(const struct tes_eclipses *eclipses, const struct tes_surface_points *spots,
                       float pixel, float sun[TES_SURFACE_BLOCK]);

#endif

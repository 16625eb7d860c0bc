/*
 * eclipse.h: shadows of things on other things. Which things can throw a shadow on which others is
 * found once for each picture. The rest is computed as shadows on the ground (shadow.h), for points
 * above the ground. That a thing's own far side is dark is left to shade.h.
 */
#ifndef TES_ECLIPSE_H
#define TES_ECLIPSE_H

#include "draw/scene/shadow.h"
#include "draw/scene/surface.h"

/* One thing that may stand between another thing and the sun. The three axes turn a point of the
 * darkened thing, in its own axes, into the axes of the thing that throws the shadow: its height
 * there, and where the line from the sun through the point meets the plane of that thing's base. */
struct tes_eclipse {
    const struct tes_shadow *shadow;
    struct tes_eclipse_axis {
        float x, y, z, c;
    } across, along, height;
};

/* All things that may throw a shadow on one thing. */
struct tes_eclipses {
    struct tes_eclipse all[TES_SCENE_THINGS];
    unsigned count;
};

/* Finds those of `shadows` that may fall on a thing. */
void tes_eclipses_of(const struct tes_scene *scene, const struct tes_model *model,
                     const struct tes_shadow *shadows, unsigned shadow_count,
                     struct tes_eclipses *eclipses);

/* How much of the sun's light reaches eight points: above 0, at most 1; `pixel` is a pixel's size
 * at depth 1. False where all of them are fully lit: then `sun` is not written. */
bool tes_eclipses_cast(const struct tes_eclipses *eclipses, const struct tes_surface_points *spots,
                       float pixel, float sun[TES_SURFACE_BLOCK]);

#endif

/*
 * outline.h: which things overlap in a picture, without a ray: the outline of each is held between
 * lines in a few directions. Things that a line keeps apart do not overlap for certain; that others
 * do is only likely.
 */
#ifndef TES_OUTLINE_H
#define TES_OUTLINE_H

#include "core/scene/scene.h"

#define TES_OUTLINE_LINES 12

struct tes_outline {
    double low[TES_OUTLINE_LINES], high[TES_OUTLINE_LINES];
    double distance; /* from the eye to its middle */
};

/* The outlines of all things that are no discs; all of them have to be ahead of the viewer. */
void tes_outline_all(const struct tes_scene *scene, const struct tes_viewer *viewer,
                     struct tes_outline outlines[TES_SCENE_THINGS]);

/* Whether nothing that is nearer comes closer to a thing in the picture than `gap`: then all of it
 * is seen. */
bool tes_outline_is_open(const struct tes_scene *scene,
                         const struct tes_outline outlines[TES_SCENE_THINGS], unsigned thing,
                         double gap);

#endif

/*
 * scene_outline.h: which things may overlap in a picture, found without rays: the outline of each
 * is bounded by lines in a few directions. Things that a line separates certainly do not overlap;
 * others probably do.
 */
#ifndef TES_SCENE_OUTLINE_H
#define TES_SCENE_OUTLINE_H

#include "challenge/scene/scene.h"

#define TES_OUTLINE_LINES 12

struct tes_outline {
    double low[TES_OUTLINE_LINES], high[TES_OUTLINE_LINES];
    double distance; /* from the eye to its middle */
};

/* The bounds of a solid, which has to be in front of the viewer. */
void tes_outline_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                    struct tes_outline *outline);

/* Whether two outlines are certainly at least `gap` apart in the picture. */
bool tes_outline_are_apart(const struct tes_outline *a, const struct tes_outline *b, double gap);

#endif

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

/* The outline of a solid, which has to be ahead of the viewer. */
void tes_outline_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                    struct tes_outline *outline);

/* Whether two come nowhere closer in the picture than `gap`. */
bool tes_outline_are_apart(const struct tes_outline *a, const struct tes_outline *b, double gap);

#endif

/* sight.h: whether the shape of a figure can be told from where an eye is. */
#ifndef TES_SIGHT_H
#define TES_SIGHT_H

#include "core/scene/figure.h"

/* Whether the eye, at a place of the figure's grid, sees at least that share of every cube's
 * outline, and enough joints to tell how the cubes hang together. Along each axis, the eye has to
 * be beyond all cubes. */
bool tes_sight_is_clear(const struct tes_figure *figure, const double eye[3], double least);

#endif

/* sight.h: whether the shape of a figure can be told from where an eye is. */
#ifndef TES_SIGHT_H
#define TES_SIGHT_H

#include "core/scene/figure.h"

/* Which sides of each cube another one covers: bit 2 * axis for the side towards less of that axis,
 * the next one for the side towards more. */
void tes_sight_covered(const struct tes_figure *figure, uint8_t covered[TES_SCENE_CUBES]);

/* Whether at least that share of every cube could be seen by what is covered alone: false throws
 * away most of what tes_sight_is_clear would, and is much cheaper. */
bool tes_sight_could_be_clear(const struct tes_figure *figure,
                              const uint8_t covered[TES_SCENE_CUBES], const double eye[3],
                              double least);

/* Whether the eye, at a place of the figure's grid, sees at least that share of every cube's
 * outline, and enough joints to tell how the cubes hang together. Along each axis, the eye has to
 * be beyond all cubes. */
bool tes_sight_is_clear(const struct tes_figure *figure, const double eye[3], double least);

#endif

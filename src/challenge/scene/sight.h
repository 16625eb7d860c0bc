/* sight.h: whether the shape of a figure of cubes can be recognised from a place. */
#ifndef TES_SIGHT_H
#define TES_SIGHT_H

#include "challenge/scene/figure.h"

/* Which sides of each cube another cube covers: bit 2 * axis for the side in the negative direction
 * of that axis, bit 2 * axis + 1 for the other. */
void tes_sight_covered(const struct tes_figure *figure, uint8_t covered[TES_SCENE_CUBES]);

/* Whether enough of every cube could be seen as far as covered sides tell. A cheap test: false
 * rejects most of what tes_sight_is_clear() would. */
bool tes_sight_could_be_clear(const struct tes_figure *figure,
                              const uint8_t covered[TES_SCENE_CUBES], const double eye[3],
                              double least);

/* Whether the eye sees at least that share of every cube, and enough joints to tell how the
 * cubes are joined. `eye` is in coordinates of the figure's grid, and beyond all cubes along
 * each axis. */
bool tes_sight_is_clear(const struct tes_figure *figure, const double eye[3], double least);

#endif

/*
 * scene_figures.h: small drawings of every figure of cubes that a level can ask about, from a few
 * angles, and how unlike another drawing they are.
 */
#ifndef REDTEAM_SCENE_FIGURES_H
#define REDTEAM_SCENE_FIGURES_H

#include "tessera.h"

#define DRAWING_SIDE  32 /* pixels */
#define DRAWING_WORDS (DRAWING_SIDE * DRAWING_SIDE / 64)

/* The faces that are seen of a cube. */
enum { SHADE_TOP, SHADE_LEFT, SHADE_RIGHT, SHADES };

/* Where a figure's faces are: a bit for each pixel. */
struct drawing {
    uint64_t shades[SHADES][DRAWING_WORDS];
};

void drawing_put(struct drawing *drawing, unsigned shade, unsigned at);

/* Draws all figures of a level, unless that was done last. Returns how many names they have: a
 * figure and its mirror image have two, however they are turned. */
unsigned figures_draw(enum tes_difficulty difficulty);

/* How unlike a drawing is the best one of each name. */
void figures_compare(const struct drawing *drawing, unsigned *unlike);

#endif

/* grid.h: all the sprites of a challenge, each in its cell. */
#ifndef TES_SPRITES_GRID_H
#define TES_SPRITES_GRID_H

#include "draw/draw.h"

/* Draws any challenge whose detail is a `struct tes_sprites`. */
void tes_sprites_grid(const struct tes_challenge *challenge, struct tes_image *image);

#endif

/* sprite_grid.h: many sprites in one picture, each in its cell: a challenge's, or a whole sheet. */
#ifndef TES_SPRITE_GRID_H
#define TES_SPRITE_GRID_H

#include "challenge/sprites.h"

/* Paints any challenge whose detail is a `struct tes_sprites`. */
void tes_sprites_grid(const struct tes_challenge *challenge, struct tes_image *image);

/* Bytes that tes_sprites_sheet() needs for sprites of `side` pixels, at most TES_PAINT_SIDE. */
size_t tes_sprites_sheet_bound(unsigned side);

/* Paints a sheet of 4 x 4 sprites, with looks that `key` gives. `image->pixels` then lies at
 * `memory`. */
void tes_sprites_sheet(enum tes_sheet sheet, const uint8_t key[TES_KEY_BYTES], unsigned side,
                       void *memory, struct tes_image *image);

#endif

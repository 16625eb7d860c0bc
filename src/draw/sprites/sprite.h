/*
 * sprite.h: pictures of animals, people and things, painted from parameters: each call paints a new
 * one, with whatever pose, proportions, colours, marks and light the random numbers give.
 *
 * A painter of items/, animals/ or people/ paints one subject on a square of 100 x 100 units, whose
 * background is there already. It fills the square well (about 8 .. 92), reads at 80 pixels, and
 * may be turned a little and mirrored by the caller. Style: flat shapes with soft corners, a darker
 * line of the same hue around what matters, one shade on the side away from the light, one
 * highlight; no black lines.
 */
#ifndef TES_SPRITE_H
#define TES_SPRITE_H

#include "challenge/sprites.h"
#include "draw/paint/paint.h"

#define TES_SPRITE_UNITS 100.0F /* a sprite's square, in units */

/* How the sprites of a picture stand. */
struct tes_sprite_manner {
    float sway;     /* degrees that they are turned to either side, at most */
    bool evens_out; /* people hide among things: see below */
};

/* The manner of a challenge's sprites. In a crowd of things a person stands out by being large,
 * dark and busy, before any shape is looked at; `evens_out` makes people smaller and paler, and
 * things larger and darker, until the one is about like the other in that. */
struct tes_sprite_manner tes_sprite_manner(enum tes_difficulty difficulty, bool evens_out);

/* Paints a whole sprite on the painter's square: background, subject, and how it stands. */
void tes_sprite_paint(struct tes_paint *paint, struct tes_random *random, struct tes_sprite sprite,
                      struct tes_sprite_manner manner);

/* ---------------------------------------------------------- many sprites */

/* Paints any challenge whose detail is a `struct tes_sprites`. */
void tes_sprites_grid(const struct tes_challenge *challenge, struct tes_image *image);

/* Bytes that tes_sprites_sheet() needs for sprites of `side` pixels, at most TES_PAINT_SIDE. */
size_t tes_sprites_sheet_bound(unsigned side);

/* Paints a sheet of 4 x 4 sprites, with looks that `key` gives. `image->pixels` then lies at
 * `memory`. */
void tes_sprites_sheet(enum tes_sheet sheet, const uint8_t key[TES_KEY_BYTES], unsigned side,
                       void *memory, struct tes_image *image);

#endif

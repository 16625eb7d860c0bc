/*
 * sprite.h: pictures of animals, people and things, drawn from parameters: each call draws a new
 * one, with whatever pose, proportions, colours, marks and light the random numbers give.
 *
 * A painter of this folder draws one subject on a square of 100 x 100 units, whose background is
 * there already. It fills the square well (about 8 .. 92), reads at 80 pixels, and may be turned a
 * little and mirrored by the caller. Style: flat shapes with soft corners, a darker line of the
 * same hue around what matters, one shade on the side away from the light, one highlight; no black
 * lines.
 */
#ifndef TES_SPRITE_H
#define TES_SPRITE_H

#include "core/sprites.h"
#include "draw/paint.h"

#define TES_SPRITE_UNITS 100.0F /* a sprite's square, in units */

/* Draws an item or a decoy. */
typedef void tes_item_painter(struct tes_paint *paint, struct tes_random *random);

#define ITEM(name)  tes_item_painter tes_item_##name;
#define DECOY(name) tes_item_painter tes_item_##name;
#include "core/items.def"
#undef ITEM
#undef DECOY

/* Draws an animal of a species: one that threatens, or one that is plainly safe to approach. */
typedef void tes_animal_painter(struct tes_paint *paint, struct tes_random *random, bool is_safe);

#define SPECIES(name) tes_animal_painter tes_animal_##name;
#include "core/species.def"
#undef SPECIES

/* Draws a woman or a man, head and shoulders, with an emotion. */
void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                enum tes_emotion emotion);

/* Draws a whole sprite on the painter's square: background, subject, and how it stands: turned by
 * up to `sway` degrees to either side. */
void tes_sprite_paint(struct tes_paint *paint, struct tes_random *random, struct tes_sprite sprite,
                      float sway);

/* How far sprites are turned in a challenge of that difficulty, in degrees. */
float tes_sprite_sway(enum tes_difficulty difficulty);

#endif

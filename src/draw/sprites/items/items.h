/* items.h: the painters of items and decoys, one for each row of challenge/items.def. */
#ifndef TES_ITEMS_H
#define TES_ITEMS_H

#include "draw/sprites/kit/kit.h"

/* Paints one on the square of 100 x 100 units, with whatever proportions, colours and marks the
 * random numbers give. draw/sprites/sprite.h says how it should look. */
typedef void tes_item_painter(struct tes_paint *paint, struct tes_random *random);

#define ITEM(name)  tes_item_painter tes_item_##name;
#define DECOY(name) tes_item_painter tes_item_##name;
#include "challenge/items.def"
#undef ITEM
#undef DECOY

/* One way to paint an item, and a painter that picks one of them and a plain style. */
typedef void tes_item_variant(struct tes_paint *paint, struct tes_random *random,
                              const struct tes_style *style);
void tes_item_one_of(struct tes_paint *paint, struct tes_random *random,
                     tes_item_variant *const *variants, unsigned count);

#endif

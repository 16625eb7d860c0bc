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

/* Picks a plain style and one of the ways to paint an item. */
void tes_item_one_of(struct tes_paint *paint, struct tes_random *random,
                     tes_item_painter *const *variants, unsigned count);

/* The painter of an item that has several ways; a way that stands twice is picked twice as often.
 */
#define TES_ITEM_ONE_OF(painter, ...)                                                              \
    void painter(struct tes_paint *paint, struct tes_random *random)                               \
    {                                                                                              \
        static tes_item_painter *const VARIANTS[] = {__VA_ARGS__};                                 \
        tes_item_one_of(paint, random, TES_TABLE_ALL(VARIANTS));                                   \
    }

#endif

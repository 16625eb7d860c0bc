#include "draw/sprites/items/items.h"

void tes_item_one_of(struct tes_paint *paint, struct tes_random *random,
                     tes_item_painter *const *variants, unsigned count)
{
    tes_style_plain(paint, random);
    unsigned picked = tes_random_below(random, count);
    variants[picked](paint, random);
}

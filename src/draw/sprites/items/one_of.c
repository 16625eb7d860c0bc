#include "draw/sprites/items/items.h"

void tes_item_one_of(struct tes_paint *paint, struct tes_random *random,
                     tes_item_variant *const *variants, unsigned count)
{
    struct tes_style style = tes_style_plain(random);
    unsigned picked = tes_random_below(random, count);
    variants[picked](paint, random, &style);
}

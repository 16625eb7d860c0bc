#include "draw/sprites/sprite_silhouette.h"

#include "challenge/random.h"
#include "draw/sprites/items/items.h"
#include "draw/sprites/sprite_silhouette_own.h"

/* One of both painters. */
struct row {
    tes_item_painter *item;
    tes_silhouette_painter *own;
    uint8_t look; /* of an item: the seed of its looks */
};

static const struct row ROWS[TES_HIDDEN_SHAPES] = {
#define ITEM(name, look)               {tes_item_##name, NULL, look},
#define OWN(name, look)                {NULL, tes_silhouette_##name, look},
#define SHAPE(key, source, name, look) source(name, look)
#include "challenge/hidden_shapes.def"
#undef SHAPE
#undef OWN
#undef ITEM
};

void tes_silhouette_paint(struct tes_paint *paint, enum tes_hidden_shape shape)
{
    const struct row *row = &ROWS[shape];
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    paint->is_silhouette = true;
    if (row->item != NULL) {
        tes_key_from_seed(row->look, key);
        tes_random_start(&random, key);
        row->item(paint, &random);
        tes_random_end(&random);
    } else {
        row->own(paint);
    }
    paint->is_silhouette = false;
}

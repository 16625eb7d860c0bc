/* A sprite: its tile, its stance, and the painter that its row names. */
#include "draw/sprites/sprite.h"

static tes_item_painter *const ITEMS[] = {
#define ITEM(name)  tes_item_##name,
#define DECOY(name) tes_item_##name,
#include "core/items.def"
#undef ITEM
#undef DECOY
};

static tes_animal_painter *const ANIMALS[] = {
#define SPECIES(name) tes_animal_##name,
#include "core/species.def"
#undef SPECIES
};

/* Tiles are light and pale, so that no subject is lost on one; their pattern is paler still. */
static void paint_tile(struct tes_paint *paint, struct tes_random *random)
{
    float hue = tes_random_between(random, 0, 360);
    float saturation = tes_random_between(random, 0.25F, 0.6F);
    float lightness = tes_random_between(random, 0.86F, 0.93F);
    tes_colour tile = tes_colour_hsl(hue, saturation, lightness);
    tes_colour mark = tes_colour_shade(tile, 0.35F);
    unsigned pattern = tes_random_below(random, 5);
    float slant = tes_random_between(random, -40, 40);
    float size = tes_random_between(random, 5, 12);

    tes_path_box(paint, 2, 2, 96, 96, 12);
    tes_paint_fill(paint, tile);
    if (pattern == 0) {
        tes_path_box(paint, 2, 2, 96, 96, 12);
        tes_paint_clip(paint);
        unsigned stripes = 1 + (unsigned)(220 / (3 * size));
        for (unsigned i = 0; i < stripes; i++) {
            float at = -60 + 3 * size * (float)i;
            tes_paint_line(paint, (struct tes_point){at - slant, 0},
                           (struct tes_point){at + slant, 100}, size, mark);
        }
        tes_paint_unclip(paint);
    } else if (pattern == 1) {
        tes_paint_circle(paint, 50 + slant / 4, 52, 38, mark);
    } else if (pattern == 2) {
        tes_paint_ellipse(paint, 50, 86, 38, 8, tes_colour_shade(tile, -0.07F));
    }
}

float tes_sprite_sway(enum tes_difficulty difficulty)
{
    static const float DEGREES[] = {[TES_EASY] = 4, [TES_MEDIUM] = 9, [TES_HARD] = 20};
    return DEGREES[difficulty];
}

void tes_sprite_paint(struct tes_paint *paint, struct tes_random *random, struct tes_sprite sprite,
                      float sway)
{
    struct tes_matrix upright = paint->matrix;
    paint_tile(paint, random);
    float turn = tes_random_between(random, -sway, sway);
    float size = tes_random_between(random, 0.9F, 1.0F);
    bool is_mirrored = tes_random_chance(random, 2);
    tes_paint_turn(paint, 50, 50, turn);
    tes_paint_move(paint, 50, 50);
    tes_paint_scale(paint, is_mirrored ? -size : size, size);
    tes_paint_move(paint, -50, -50);
    if (sprite.sheet == TES_SHEET_ITEM)
        ITEMS[sprite.index](paint, random);
    else if (sprite.sheet == TES_SHEET_PREDATOR || sprite.sheet == TES_SHEET_SAFE)
        ANIMALS[sprite.index](paint, random, sprite.sheet == TES_SHEET_SAFE);
    else
        tes_person(paint, random, sprite.sheet == TES_SHEET_FEMALE, (enum tes_emotion)sprite.index);
    paint->matrix = upright;
}

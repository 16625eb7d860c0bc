/* A sprite: its tile, its stance, and the painter that its row names. */
#include "draw/sprites/sprite.h"

#include "draw/sprites/animals/animals.h"
#include "draw/sprites/items/items.h"
#include "draw/sprites/people/person.h"

static tes_item_painter *const ITEMS[] = {
#define ITEM(name)  tes_item_##name,
#define DECOY(name) tes_item_##name,
#include "challenge/items.def"
#undef ITEM
#undef DECOY
};

static tes_animal_painter *const ANIMALS[] = {
#define SPECIES(name) tes_animal_##name,
#include "challenge/species.def"
#undef SPECIES
};

/* What is painted on a tile beneath its subject. */
struct tile {
    tes_colour ground, mark;
    float slant, size;
};

/* Only those that fit whole: so nothing has to be clipped. */
static void paint_stripes(struct tes_paint *paint, const struct tile *tile)
{
    float lean = tile->slant / 2, reach = lean < 0 ? -lean : lean;
    unsigned stripes = (unsigned)((92 - 2 * reach) / (2.5F * tile->size));
    for (unsigned i = 0; i < stripes; i++) {
        float at = 4 + reach + 2.5F * tile->size * (float)i;
        tes_path_polygon(paint, TES_POINTS({at - lean, 2}, {at - lean + tile->size, 2},
                                           {at + lean + tile->size, 98}, {at + lean, 98}));
    }
    tes_paint_fill(paint, tile->mark);
}

static void paint_disc(struct tes_paint *paint, const struct tile *tile)
{
    tes_paint_circle(paint, 50 + tile->slant / 4, 52, 38, tile->mark);
}

static void paint_floor(struct tes_paint *paint, const struct tile *tile)
{
    tes_paint_ellipse(paint, 50, 86, 38, 8, tes_colour_shade(tile->ground, -0.07F));
}

static void paint_bands(struct tes_paint *paint, const struct tile *tile)
{
    for (unsigned i = 0; i < 4; i++)
        tes_path_box(paint, 2, 9 + tile->slant / 8 + 24 * (float)i, 96, tile->size, 0);
    tes_paint_fill(paint, tile->mark);
}

static void paint_dots(struct tes_paint *paint, const struct tile *tile)
{
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 4; column++)
            tes_path_ellipse(paint, 14 + 24 * (float)column, 18 + 32 * (float)row, tile->size / 2,
                             tile->size / 2);
    tes_paint_fill(paint, tile->mark);
}

static void paint_checks(struct tes_paint *paint, const struct tile *tile)
{
    for (unsigned row = 0; row < 4; row++)
        for (unsigned column = row % 2; column < 4; column += 2)
            tes_path_box(paint, 6 + 22 * (float)column, 6 + 22 * (float)row, 22, 22,
                         tile->size / 3);
    tes_paint_fill(paint, tile->mark);
}

/* Some tiles stay plain. */
static void (*const PATTERNS[])(struct tes_paint *paint, const struct tile *tile) = {
    paint_stripes, paint_disc, paint_floor, paint_bands, paint_dots, paint_checks,
};

enum { PATTERN_COUNT = sizeof PATTERNS / sizeof PATTERNS[0], PLAIN_COUNT = 1 };

/* Tiles are light and pale, so that no subject is lost on one; their pattern is a little lighter or
 * darker. */
static void paint_tile(struct tes_paint *paint, struct tes_random *random)
{
    struct tile tile;
    float hue = tes_random_between(random, 0, 360);
    float saturation = tes_random_between(random, 0.25F, 0.6F);
    float lightness = tes_random_between(random, 0.84F, 0.93F);
    tile.ground = tes_colour_hsl(hue, saturation, lightness);
    float contrast = tes_random_between(random, -0.16F, 0.4F);
    tile.mark = tes_colour_shade(tile.ground, contrast);
    unsigned pattern = tes_random_below(random, PATTERN_COUNT + PLAIN_COUNT);
    tile.slant = tes_random_between(random, -40, 40);
    tile.size = tes_random_between(random, 5, 12);
    tes_path_box(paint, 2, 2, 96, 96, 12);
    tes_paint_fill(paint, tile.ground);
    if (pattern < PATTERN_COUNT)
        PATTERNS[pattern](paint, &tile);
}

/* How large and how dark a subject is painted. */
struct tone {
    float size_least, size_most;
    float lift_least, lift_most;
};

static const struct tone PLAIN = {0.9F, 1.0F, -15, 20}, THING = {0.96F, 1.1F, -50, 20},
                         PERSON = {0.74F, 0.88F, 0, 50};

static struct tone tone_of(struct tes_sprite sprite, struct tes_sprite_manner manner)
{
    if (!manner.evens_out)
        return PLAIN;
    return sprite.sheet == TES_SHEET_ITEM ? THING : PERSON;
}

static void paint_subject(struct tes_paint *paint, struct tes_random *random,
                          struct tes_sprite sprite)
{
    if (sprite.sheet == TES_SHEET_ITEM)
        ITEMS[sprite.index](paint, random);
    else if (sprite.sheet == TES_SHEET_PREDATOR || sprite.sheet == TES_SHEET_SAFE)
        ANIMALS[sprite.index](paint, random, sprite.sheet == TES_SHEET_SAFE);
    else
        tes_person(paint, random, sprite.sheet == TES_SHEET_FEMALE, (enum tes_emotion)sprite.index);
}

struct tes_sprite_manner tes_sprite_manner(enum tes_difficulty difficulty, bool evens_out)
{
    static const float DEGREES[] = {[TES_EASY] = 4, [TES_MEDIUM] = 9, [TES_HARD] = 20};
    return (struct tes_sprite_manner){DEGREES[difficulty], evens_out};
}

void tes_sprite_paint(struct tes_paint *paint, struct tes_random *random, struct tes_sprite sprite,
                      struct tes_sprite_manner manner)
{
    struct tes_matrix upright = paint->matrix;
    struct tone tone = tone_of(sprite, manner);
    paint_tile(paint, random);
    float turn = tes_random_between(random, -manner.sway, manner.sway);
    float size = tes_random_between(random, tone.size_least, tone.size_most);
    float lift = tes_random_between(random, tone.lift_least, tone.lift_most);
    bool is_mirrored = tes_random_chance(random, 2);
    tes_paint_turn(paint, 50, 50, turn);
    tes_paint_scale_at(paint, TES_POINT(50, 50), is_mirrored ? -size : size, size);
    paint->lift = (int)lift;
    paint_subject(paint, random, sprite);
    paint->lift = 0;
    paint->matrix = upright;
}

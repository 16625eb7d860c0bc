/* Fruit that grows on trees: apple, pear and cherries. */
#include "draw/sprites/items/items.h"

static const tes_rgb LEAVES[] = {0x6DB33F, 0x4E9F3D, 0x8CBF3F, 0x3E8E5A};

/* What apples and pears share. */
struct orchard {
    struct tes_shape shape;
    tes_colour skin, blush, leaf, stem, flesh;
    float lean; /* of the stem */
    unsigned leaves;
    bool is_halved, has_freckles, has_streaks;
};

static struct orchard pick_orchard(struct tes_paint *paint, struct tes_random *random,
                                   const tes_rgb *skins, unsigned count)
{
    tes_style_warm(paint, random);
    struct orchard look = {0};
    look.skin = tes_palette_tint(random, skins, count);
    look.blush = tes_palette_tint(random, skins, count);
    look.leaf = tes_palette_tint(random, TES_TABLE_ALL(LEAVES));
    look.stem = TES_PALETTE_TINT(random, 0x8A5A33, 0x6B4A2B, 0x7A7A35);
    look.flesh = TES_PALETTE_TINT(random, 0xFFF0D0, 0xFBE6BE, 0xFFF3DF);
    look.lean = tes_random_between(random, -7, 7);
    look.leaves = tes_random_below(random, 5);
    look.is_halved = tes_random_chance(random, 4);
    look.has_freckles = tes_random_chance(random, 3);
    look.has_streaks = !look.has_freckles && tes_random_chance(random, 2);
    return look;
}

/* The second colour of the skin comes in from the side away from the light, and in streaks. */
static void paint_blush(struct tes_paint *paint, const struct orchard *look, float y)
{
    float side = paint->style.light.x < 0 ? 1 : -1;
    tes_shape_clip(paint, look->shape);
    tes_paint_ellipse(paint, 50 + 36 * side, y + 6, 31, 40, tes_colour_alpha(look->blush, 0.35F));
    if (look->has_streaks) {
        for (unsigned i = 0; i < 3; i++) {
            float x = 50 + side * (4 + 9 * (float)i);
            tes_path_bend(paint, TES_POINT(x, y - 14 + 3 * (float)i), TES_POINT(x + 5 * side, y),
                          TES_POINT(x + 3 * side, y + 15 - 3 * (float)i));
        }
        tes_paint_stroke(paint, 2.6F, false, tes_colour_alpha(look->blush, 0.55F));
    }
    tes_paint_unclip(paint);
}

static void paint_freckles(struct tes_paint *paint, const struct orchard *look, struct tes_point at)
{
    tes_part_dots(paint,
                  TES_POINTS({-14, -6}, {2, 0}, {13, -9}, {-8, 9}, {9, 12}, {-1, 20}, {18, 4}),
                  TES_POINT(at.x, at.y), TES_POINT(1.3F, 1.3F),
                  tes_colour_alpha(tes_colour_shade(look->skin, -0.35F), 0.7F));
}

/* Cut in two: pale flesh, and the core as one leaf-shaped hollow. */
static void paint_half(struct tes_paint *paint, const struct orchard *look, struct tes_point core,
                       float core_height)
{
    struct tes_matrix before = paint->matrix;
    tes_paint_scale_at(paint, TES_POINT(50, 55), 0.86F, 0.87F);
    tes_shape_fill(paint, look->shape, look->flesh);
    paint->matrix = before;
    tes_colour hollow = tes_colour_mix(look->flesh, TES_RGB(0xC98B4A), 0.35F);
    tes_path_start(paint, core.x, core.y - core_height);
    tes_path_quad(paint, core.x + core_height * 1.2F, core.y, core.x, core.y + core_height);
    tes_path_quad(paint, core.x - core_height * 1.2F, core.y, core.x, core.y - core_height);
    tes_paint_fill_stroke(paint, hollow, 2, tes_colour_shade(hollow, -0.25F));
    tes_path_ellipse(paint, core.x + 3.2F, core.y + 1, 2.2F, 4.6F);
    tes_path_ellipse(paint, core.x - 3.2F, core.y + 1, 2.2F, 4.6F);
    tes_paint_fill(paint, TES_RGB(0x6B3F22));
}

static void paint_stem(struct tes_paint *paint, const struct orchard *look, float y)
{
    float tip = 50 + look->lean;
    const struct tes_point stem[] = {{50, y}, {50 + look->lean * 0.3F, y - 7}, {tip, y - 15}};
    tes_shape_curve(paint, TES_SHAPE_SMOOTH(stem), 4.5F, tes_style_edge(paint, look->stem));
    struct tes_point foot = {50 + look->lean * 0.2F, y - 5};
    if (look->leaves > 0)
        tes_part_leaf(paint, foot, TES_POINT(foot.x + 23, foot.y - 9 + look->lean * 0.6F), 13,
                      look->leaf);
    if (look->leaves > 3)
        tes_part_leaf(paint, foot, TES_POINT(foot.x - 20, foot.y - 6), 12, look->leaf);
}

void tes_item_apple(struct tes_paint *paint, struct tes_random *random)
{
    static const tes_rgb SKINS[] = {0xE5413B, 0xC9302C, 0x9CC93F, 0xF2C14B, 0xEE7B6C, 0xE8A05A};
    struct orchard look = pick_orchard(paint, random, TES_TABLE_ALL(SKINS));
    float width = tes_random_between(random, 34, 39);
    float top = tes_random_between(random, 27, 32);
    float waist = tes_random_between(random, 46, 53);
    float foot = tes_random_between(random, 17, 23);
    look.shape =
        TES_SHAPE_LATHED(0, {0, top + 5}, {14, top - 2}, {width - 5, top + 5}, {width, waist},
                         {width - 6, 72}, {foot, 88}, {foot - 11, 90}, {0, 87});
    tes_body_fill(paint, look.shape, look.skin);
    if (look.is_halved)
        paint_half(paint, &look, TES_POINT(50, 60), 15);
    else
        paint_blush(paint, &look, 58);
    tes_outline_edge(paint, look.shape, look.skin);
    if (!look.is_halved) {
        if (look.has_freckles)
            paint_freckles(paint, &look, TES_POINT(50, 58));
        tes_light_shine(paint, TES_POINT(50, 57), TES_POINT(width - 9, 22), 4.5F);
        tes_path_arc(paint, TES_POINT(50, top), 12, 7, 25, 155);
        tes_paint_stroke(paint, paint->style.line * 0.8F, false, tes_style_edge(paint, look.skin));
    }
    paint_stem(paint, &look, top + 6);
}

void tes_item_pear(struct tes_paint *paint, struct tes_random *random)
{
    static const tes_rgb SKINS[] = {0xC5D44A, 0x9DBF45, 0xE8C553, 0xD9A566, 0xE0926A, 0xC98B52};
    struct orchard look = pick_orchard(paint, random, TES_TABLE_ALL(SKINS));
    float belly = tes_random_between(random, 29, 36);
    float neck = tes_random_between(random, 14, 19);
    float top = tes_random_between(random, 21, 25);
    float waist = tes_random_between(random, 42, 47);
    look.shape =
        TES_SHAPE_LATHED(0, {0, top}, {neck - 5, top + 4}, {neck, waist - 9}, {neck + 4, waist},
                         {belly - 2, 60}, {belly, 72}, {belly - 9, 86}, {10, 91}, {0, 90});
    tes_body_fill(paint, look.shape, look.skin);
    if (look.is_halved)
        paint_half(paint, &look, TES_POINT(50, 69), 12);
    else
        paint_blush(paint, &look, 68);
    tes_outline_edge(paint, look.shape, look.skin);
    if (!look.is_halved) {
        if (look.has_freckles)
            paint_freckles(paint, &look, TES_POINT(49, 66));
        tes_light_shine(paint, TES_POINT(50, 72), TES_POINT(belly - 9, 16), 4.5F);
    }
    paint_stem(paint, &look, top + 3);
}

/* -------------------------------------------------------------- cherries */

struct cherry {
    struct tes_point centre;
    float radius;
    tes_colour colour;
};

static void paint_cherry(struct tes_paint *paint, const struct cherry *cherry)
{
    struct tes_point at = cherry->centre;
    float r = cherry->radius;
    tes_body_paint(
        paint,
        TES_SHAPE_BLOB({at.x, at.y - r * 0.86F}, {at.x + r * 0.6F, at.y - r * 0.9F},
                       {at.x + r * 1.04F, at.y - r * 0.2F}, {at.x + r * 0.72F, at.y + r * 0.7F},
                       {at.x, at.y + r}, {at.x - r * 0.72F, at.y + r * 0.7F},
                       {at.x - r * 1.04F, at.y - r * 0.2F}, {at.x - r * 0.6F, at.y - r * 0.9F}),
        cherry->colour);
    tes_light_shine(paint, at, TES_POINT(r * 0.62F, r * 0.62F), 4);
    tes_path_arc(paint, TES_POINT(at.x, at.y - r * 0.95F), r * 0.36F, r * 0.22F, 20, 160);
    tes_paint_stroke(paint, 2.2F, false, tes_style_edge(paint, cherry->colour));
}

static void paint_cherry_stem(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                              tes_colour colour)
{
    tes_path_bend(paint, from, TES_POINT(from.x + (to.x - from.x) * 0.15F, to.y + 14), to);
    tes_paint_stroke(paint, 3.6F, false, colour);
}

void tes_item_cherries(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    tes_colour skin = TES_PALETTE_TINT(random, 0xD8243C, 0xB3173A, 0xE8505B, 0x8E1F3F, 0xF0907A);
    tes_colour leaf = tes_palette_tint(random, TES_TABLE_ALL(LEAVES));
    unsigned count = tes_random_chance(random, 4) ? 3 : 2;
    unsigned leaves = tes_random_below(random, 3);
    struct tes_point knot = {50, 12};
    knot.x += tes_random_between(random, -8, 12);
    struct cherry cherries[3];
    for (unsigned i = 0; i < count; i++) {
        float spread = count == 3 ? 28 : 44;
        cherries[i].radius = tes_random_between(random, 18, 21) - (count == 3 ? 3.5F : 0);
        cherries[i].centre.x = 50 + spread * ((float)i - (float)(count - 1) / 2);
        cherries[i].centre.y = tes_random_between(random, 64, 71) + (i == 1 ? 2.0F : -3.0F);
        cherries[i].colour = tes_colour_shade(skin, tes_random_between(random, -0.1F, 0.1F));
    }
    tes_colour stem = tes_colour_shade(leaf, -0.35F);
    for (unsigned i = 0; i < count; i++)
        paint_cherry(paint, &cherries[i]);
    for (unsigned i = 0; i < count; i++)
        paint_cherry_stem(
            paint,
            TES_POINT(cherries[i].centre.x, cherries[i].centre.y - cherries[i].radius * 0.8F), knot,
            stem);
    tes_part_leaf(paint, knot, TES_POINT(knot.x + 31, knot.y + 7), 17, leaf);
    if (leaves == 2)
        tes_part_leaf(paint, knot, TES_POINT(knot.x - 27, knot.y + 8), 15, leaf);
}

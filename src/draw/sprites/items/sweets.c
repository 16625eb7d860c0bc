/* Sweets: ice cream and cupcake. */
#include "draw/sprites/items/items.h"

static const tes_rgb CREAMS[] = {0xF7A8B8, 0xFFF0CF, 0x8A5638, 0xB5E0C5,
                                 0xF2C79C, 0xD8B4E2, 0xE88F8F, 0xB07A4E};
static const tes_rgb TOPPINGS[] = {0xD8243C, 0x6B3F26, 0xF06A8A, 0xFFC23D};

/* ------------------------------------------------------------- ice cream */

struct ice_cream {
    tes_colour creams[3], wafer, cup, topping;
    struct tes_pattern_look pattern;
    unsigned scoops;
    bool has_cherry, has_sprinkles, has_sauce;
};

/* A ball of ice cream with a scalloped lower edge. */
static void paint_scoop(struct tes_paint *paint, struct tes_point at, float radius,
                        tes_colour colour)
{
    struct tes_point points[16];
    unsigned count = 0;
    for (unsigned i = 0; i <= 8; i++) {
        float angle = 170 + 25 * (float)i;
        points[count++] =
            TES_POINT(at.x + radius * tes_number_cos(angle), at.y + radius * tes_number_sin(angle));
    }
    for (unsigned i = 0; i < 7; i++) {
        float x = at.x + radius * (1.08F - 0.36F * (float)i);
        float y = at.y + radius * (i % 2 == 0 ? 0.52F : 0.3F);
        points[count++] = TES_POINT(x, y);
    }
    tes_body_paint(paint, TES_SHAPE_SMOOTH(points), colour);
    tes_light_shine(paint, at, TES_POINT(radius * 0.64F, radius * 0.64F), 3.6F);
}

static void paint_sprinkles(struct tes_paint *paint, struct tes_point at, float radius)
{
    static const struct tes_point PLACES[] = {{-0.5F, -0.1F}, {0.05F, -0.35F}, {0.5F, -0.05F},
                                              {0.15F, 0.1F},  {-0.2F, -0.66F}, {0.4F, -0.58F}};
    static const tes_rgb COLOURS[] = {0xE5484D, 0x4A90C2, 0xF2B233};
    for (unsigned colour = 0; colour < 3; colour++) {
        for (unsigned i = colour; i < 6; i += 3) {
            struct tes_point from = {at.x + PLACES[i].x * radius, at.y + PLACES[i].y * radius};
            tes_path_segment(paint, from, TES_POINT(from.x + (i % 2 == 0 ? 3 : -2), from.y + 3));
        }
        tes_paint_stroke(paint, 2.6F, false, TES_RGB(COLOURS[colour]));
    }
}

static void paint_cherry_on_top(struct tes_paint *paint, float y, tes_colour colour)
{
    tes_shape_curve(paint, TES_SHAPE_BLOB({50, y - 4}, {52, y - 9}, {57, y - 10}), 2.6F,
                    tes_style_edge(paint, colour));
    tes_body_disc(paint, TES_POINT(50, y), TES_POINT(6.5F, 6.5F), colour);
}

static void paint_cone(struct tes_paint *paint, const struct ice_cream *look, float top)
{
    struct tes_shape shape = TES_SHAPE_LATHED(3, {22, top}, {0, 95});
    tes_body_fill(paint, shape, look->wafer);
    tes_shape_clip(paint, shape);
    for (int i = -2; i <= 3; i++) {
        float x = 44 + 11 * (float)i;
        tes_path_segment(paint, TES_POINT(x, top - 2), TES_POINT(x + 24, 96));
        tes_path_segment(paint, TES_POINT(x + 12, top - 2), TES_POINT(x - 12, 96));
    }
    tes_paint_stroke(paint, 1.8F, false, tes_colour_shade(look->wafer, -0.25F));
    tes_outline_end(paint, shape, look->wafer);
}

/* One to three scoops in a cone; the lowest is the largest. */
static void paint_cornet(struct tes_paint *paint, const struct ice_cream *look)
{
    static const float SIZES[] = {28, 25, 21.5F}, LOWEST[] = {42, 52, 58};
    float radius = SIZES[look->scoops - 1], y = LOWEST[look->scoops - 1];
    paint_cone(paint, look, y + 6);
    for (unsigned i = 0; i < look->scoops; i++) {
        paint_scoop(paint, TES_POINT(50, y), radius, look->creams[i]);
        if (look->has_sprinkles && i + 1 == look->scoops)
            paint_sprinkles(paint, TES_POINT(50, y), radius);
        y -= radius * 0.82F;
        radius *= 0.92F;
    }
    if (look->has_cherry && look->scoops < 3)
        paint_cherry_on_top(paint, y - 2, look->topping);
}

/* Scoops in a glass or paper cup. */
static void paint_sundae(struct tes_paint *paint, const struct ice_cream *look)
{
    struct tes_shape cup =
        TES_SHAPE_LATHED(4, {31, 55}, {22, 80}, {10, 84}, {20, 89}, {20, 92}, {0, 92});
    tes_outline_cord(paint, TES_SHAPE_BLOB({66, 40}, {74, 12}), 6, look->wafer);
    if (look->scoops == 3)
        paint_scoop(paint, TES_POINT(50, 28), 17, look->creams[2]);
    paint_scoop(paint, TES_POINT(35, 47), 18.5F, look->creams[0]);
    paint_scoop(paint, TES_POINT(65, 47), 18.5F, look->creams[1]);
    if (look->has_cherry)
        paint_cherry_on_top(paint, look->scoops == 3 ? 14 : 30, look->topping);
    tes_body_fill(paint, cup, look->cup);
    tes_shape_clip(paint, cup);
    tes_pattern_paint(paint, &look->pattern, TES_POINT(10, 55), TES_POINT(90, 84));
    tes_outline_end(paint, cup, look->cup);
}

/* On a stick, with a glaze over its upper part and a bite gone. */
static void paint_lolly(struct tes_paint *paint, const struct ice_cream *look)
{
    struct tes_shape body = TES_SHAPE_CORNERED(11, {28, 8}, {60, 8}, {62, 18}, {68, 21}, {70, 28},
                                               {76, 32}, {76, 72}, {24, 72}, {24, 24}),
                     glaze = TES_SHAPE_CORNERED(6, {20, 0}, {80, 0}, {80, 46}, {70, 52}, {62, 44},
                                                {54, 56}, {44, 46}, {36, 54}, {20, 44});
    tes_outline_cord(paint, TES_SHAPE_BLOB({50, 70}, {50, 90}), 9, look->wafer);
    tes_body_fill(paint, body, look->creams[0]);
    tes_shape_clip(paint, body);
    if (look->has_sauce) {
        tes_shape_path(paint, glaze);
        tes_paint_fill_stroke(paint, look->creams[1], 2.4F, tes_style_edge(paint, look->creams[1]));
    } else {
        tes_pattern_paint(paint, &look->pattern, TES_POINT(20, 10), TES_POINT(80, 72));
    }
    tes_outline_end(paint, body, look->creams[0]);
    if (look->has_sprinkles)
        paint_sprinkles(paint, TES_POINT(48, 34), 22);
    tes_paint_line(paint, TES_POINT(33, 24), TES_POINT(33, 38), 4,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), 0.6F));
}

void tes_item_ice_cream(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct ice_cream look = {0};
    for (unsigned i = 0; i < 3; i++)
        look.creams[i] = tes_palette_tint(random, TES_TABLE_ALL(CREAMS));
    look.wafer = TES_PALETTE_TINT(random, 0xE2A95F, 0xD39449, 0xEDBF83);
    look.cup = TES_PALETTE_TINT(random, 0x7CC4D8, 0xF29FB0, 0xF5D28A, 0xA5CF8F, 0xE9C9A8);
    look.topping = tes_palette_tint(random, TES_TABLE_ALL(TOPPINGS));
    look.pattern = tes_pattern_glaze(random, tes_colour_shade(look.cup, 0.55F));
    look.has_cherry = tes_random_chance(random, 2);
    look.has_sprinkles = tes_random_chance(random, 2);
    look.has_sauce = tes_random_chance(random, 2);
    look.scoops = 1 + tes_random_below(random, 3);
    unsigned variant = tes_random_below(random, 5);
    if (variant < 3)
        paint_cornet(paint, &look);
    else if (variant == 3)
        paint_sundae(paint, &look);
    else
        paint_lolly(paint, &look);
}

/* --------------------------------------------------------------- cupcake */

struct cupcake {
    tes_colour frosting, wrapper, topping;
    float width;
    unsigned tiers, pleats;
    bool has_cherry, has_sprinkles;
};

static void paint_wrapper(struct tes_paint *paint, const struct cupcake *look)
{
    float w = look->width - 4;
    struct tes_shape shape = TES_SHAPE_LATHED(3, {w, 58}, {w - 7, 92}, {0, 92});
    tes_body_fill(paint, shape, look->wrapper);
    for (unsigned i = 1; i < look->pleats; i++) {
        float share = 2 * (float)i / (float)look->pleats - 1;
        tes_path_segment(paint, TES_POINT(50 + share * w, 60), TES_POINT(50 + share * (w - 7), 90));
    }
    tes_paint_stroke(paint, 2.4F, false, tes_colour_shade(look->wrapper, -0.24F));
    tes_outline_edge(paint, shape, look->wrapper);
}

/* Frosting: fat rings, each smaller than the one beneath; or one smooth dome of cake. */
static void paint_frosting(struct tes_paint *paint, const struct cupcake *look)
{
    for (unsigned i = 0; i < look->tiers; i++) {
        float w = look->width * (1 - 0.27F * (float)i) + (look->tiers == 1 ? 2 : 0);
        float y = 55 - 13.5F * (float)i, top = look->tiers == 1 ? 34 : 13;
        tes_body_paint(paint,
                       TES_SHAPE_LATHED(0, {0, y - top}, {w * 0.7F, y - top * 0.72F}, {w, y},
                                        {w * 0.78F, y + 9}, {w * 0.3F, y + 7}, {0, y + 10}),
                       look->frosting);
    }
}

void tes_item_cupcake(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct cupcake look = {0};
    look.frosting = tes_palette_tint(random, TES_TABLE_ALL(CREAMS));
    look.wrapper =
        TES_PALETTE_TINT(random, 0x6FB7D6, 0xF7C948, 0xE57A8A, 0x8B5E3C, 0x9BCB8C, 0xE8C49A);
    look.topping = tes_palette_tint(random, TES_TABLE_ALL(TOPPINGS));
    look.width = tes_random_between(random, 31, 37);
    look.tiers = 1 + tes_random_below(random, 3);
    look.pleats = 5 + tes_random_below(random, 3);
    look.has_cherry = tes_random_chance(random, 2);
    look.has_sprinkles = tes_random_chance(random, 2) || (look.tiers == 1 && !look.has_cherry);
    float peak = look.tiers == 1 ? 21 : look.tiers == 2 ? 28 : 16;
    paint_wrapper(paint, &look);
    paint_frosting(paint, &look);
    if (look.has_sprinkles)
        paint_sprinkles(paint, TES_POINT(50, 52), look.width * 0.8F);
    if (look.has_cherry)
        paint_cherry_on_top(paint, peak - 3, look.topping);
}

/* What is served: egg and pizza. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------- egg */

struct egg {
    tes_colour shell, yolk, cup;
    struct tes_pattern_look pattern;
    float width;
    bool has_freckles;
};

/* Fried: the white runs out around the yolk, a little differently each time. */
static void paint_fried_egg(struct tes_paint *paint, struct tes_random *random,
                            const struct egg *look)
{
    struct tes_point white[9];
    for (unsigned i = 0; i < 9; i++) {
        float angle = 40 * (float)i;
        float reach = tes_random_between(random, 33, 45);
        white[i].x = 50 + reach * tes_number_cos(angle);
        white[i].y = 52 + reach * 0.92F * tes_number_sin(angle);
    }
    struct tes_shape shape = TES_SHAPE_SMOOTH(white);
    struct tes_point yolk = {50, 50};
    yolk.x += tes_random_between(random, -6, 6);
    yolk.y += tes_random_between(random, -5, 5);
    float radius = look->width * 0.6F;
    tes_body_paint(paint, shape, tes_colour_mix(look->shell, TES_RGB(0xFFFFFF), 0.85F));
    tes_body_disc(paint, yolk, TES_POINT(radius, radius * 0.94F), look->yolk);
    tes_light_shine(paint, yolk, TES_POINT(radius * 0.6F, radius * 0.56F), 4);
}

static void paint_shell(struct tes_paint *paint, const struct egg *look)
{
    float w = look->width;
    tes_body_paint(paint,
                   TES_SHAPE_LATHED(0, {0, 9}, {w * 0.55F, 15}, {w * 0.92F, 34}, {w, 50},
                                    {w * 0.8F, 66}, {0, 74}),
                   look->shell);
    if (look->has_freckles) {
        tes_part_dots(paint, TES_POINTS({-11, 34}, {4, 24}, {12, 37}, {-5, 44}, {15, 48}),
                      TES_POINT(50, 0), TES_POINT(1.9F, 1.5F),
                      tes_colour_shade(look->shell, -0.3F));
    }
    tes_light_shine(paint, TES_POINT(50, 40), TES_POINT(w * 0.66F, 22), 4);
}

/* Its top is off, and the yolk shows above a jagged edge. */
static void paint_opened_shell(struct tes_paint *paint, const struct egg *look)
{
    float w = look->width;
    tes_path_ellipse(paint, 50, 33, w * 0.86F, 15);
    tes_paint_fill_stroke(paint, TES_RGB(0xFFF9EC), paint->style.line,
                          tes_style_edge(paint, look->shell));
    tes_paint_ellipse(paint, 50, 31, w * 0.55F, 10, look->yolk);
    tes_body_paint(paint,
                   TES_SHAPE_CORNERED(2, {50 - w * 0.92F, 30}, {50 - w * 0.6F, 39},
                                      {50 - w * 0.34F, 32}, {50, 42}, {50 + w * 0.3F, 33},
                                      {50 + w * 0.6F, 40}, {50 + w * 0.92F, 30}, {50 + w, 50},
                                      {50 + w * 0.72F, 66}, {50 - w * 0.72F, 66}, {50 - w, 50}),
                   look->shell);
}

static void paint_egg_cup(struct tes_paint *paint, const struct egg *look)
{
    float w = look->width + 4;
    struct tes_shape shape =
        TES_SHAPE_LATHED(4, {w, 54}, {w - 3, 66}, {12, 75}, {8, 80}, {22, 88}, {22, 92}, {0, 92});
    tes_body_fill(paint, shape, look->cup);
    tes_shape_clip(paint, shape);
    tes_pattern_paint(paint, &look->pattern, TES_POINT(15, 54), TES_POINT(85, 78));
    tes_outline_end(paint, shape, look->cup);
}

void tes_item_egg(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct egg look = {0};
    look.shell = TES_PALETTE_TINT(random, 0xF3C9A0, 0xFBE8D3, 0xE0A878, 0xF7D9C4, 0xC98F66);
    look.yolk = TES_PALETTE_TINT(random, 0xFFC22E, 0xFFA62B, 0xFFD34D);
    look.cup = TES_PALETTE_TINT(random, 0x5BA7C9, 0xE88A9A, 0x8CBF8A, 0xC98B5A, 0x8A7AC0, 0xF2E2C9);
    tes_colour mark = TES_PALETTE_TINT(random, 0xFFF6E5, 0xE5584A, 0x4A6FA5);
    look.pattern = tes_pattern_glaze(random, mark);
    look.width = tes_random_between(random, 24, 30);
    look.has_freckles = tes_random_chance(random, 3);
    unsigned variant = tes_random_below(random, 5);
    if (variant < 2) {
        paint_fried_egg(paint, random, &look);
        return;
    }
    if (variant == 2)
        paint_opened_shell(paint, &look);
    else
        paint_shell(paint, &look);
    paint_egg_cup(paint, &look);
}

/* ----------------------------------------------------------------- pizza */

struct pizza {
    tes_colour crust, cheese, sausage, herb;
    float width, slant;
    bool has_olives, has_herbs;
};

static void paint_toppings(struct tes_paint *paint, const struct pizza *look,
                           const struct tes_point *places, unsigned count)
{
    tes_colour edge = tes_style_edge(paint, look->sausage);
    for (unsigned i = 0; i < count; i++)
        tes_path_ellipse(paint, places[i].x, places[i].y, 6.6F, 6.2F);
    tes_paint_fill_stroke(paint, look->sausage, 2, edge);
    for (unsigned i = 0; i < count && look->has_herbs; i++)
        tes_path_ellipse(paint, places[i].x + 9, places[i].y + 7, 3.6F, 2);
    tes_paint_fill(paint, look->herb);
    for (unsigned i = 0; i < count && look->has_olives; i++)
        tes_path_ellipse(paint, places[i].x - 10, places[i].y + 6, 2.6F, 2.6F);
    tes_paint_stroke(paint, 2, true, TES_RGB(0x4A3B30));
}

static void paint_pizza_slice(struct tes_paint *paint, const struct pizza *look)
{
    float w = look->width, tip = 50 + look->slant;
    /* The cheese drips over one side. */
    const struct tes_point cheese[] = {{50 - w, 24},         {50 + w, 24},
                                       {50 + w * 0.62F, 52}, {50 + w * 0.6F, 66},
                                       {50 + w * 0.42F, 64}, {tip, 92}};
    struct tes_shape shape = TES_SHAPE_ROUNDED(cheese, 4);
    tes_body_fill(paint, shape, look->cheese);
    tes_shape_clip(paint, shape);
    paint_toppings(paint, look, TES_POINTS({33, 30}, {54, 39}, {69, 34}, {42, 54}, {53, 70}));
    tes_outline_end(paint, shape, look->cheese);
    const struct tes_point crust[] = {{50 - w - 1, 23}, {50, 15}, {50 + w + 1, 23}};
    tes_outline_cord(paint, TES_SHAPE_SMOOTH(crust), 12, look->crust);
}

/* A whole one from above, with one piece taken. */
static void paint_pizza_round(struct tes_paint *paint, const struct pizza *look)
{
    float from = look->slant * 2 - 20, to = from + 310;
    for (unsigned ring = 0; ring < 2; ring++) {
        float radius = ring == 0 ? 41 : 33;
        tes_colour colour = ring == 0 ? look->crust : look->cheese;
        tes_path_arc(paint, TES_POINT(50, 50), radius, radius, from, from + 155);
        for (unsigned i = 1; i <= 12; i++) {
            float angle = from + 155 + 155 * (float)i / 12;
            tes_path_line(paint, 50 + radius * tes_number_cos(angle),
                          50 + radius * tes_number_sin(angle));
        }
        tes_path_line(paint, 50 + 3 * tes_number_cos(to + 25), 50 + 3 * tes_number_sin(to + 25));
        if (ring == 0)
            tes_paint_fill_stroke(paint, colour, paint->style.line + 1,
                                  tes_style_edge(paint, look->crust));
        else
            tes_paint_fill_stroke(paint, colour, 1.5F, tes_colour_shade(colour, -0.15F));
    }
    for (unsigned i = 1; i < 6; i++) {
        float angle = from + 310 * (float)i / 6;
        tes_path_segment(
            paint, TES_POINT(50, 50),
            TES_POINT(50 + 34 * tes_number_cos(angle), 50 + 34 * tes_number_sin(angle)));
    }
    tes_paint_stroke(paint, 1.6F, false, tes_colour_shade(look->cheese, -0.25F));
    paint_toppings(paint, look,
                   TES_POINTS({47, 27}, {27, 40}, {30, 64}, {51, 74}, {71, 64}, {50, 52}));
}

void tes_item_pizza(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct pizza look = {.herb = TES_RGB(0x4F8F3A)};
    look.crust = TES_PALETTE_TINT(random, 0xD99A52, 0xC98442, 0xE8B878);
    look.cheese = TES_PALETTE_TINT(random, 0xFFD05A, 0xFBDD8A, 0xF7B84A, 0xF2C79A);
    look.sausage = TES_PALETTE_TINT(random, 0xD9463A, 0xB8392F, 0xE5705A);
    look.width = tes_random_between(random, 30, 36);
    look.slant = tes_random_between(random, -8, 8);
    look.has_herbs = tes_random_chance(random, 2);
    look.has_olives = tes_random_chance(random, 2);
    float turn = tes_random_between(random, -18, 18);
    tes_paint_turn(paint, 50, 50, turn);
    if (tes_random_chance(random, 3))
        paint_pizza_round(paint, &look);
    else
        paint_pizza_slice(paint, &look);
}

/* Decoys that stand outdoors: snowmen and scarecrows. */
#include "draw/sprites/items/items.h"

static tes_colour pick_cloth(struct tes_random *random)
{
    tes_colour cloth =
        TES_PALETTE_ONE(random, 0xD9534F, 0x3F8F6B, 0x4A78B5, 0xE0A030, 0x8A5FA8, 0xB5683C);
    float shade = tes_random_between(random, -0.15F, 0.15F);
    return tes_colour_shade(cloth, shade);
}

/* --------------------------------------------------------------- snowman */

struct snowman {
    tes_colour snow, scarf, hat, coal;
    unsigned hat_kind; /* 0 top hat, 1 knitted, 2 bucket, 3 ear warmers */
    float head, nose;
    bool is_bust, has_coal_smile;
};

static void paint_twigs(struct tes_paint *paint)
{
    TES_EACH_SIDE (side) {
        tes_path_segment(paint, TES_POINT(50 + 24 * side, 72), TES_POINT(50 + 44 * side, 56));
        tes_path_segment(paint, TES_POINT(50 + 37 * side, 61), TES_POINT(50 + 38 * side, 51));
        tes_path_segment(paint, TES_POINT(50 + 37 * side, 61), TES_POINT(50 + 45 * side, 64));
    }
    tes_paint_stroke(paint, 3, false, TES_RGB(0x7A5236));
}

static void paint_snow_hat(struct tes_paint *paint, const struct snowman *snowman)
{
    float top = 42 - snowman->head; /* where the head's ball begins */
    if (snowman->hat_kind == 0) {
        tes_body_solid(paint, TES_SHAPE_BOX(36, top - 12, 28, 21, 3), snowman->hat);
        tes_paint_box(paint, TES_POINT(36, top + 1), TES_POINT(28, 5), 0, snowman->scarf);
        tes_outline_shape(paint, TES_SHAPE_BOX(27, top + 5, 46, 6, 3), snowman->hat);
    } else if (snowman->hat_kind == 1) {
        tes_body_solid(paint,
                       TES_SHAPE_BLOB({30, top + 10}, {34, top - 4}, {50, top - 11}, {66, top - 4},
                                      {70, top + 10}, {50, top + 8}),
                       snowman->hat);
        tes_outline_shape(paint, TES_SHAPE_BOX(28, top + 5, 44, 8, 4), snowman->scarf);
        tes_outline_shape(paint, TES_SHAPE_OVAL(50, top - 11, 5.5F, 5.5F), snowman->scarf);
    } else if (snowman->hat_kind == 2) {
        tes_body_solid(
            paint, TES_SHAPE_POLYGON({31, top + 10}, {37, top - 10}, {65, top - 12}, {70, top + 8}),
            snowman->hat);
    } else {
        tes_path_arc(paint, TES_POINT(50, 40), snowman->head + 1, snowman->head + 3, 195, 345);
        tes_paint_stroke(paint, 4, false, snowman->hat);
        TES_EACH_SIDE (side)
            tes_body_solid(paint, TES_SHAPE_OVAL(50 + side * (snowman->head + 1), 40, 7, 9),
                           snowman->scarf);
    }
}

static void paint_snow_face(struct tes_paint *paint, const struct snowman *snowman)
{
    tes_path_ellipse(paint, 41, 38, 3.4F, 3.8F);
    tes_path_ellipse(paint, 59, 38, 3.4F, 3.8F);
    for (unsigned i = 0; snowman->has_coal_smile && i < 5; i++) {
        float across = (float)i - 2;
        tes_path_ellipse(paint, 50 + 5.2F * across, 55 - across * across * 1.1F, 2, 2);
    }
    tes_paint_fill(paint, snowman->coal);
    if (!snowman->has_coal_smile) {
        tes_path_arc(paint, TES_POINT(50, 48), 10, 7, 20, 160);
        tes_paint_stroke(paint, 2.6F, false, snowman->coal);
    }
    tes_outline_shape(paint, TES_SHAPE_POLYGON({48, 40}, {50 + snowman->nose, 47}, {48, 50}),
                      TES_RGB(0xF08A3A));
}

static void paint_scarf(struct tes_paint *paint, const struct snowman *snowman)
{
    tes_outline_shape(paint, TES_SHAPE_BOX(59, 64, 11, 24, 3), snowman->scarf);
    tes_body_solid(paint,
                   TES_SHAPE_BLOB({30, 58}, {50, 63}, {70, 58}, {73, 65}, {50, 71}, {27, 65}),
                   snowman->scarf);
}

void tes_item_snowman(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct snowman snowman = {0};
    float hue = tes_random_between(random, 190, 250);
    float lightness = tes_random_between(random, 0.94F, 0.98F);
    snowman.snow = tes_colour_hsl(hue, 0.5F, lightness);
    paint->style.darkness -= 0.08F; /* snow is light: a darker line would look dirty */
    snowman.scarf = pick_cloth(random);
    snowman.hat = pick_cloth(random);
    snowman.coal = tes_colour_hsl(hue, 0.15F, 0.22F);
    snowman.hat_kind = tes_random_below(random, 4);
    if (snowman.hat_kind == 0)
        snowman.hat = tes_colour_hsl(hue, 0.2F, 0.3F);
    snowman.head = tes_random_between(random, 21, 24);
    snowman.nose = tes_random_between(random, 13, 20);
    snowman.is_bust = tes_random_chance(random, 2);
    snowman.has_coal_smile = !tes_random_chance(random, 3);
    if (!snowman.is_bust)
        paint_twigs(paint);
    tes_body_solid(paint,
                   TES_SHAPE_OVAL(50, 78, snowman.is_bust ? 36 : 27, snowman.is_bust ? 17 : 16),
                   snowman.snow);
    tes_paint_circle(paint, 48, 78, 2.6F, snowman.coal);
    tes_paint_circle(paint, 48, 87, 2.6F, snowman.coal);
    tes_body_solid(paint, TES_SHAPE_OVAL(50, 42, snowman.head + 1, snowman.head), snowman.snow);
    paint_scarf(paint, &snowman);
    paint_snow_hat(paint, &snowman);
    paint_snow_face(paint, &snowman);
}

/* ------------------------------------------------------------- scarecrow */

struct scarecrow {
    tes_colour sack, straw, shirt, hat, nose, thread;
    unsigned eyes; /* 0 buttons, 1 crosses, 2 one of each */
    bool has_checks, has_patch;
    float brim;
};

/* A bundle of straws that fans out around a direction. */
static void add_straw(struct tes_paint *paint, struct tes_point from, float degrees, float length)
{

    for (unsigned i = 0; i < 4; i++) {
        float angle = degrees + 17 * ((float)i - 1.5F);
        float reach = i % 2 == 0 ? length : length * 0.8F;
        tes_path_segment(paint, from,
                         TES_POINT(from.x + reach * tes_number_cos(angle),
                                   from.y + reach * tes_number_sin(angle)));
    }
}

/* Out of the sleeves, the collar and from under the hat. */
static void paint_straws(struct tes_paint *paint, const struct scarecrow *scarecrow)
{
    tes_colour line = tes_style_edge(paint, scarecrow->straw);
    for (unsigned pass = 0; pass < 2; pass++) {
        add_straw(paint, TES_POINT(15, 80), 170, 10);
        add_straw(paint, TES_POINT(85, 80), 10, 10);
        for (unsigned i = 0; i < 3; i++)
            add_straw(paint, TES_POINT(34 + 16 * (float)i, 64), 90, 11);
        add_straw(paint, TES_POINT(29, 34), 150, 15);
        add_straw(paint, TES_POINT(71, 34), 30, 15);
        tes_paint_stroke(paint, pass == 0 ? 5 : 2.6F, false, pass == 0 ? line : scarecrow->straw);
    }
}

static void paint_shirt(struct tes_paint *paint, const struct scarecrow *scarecrow)
{
    struct tes_shape shirt = TES_SHAPE_BLOB({11, 74}, {34, 66}, {66, 66}, {89, 74}, {88, 86},
                                            {76, 85}, {74, 95}, {26, 95}, {24, 85}, {12, 86});

    tes_body_begin(paint, shirt, scarecrow->shirt);
    tes_colour band = tes_colour_alpha(tes_colour_shade(scarecrow->shirt, -0.35F), 0.5F);
    for (unsigned i = 0; scarecrow->has_checks && i < 7; i++)
        tes_path_box(paint, 14 + 11 * (float)i, 64, 3.6F, 34, 0);
    tes_path_box(paint, 4, 77, 92, 3.6F, 0);
    tes_path_box(paint, 4, 87, 92, 3.6F, 0);
    tes_paint_fill(paint, band);
    tes_outline_end(paint, shirt, scarecrow->shirt);
    if (scarecrow->has_patch)
        tes_outline_shape(paint, TES_SHAPE_BOX(56, 78, 11, 11, 1), scarecrow->hat);
}

static void paint_cross(struct tes_paint *paint, const struct scarecrow *scarecrow, float x,
                        float y, float size)
{
    tes_path_segment(paint, TES_POINT(x - size, y - size), TES_POINT(x + size, y + size));
    tes_path_segment(paint, TES_POINT(x + size, y - size), TES_POINT(x - size, y + size));
    tes_paint_stroke(paint, 2.8F, false, scarecrow->thread);
}

static void paint_sewn_face(struct tes_paint *paint, const struct scarecrow *scarecrow)
{
    for (unsigned i = 0; i < 2; i++) {
        float x = i == 0 ? 40 : 60;
        if (scarecrow->eyes == 1 || (scarecrow->eyes == 2 && i == 1)) {
            paint_cross(paint, scarecrow, x, 41, 4);
            continue;
        }
        tes_outline_shape(paint, TES_SHAPE_OVAL(x, 41, 5.4F, 5.4F), scarecrow->shirt);
        tes_paint_circle(paint, x - 1.6F, 41, 1.1F, scarecrow->thread);
        tes_paint_circle(paint, x + 1.6F, 41, 1.1F, scarecrow->thread);
    }
    tes_path_polygon(paint, (const struct tes_point[]){{50, 45}, {54, 51}, {46, 51}}, 3);
    tes_paint_fill(paint, scarecrow->nose);
    tes_path_arc(paint, TES_POINT(50, 50), 14, 9, 15, 165);
    tes_paint_stroke(paint, 2.4F, false, scarecrow->thread);
    for (unsigned i = 0; i < 3; i++) {
        float across = (float)i - 1, y = 59 - across * across * 2;
        tes_path_segment(paint, TES_POINT(50 + 8 * across, y - 2.4F),
                         TES_POINT(50 + 8 * across, y + 2.4F));
    }
    tes_paint_stroke(paint, 2, false, scarecrow->thread);
}

static void paint_straw_hat(struct tes_paint *paint, const struct scarecrow *scarecrow)
{
    float brim = scarecrow->brim;
    tes_body_solid(paint, TES_SHAPE_BLOB({32, 27}, {35, 13}, {46, 8}, {58, 11}, {66, 14}, {68, 27}),
                   scarecrow->hat);
    tes_paint_box(paint, TES_POINT(33, 20), TES_POINT(35, 6), 1, scarecrow->shirt);
    tes_body_solid(paint,
                   TES_SHAPE_BLOB({50 - brim, 31}, {36, 24}, {50, 26}, {64, 24}, {50 + brim, 31},
                                  {64, 31}, {50, 32}, {36, 31}),
                   scarecrow->hat);
}

void tes_item_scarecrow(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct scarecrow scarecrow = {0};
    scarecrow.sack = TES_PALETTE_ONE(random, 0xDDBB86, 0xE8D0A4, 0xC9A06C, 0xD6B49A);
    scarecrow.thread = tes_colour_shade(scarecrow.sack, -0.68F);
    float yellow = tes_random_between(random, 40, 50);
    scarecrow.straw = tes_colour_hsl(yellow, 0.8F, 0.6F);
    scarecrow.shirt = pick_cloth(random);
    bool has_straw_hat = tes_random_chance(random, 2);
    scarecrow.hat = pick_cloth(random);
    if (has_straw_hat)
        scarecrow.hat = tes_colour_hsl(yellow - 6, 0.6F, 0.62F);
    scarecrow.eyes = tes_random_below(random, 3);
    scarecrow.nose = pick_cloth(random);
    scarecrow.has_checks = tes_random_chance(random, 2);
    scarecrow.has_patch = tes_random_chance(random, 2);
    scarecrow.brim = tes_random_between(random, 32, 40);
    paint_shirt(paint, &scarecrow);
    paint_straws(paint, &scarecrow);
    struct tes_shape sack = TES_SHAPE_BLOB({28, 30}, {50, 22}, {72, 30}, {75, 48}, {64, 63},
                                           {57, 69}, {43, 69}, {36, 63}, {25, 48});
    tes_body_solid(paint, sack, scarecrow.sack);
    paint_sewn_face(paint, &scarecrow);
    paint_straw_hat(paint, &scarecrow);
}

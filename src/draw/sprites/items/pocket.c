/* What one takes along: umbrellas and keys. */
#include "draw/sprites/items/items.h"

/* -------------------------------------------------------------- umbrella */

enum { PANELS_MOST = 6 };

struct canopy {
    unsigned panels;
    float top, rim; /* y of its top, and of its panels' corners */
    tes_colour colour, other;
};

static float corner_x(const struct canopy *canopy, unsigned corner)
{
    /* Panels at the sides are seen at a slant, so they are narrower. */
    float angle = 180.0F * (float)corner / (float)canopy->panels;
    float even = 8 + 84 * (float)corner / (float)canopy->panels;
    return (even + 50 - 42 * tes_number_cos(angle)) / 2;
}

static void path_canopy(struct tes_paint *paint, const struct canopy *canopy)
{
    tes_path_start(paint, 8, canopy->rim);
    tes_path_cubic(paint, TES_POINT(10, canopy->top + 12), TES_POINT(30, canopy->top),
                   TES_POINT(50, canopy->top));
    tes_path_cubic(paint, TES_POINT(70, canopy->top), TES_POINT(90, canopy->top + 12),
                   TES_POINT(92, canopy->rim));
    for (unsigned i = canopy->panels; i > 0; i--) {
        float from = corner_x(canopy, i), to = corner_x(canopy, i - 1);
        tes_path_quad(paint, (from + to) / 2, canopy->rim - 11, to, canopy->rim);
    }
}

/* One panel: from the top down to two corners, bulging away from the middle. */
static void paint_panel(struct tes_paint *paint, const struct canopy *canopy, unsigned panel)
{
    float left = corner_x(canopy, panel), right = corner_x(canopy, panel + 1);
    float high = (canopy->top + canopy->rim) / 2 - 8;
    tes_path_start(paint, 50, canopy->top - 2);
    tes_path_quad(paint, right + (right - 50) * 0.1F, high, right, canopy->rim + 2);
    tes_path_line(paint, left, canopy->rim + 2);
    tes_path_quad(paint, left + (left - 50) * 0.1F, high, 50, canopy->top - 2);
    tes_paint_fill(paint, canopy->other);
}

static void paint_ribs(struct tes_paint *paint, const struct canopy *canopy, tes_colour colour)
{
    float high = (canopy->top + canopy->rim) / 2 - 8;
    for (unsigned i = 1; i < canopy->panels; i++) {
        float x = corner_x(canopy, i);
        tes_path_bend(paint, TES_POINT(50, canopy->top), TES_POINT(x + (x - 50) * 0.1F, high),
                      TES_POINT(x, canopy->rim));
    }
    tes_paint_stroke(paint, 2.4F, false, colour);
}

static void paint_canopy(struct tes_paint *paint, struct tes_random *random,
                         const struct canopy *canopy)
{
    struct tes_shape area = TES_SHAPE_CORNERED(0, {8, canopy->top}, {92, canopy->rim});
    bool has_panels = !tes_random_chance(random, 3);
    path_canopy(paint, canopy);
    tes_paint_fill(paint, canopy->colour);
    path_canopy(paint, canopy);
    tes_paint_clip(paint);
    if (has_panels)
        for (unsigned i = 0; i < canopy->panels; i += 2)
            paint_panel(paint, canopy, i);
    else
        tes_pattern_cover(paint, random, area, canopy->other);
    tes_light_shade(paint, area, TES_POINT(44, canopy->rim - 8),
                    TES_POINT(42, canopy->rim - canopy->top - 5));
    paint_ribs(paint, canopy, tes_colour_alpha(tes_style_edge(paint, canopy->colour), 0.7F));
    tes_paint_unclip(paint);
    path_canopy(paint, canopy);
    tes_paint_stroke(paint, paint->style.line, true, tes_style_edge(paint, canopy->colour));
}

static struct canopy pick_canopy(struct tes_random *random)
{
    struct canopy canopy;
    canopy.panels = 3 + tes_random_below(random, PANELS_MOST - 2);
    canopy.top = tes_random_between(random, 12, 18);
    canopy.rim = tes_random_between(random, 50, 57);
    canopy.colour = tes_palette_any(random);
    canopy.other = tes_palette_against(random, canopy.colour);
    return canopy;
}

static void paint_hooked_umbrella(struct tes_paint *paint, struct tes_random *random)
{
    struct canopy canopy = pick_canopy(random);
    float tilt = tes_random_between(random, -22, 22);
    tes_colour pole = tes_palette_metal(random);
    tes_colour handle = tes_palette_earthy(random);
    struct tes_shape hook = TES_SHAPE_BLOB({50, 76}, {50, 83}, {55, 89}, {62, 88}, {65, 81});
    tes_paint_turn(paint, 50, 50, tilt);
    tes_outline_bar(paint, TES_POINT(50, canopy.top - 4), TES_POINT(50, 78), 4.5F, pole);
    tes_outline_cord(paint, hook, 6.5F, handle);
    paint_canopy(paint, random, &canopy);
}

/* A sunshade that stands in sand. */
static void paint_parasol(struct tes_paint *paint, struct tes_random *random)
{
    struct canopy canopy = pick_canopy(random);
    float tilt = tes_random_between(random, -14, 14);
    tes_colour pole = tes_palette_earthy(random);
    struct tes_matrix before = paint->matrix;
    struct tes_shape sand =
        TES_SHAPE_BLOB({22, 90}, {36, 83}, {52, 80}, {66, 83}, {80, 90}, {50, 92});
    tes_paint_turn(paint, 50, 86, tilt);
    tes_outline_bar(paint, TES_POINT(50, canopy.top), TES_POINT(50, 86), 5.5F, pole);
    paint_canopy(paint, random, &canopy);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, canopy.top - 2, 4.5F, 4.5F), canopy.other);
    paint->matrix = before;
    tes_outline_shape(paint, sand, TES_RGB(0xEFCF9B));
}

TES_ITEM_ONE_OF(tes_item_umbrella, paint_hooked_umbrella, paint_hooked_umbrella, paint_parasol)

/* ------------------------------------------------------------------- key */

static void path_bow(struct tes_paint *paint, unsigned form)
{
    switch (form) {
    case 0:
        tes_path_ellipse(paint, 26, 50, 18, 18);
        break;
    case 1:
        tes_path_box(paint, 9, 33, 33, 34, 9);
        break;
    case 2:
        tes_path_ellipse(paint, 18, 50, 10, 10);
        tes_path_ellipse(paint, 30, 40, 10, 10);
        tes_path_ellipse(paint, 30, 60, 10, 10);
        break;
    default:
        tes_path_ellipse(paint, 26, 50, 15, 21);
        break;
    }
}

static void path_key_holes(struct tes_paint *paint, unsigned form)
{
    switch (form) {
    case 0:
        tes_path_ellipse(paint, 25, 50, 9.5F, 9.5F);
        break;
    case 1:
        tes_path_box(paint, 17, 41, 14, 18, 5);
        break;
    case 2:
        tes_path_ellipse(paint, 18, 50, 4, 4);
        tes_path_ellipse(paint, 30, 40, 4, 4);
        tes_path_ellipse(paint, 30, 60, 4, 4);
        break;
    default:
        tes_path_ellipse(paint, 25, 50, 6.5F, 12);
        break;
    }
}

struct key {
    unsigned bow;
    float reach, teeth, thick;
    unsigned tooth_count;
    tes_colour metal;
};

static void path_key(struct tes_paint *paint, const struct key *key)
{
    path_bow(paint, key->bow);
    tes_path_box(paint, 36, 50 - key->thick / 2, key->reach - 36, key->thick, 3.5F);
    for (unsigned i = 0; i < key->tooth_count; i++) {
        float length = key->teeth - (i == 1 ? 5 : 0);
        tes_path_box(paint, key->reach - 9 - 11 * (float)i, 50, 7.5F, length, 2);
    }
}

/* The line first, twice as wide: so it goes around all the parts as one. */
static void paint_metal(struct tes_paint *paint, const struct key *key)
{
    tes_colour edge = tes_style_edge(paint, key->metal);
    path_key(paint, key);
    tes_paint_stroke(paint, 2 * paint->style.line, true, edge);
    path_key(paint, key);
    tes_paint_fill(paint, key->metal);
    path_key_holes(paint, key->bow);
    tes_paint_fill_stroke(paint, tes_colour_shade(key->metal, 0.8F), paint->style.line, edge);
    tes_paint_line(paint, TES_POINT(46, 48.5F), TES_POINT(key->reach - 8, 48.5F), 2.6F,
                   tes_style_highlight(paint));
    tes_light_gloss(paint, TES_POINT(26, 50), TES_POINT(14, 14), 190, 250);
}

static void paint_key(struct tes_paint *paint, struct tes_random *random)
{
    struct key key;
    float turn = tes_random_between(random, -55, 35);
    key.bow = tes_random_below(random, 4);
    key.reach = tes_random_between(random, 88, 94);
    key.teeth = tes_random_between(random, 15, 20);
    key.thick = tes_random_between(random, 8, 11);
    key.tooth_count = 2 + tes_random_below(random, 2);
    bool is_painted = tes_random_chance(random, 4);
    key.metal = is_painted ? tes_palette_bright(random) : tes_palette_metal(random);

    tes_paint_turn(paint, 50, 50, turn);
    tes_paint_move(paint, 0, -3);
    paint_metal(paint, &key);
}

/* On a ring, with a tag. */
static void paint_tagged_key(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour ring = tes_palette_metal(random);
    tes_colour tag = tes_palette_any(random);
    struct tes_matrix before = paint->matrix;
    struct tes_shape tag_points =
        TES_SHAPE_CORNERED(4, {10, 28}, {20, 22}, {30, 28}, {30, 62}, {10, 62});
    struct key key = {.bow = 0, .reach = 92};
    key.teeth = tes_random_between(random, 15, 20);
    key.thick = tes_random_between(random, 9, 11);
    key.tooth_count = 2 + tes_random_below(random, 2);
    key.metal = tes_palette_metal(random);

    tes_paint_turn(paint, 20, 30, 7);
    tes_outline_shape(paint, tag_points, tag);
    tes_paint_circle(paint, 20, 31, 3.2F, tes_style_edge(paint, tag));
    paint->matrix = before;
    tes_paint_move(paint, 13, -18);
    tes_paint_turn(paint, 25, 50, 47);
    paint_metal(paint, &key);
    paint->matrix = before;
    tes_path_ellipse(paint, 27, 20, 12, 12);
    tes_paint_stroke(paint, 3.5F + paint->style.line, true, tes_style_edge(paint, ring));
    tes_path_ellipse(paint, 27, 20, 12, 12);
    tes_paint_stroke(paint, 3, true, ring);
}

TES_ITEM_ONE_OF(tes_item_key, paint_key, paint_key, paint_tagged_key)

/* Decoys to hug or to eat: teddies and gingerbread people. */
#include "draw/sprites/items/items.h"

#define WHITE TES_RGB(0xFFFFFF)

static tes_colour pick_ribbon(struct tes_random *random)
{
    return TES_PALETTE_ONE(random, 0xD9434F, 0x3F86C4, 0x58A05A, 0xF0A830, 0x9560B0, 0xEE86A8);
}

static void paint_bow(struct tes_paint *paint, struct tes_point at, float size, tes_colour colour)
{
    TES_EACH_SIDE (side)
        tes_outline_shape(paint,
                          TES_SHAPE_BLOB({at.x, at.y}, {at.x + size * side, at.y - size * 0.7F},
                                         {at.x + size * 1.15F * side, at.y},
                                         {at.x + size * side, at.y + size * 0.7F}),
                          colour);
    tes_outline_shape(paint, TES_SHAPE_OVAL(at.x, at.y, size * 0.35F, size * 0.38F), colour);
}

/* ----------------------------------------------------------------- teddy */

static const tes_rgb FURS[] = {0xB8804C, 0xD9AE78, 0x8A5C3A, 0xE6CFA8,
                               0xA9A2A0, 0xE0A8A0, 0x70503C};

struct teddy {
    tes_colour fur, pale, dark, ribbon;
    float ear, muzzle, wide;
    bool is_sitting, has_buttons, has_patch, has_bow;
};

static void paint_ears(struct tes_paint *paint, const struct teddy *teddy)
{
    TES_EACH_SIDE (side) {
        float x = 50 + (teddy->wide - 6) * side;
        tes_outline_shape(paint, TES_SHAPE_OVAL(x, 21, teddy->ear, teddy->ear), teddy->fur);
        tes_paint_circle(paint, x, 22, teddy->ear * 0.55F, teddy->pale);
    }
}

static void paint_teddy_eyes(struct tes_paint *paint, const struct teddy *teddy)
{
    TES_EACH_SIDE (side) {
        float x = 50 + 11 * side;
        if (teddy->has_buttons) {
            tes_outline_shape(paint, TES_SHAPE_OVAL(x, 34, 4.6F, 4.6F), teddy->ribbon);
            tes_paint_circle(paint, x - 1.5F, 34, 1, WHITE);
            tes_paint_circle(paint, x + 1.5F, 34, 1, WHITE);
        } else {
            tes_paint_circle(paint, x, 34, 3.8F, teddy->dark);
            tes_paint_circle(paint, x - 1.2F, 32.6F, 1.2F, WHITE);
        }
    }
}

static void paint_teddy_head(struct tes_paint *paint, const struct teddy *teddy)
{
    struct tes_shape head = TES_SHAPE_OVAL(50, 38, teddy->wide, 25);
    paint_ears(paint, teddy);
    tes_body_begin(paint, head, teddy->fur);
    if (teddy->has_patch)
        tes_paint_ellipse(paint, 62, 33, 10, 11, teddy->pale);
    tes_outline_end(paint, head, teddy->fur);
    tes_paint_line(paint, TES_POINT(50, 15), TES_POINT(50, 27), 2,
                   tes_style_edge(paint, teddy->fur));
    tes_paint_ellipse(paint, 50, 48, teddy->muzzle, teddy->muzzle * 0.8F, teddy->pale);
    paint_teddy_eyes(paint, teddy);
    tes_paint_ellipse(paint, 50, 43, 5, 3.6F, teddy->dark);
    tes_path_segment(paint, TES_POINT(50, 45), TES_POINT(50, 50));
    tes_path_arc(paint, TES_POINT(46, 50), 4, 3.6F, 0, 160);
    tes_path_arc(paint, TES_POINT(54, 50), 4, 3.6F, 20, 180);
    tes_paint_stroke(paint, 2.2F, false, teddy->dark);
}

static void paint_teddy_body(struct tes_paint *paint, const struct teddy *teddy)
{
    struct tes_shape sitting = TES_SHAPE_OVAL(50, 74, 24, 20);
    struct tes_shape bust =
        TES_SHAPE_BLOB({14, 94}, {17, 78}, {34, 66}, {66, 66}, {83, 78}, {86, 94}, {50, 95});
    struct tes_shape body = teddy->is_sitting ? sitting : bust;
    tes_body_begin(paint, body, teddy->fur);
    tes_paint_ellipse(paint, 50, 82, 15, 14, teddy->pale);
    tes_outline_end(paint, body, teddy->fur);
    if (teddy->is_sitting)
        TES_EACH_SIDE (side) {
            tes_outline_limb(
                paint,
                TES_SHAPE_BLOB({50 + 21 * side, 66}, {50 + 29 * side, 72}, {50 + 33 * side, 80}), 9,
                teddy->fur);
            tes_outline_shape(paint, TES_SHAPE_OVAL(50 + 22 * side, 86, 11, 10), teddy->fur);
            tes_paint_ellipse(paint, 50 + 22 * side, 87, 6, 5.4F, teddy->pale);
        }
}

void tes_item_teddy(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct teddy teddy = {0};
    teddy.fur = tes_palette_shaded(random, TES_TABLE_ALL(FURS), -0.1F, 0.1F);
    float pale = tes_random_between(random, 0.4F, 0.6F);
    teddy.pale = tes_colour_mix(teddy.fur, TES_RGB(0xFFF1DC), pale);
    teddy.dark = tes_colour_shade(teddy.fur, -0.72F);
    teddy.ribbon = pick_ribbon(random);
    teddy.ear = tes_random_between(random, 9, 12);
    teddy.muzzle = tes_random_between(random, 11, 14);
    teddy.wide = tes_random_between(random, 26, 31);
    teddy.is_sitting = tes_random_chance(random, 2);
    teddy.has_buttons = tes_random_chance(random, 3);
    teddy.has_patch = tes_random_chance(random, 3);
    teddy.has_bow = !tes_random_chance(random, 3);
    paint_teddy_body(paint, &teddy);
    paint_teddy_head(paint, &teddy);
    if (teddy.has_bow)
        paint_bow(paint, TES_POINT(50, 66), 10, teddy.ribbon);
}

/* ----------------------------------------------------------- gingerbread */

static const tes_rgb DOUGHS[] = {0xB9753C, 0xA0612F, 0xC98A4E, 0x8C5230};

struct gingerbread {
    tes_colour dough, icing, sweet, other_sweet;
    float head, arm; /* arm: how high its end lies */
    bool is_bust, has_skirt, has_hair, has_bow;
};

/* All parts in one colour: first a little larger in the line's, then in the dough's, so that only
 * their common edge is lined. */
static void paint_dough(struct tes_paint *paint, const struct gingerbread *cookie, float grow,
                        tes_colour colour)
{
    tes_paint_circle(paint, 50, 31, cookie->head + grow, colour);
    if (cookie->is_bust) {
        tes_path_box(paint, 38 - grow, 40, 24 + 2 * grow, 30, 4);
        tes_path_box(paint, 17 - grow, 58 - grow, 66 + 2 * grow, 35 + 2 * grow, 17 + grow);
        tes_paint_fill(paint, colour);
        return;
    }
    float limb = 17 + 2 * grow;
    tes_shape_curve(paint, TES_SHAPE_BLOB({18, cookie->arm}, {50, 58}, {82, cookie->arm}), limb,
                    colour);
    tes_shape_curve(paint, TES_SHAPE_BLOB({32, 84}, {45, 62}), limb, colour);
    tes_shape_curve(paint, TES_SHAPE_BLOB({68, 84}, {55, 62}), limb, colour);
    tes_paint_ellipse(paint, 50, 64, 16 + grow, 16 + grow, colour);
    if (cookie->has_skirt)
        tes_paint_ellipse(paint, 50, 74, 23 + grow, 12 + grow, colour);
}

/* A wavy line of icing across, `wide` to each side. */
static void paint_icing(struct tes_paint *paint, const struct gingerbread *cookie,
                        struct tes_point at, float wide, float degrees)
{
    struct tes_matrix matrix = paint->matrix;
    tes_paint_turn(paint, at.x, at.y, degrees);
    tes_shape_curve(paint,
                    TES_SHAPE_BLOB({at.x - wide, at.y}, {at.x - wide * 0.5F, at.y - 2.6F},
                                   {at.x, at.y + 1.6F}, {at.x + wide * 0.5F, at.y - 2.6F},
                                   {at.x + wide, at.y}),
                    2.8F, cookie->icing);
    paint->matrix = matrix;
}

static void paint_iced_face(struct tes_paint *paint, const struct gingerbread *cookie)
{
    TES_EACH_SIDE (side) {
        tes_paint_circle(paint, 50 + 8 * side, 28, 4, cookie->icing);
        tes_paint_circle(paint, 50 + 8 * side, 28, 1.9F, tes_colour_shade(cookie->dough, -0.65F));
        tes_paint_circle(paint, 50 + 13 * side, 36, 2.8F,
                         tes_colour_alpha(TES_RGB(0xF06A6A), 0.7F));
    }
    tes_path_arc(paint, TES_POINT(50, 34), 9, 7, 12, 168);
    tes_paint_stroke(paint, 2.8F, false, cookie->icing);
    if (cookie->has_hair)
        paint_icing(paint, cookie, TES_POINT(50, 17), cookie->head * 0.68F, 0);
}

static void paint_decoration(struct tes_paint *paint, const struct gingerbread *cookie)
{
    for (unsigned i = 0; i < 2; i++)
        tes_paint_circle(paint, 50, (cookie->is_bust ? 72 : 62) + 11 * (float)i, 3.6F,
                         i == 0 ? cookie->sweet : cookie->other_sweet);
    if (cookie->is_bust) {
        paint_icing(paint, cookie, TES_POINT(29, 84), 8, -8);
        paint_icing(paint, cookie, TES_POINT(71, 84), 8, 8);
    } else {
        paint_icing(paint, cookie, TES_POINT(22, cookie->arm + 0.5F), 6.5F, 90);
        paint_icing(paint, cookie, TES_POINT(78, cookie->arm + 0.5F), 6.5F, 90);
        paint_icing(paint, cookie, TES_POINT(33, 84), 7, 20);
        paint_icing(paint, cookie, TES_POINT(67, 84), 7, -20);
    }
    if (cookie->has_bow)
        paint_bow(paint, TES_POINT(50, 51), 7, cookie->sweet);
}

void tes_item_gingerbread(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct gingerbread cookie = {0};
    cookie.dough = tes_palette_shaded(random, TES_TABLE_ALL(DOUGHS), -0.08F, 0.1F);
    bool has_pink_icing = tes_random_chance(random, 4);
    cookie.icing = has_pink_icing ? TES_RGB(0xFFD9E2) : TES_RGB(0xFFFBF2);
    cookie.sweet = pick_ribbon(random);
    cookie.other_sweet = pick_ribbon(random);
    cookie.head = tes_random_between(random, 20, 23);
    cookie.arm = tes_random_between(random, 48, 64);
    cookie.is_bust = tes_random_chance(random, 3);
    cookie.has_skirt = tes_random_chance(random, 3);
    cookie.has_hair = tes_random_chance(random, 2);
    cookie.has_bow = tes_random_chance(random, 2);
    paint_dough(paint, &cookie, paint->style.line, tes_style_edge(paint, cookie.dough));
    paint_dough(paint, &cookie, 0, cookie.dough);
    tes_light_glint(paint, TES_POINT(37, 19), 4, -40);
    paint_iced_face(paint, &cookie);
    paint_decoration(paint, &cookie);
}

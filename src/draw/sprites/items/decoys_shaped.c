/* Decoys with a head and a body: pawns and dolls. */
#include "draw/sprites/items/items.h"

#define WHITE TES_RGB(0xFFFFFF)

/* ------------------------------------------------------------------ pawn */

/* A pawn of a game of chess: a ball on a collar, a stem, and a foot of two rings. */
void tes_item_pawn(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    tes_colour wood =
        TES_PALETTE_ONE(random, 0xE8D2A6, 0xC98F52, 0x8A5A34, 0x4A3A36, 0xBFC3C6, 0x7FB5A2);
    float shade = tes_random_between(random, -0.06F, 0.06F);
    float waist = tes_random_between(random, 6, 10);
    float head = tes_random_between(random, 15, 18);
    wood = tes_colour_shade(wood, shade);
    tes_colour ring = tes_colour_shade(wood, -0.14F);
    struct tes_shape stem = TES_SHAPE_BLOB({50 - waist, 44}, {50 + waist, 44}, {51 + waist, 58},
                                           {70, 80}, {30, 80}, {49 - waist, 58});
    tes_body_solid(paint, stem, wood);
    tes_outline_shape(paint, TES_SHAPE_BOX(27, 77, 46, 8, 4), ring);
    tes_outline_shape(paint, TES_SHAPE_BOX(22, 84, 56, 10, 4), wood);
    tes_body_solid(paint, TES_SHAPE_OVAL(50, 42 - head, head, head), wood);
    tes_outline_shape(paint, TES_SHAPE_BOX(33, 40, 34, 7, 3.5F), ring);
    tes_paint_ellipse(paint, 44, 36 - head, head * 0.28F, head * 0.2F,
                      tes_colour_alpha(WHITE, 0.55F));
}

/* ------------------------------------------------------------------ doll */

struct doll {
    tes_colour cloth, yarn, dress, trim, thread;
    unsigned form; /* 0 a nesting doll, 1 a rag doll's bust, 2 a whole rag doll */
    bool has_braids, has_dots;
};

static void paint_bloom(struct tes_paint *paint, const struct doll *doll, float x, float y,
                        float size)
{
    for (unsigned i = 0; i < 5; i++)
        tes_path_ellipse(paint, x + size * tes_number_cos(72 * (float)i - 90),
                         y + size * tes_number_sin(72 * (float)i - 90), size * 0.7F, size * 0.7F);
    tes_paint_fill(paint, doll->trim);
    tes_paint_circle(paint, x, y, size * 0.6F, doll->yarn);
}

static void paint_cheeks(struct tes_paint *paint, float apart, float y)
{
    TES_EACH_SIDE (side)
        tes_paint_circle(paint, 50 + apart * side, y, 3.8F,
                         tes_colour_alpha(TES_RGB(0xF0506A), 0.65F));
}

static void paint_nesting(struct tes_paint *paint, const struct doll *doll)
{
    struct tes_shape form =
        TES_SHAPE_BLOB({50, 7}, {66, 12}, {73, 28}, {70, 42}, {78, 58}, {80, 76}, {70, 92},
                       {50, 94}, {30, 92}, {20, 76}, {22, 58}, {30, 42}, {27, 28}, {34, 12});
    tes_body_begin(paint, form, doll->dress);
    tes_paint_ellipse(paint, 50, 82, 21, 29, doll->cloth);
    paint_bloom(paint, doll, 50, 72, 7);
    paint_bloom(paint, doll, 39, 86, 4.5F);
    paint_bloom(paint, doll, 61, 86, 4.5F);
    tes_outline_end(paint, form, doll->dress);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 30, 16, 16.5F), doll->cloth);
    tes_path_arc(paint, TES_POINT(50, 30), 15, 15.5F, 185, 355);
    tes_path_quad(paint, 58, 22, 50, 17);
    tes_path_quad(paint, 42, 22, 35, 29);
    tes_paint_fill(paint, doll->yarn);
    tes_paint_ellipse(paint, 44, 31, 2, 2.6F, doll->thread);
    tes_paint_ellipse(paint, 56, 31, 2, 2.6F, doll->thread);
    paint_cheeks(paint, 10, 36);
    tes_paint_ellipse(paint, 50, 40, 3, 2, TES_RGB(0xD93A4C));
    tes_outline_shape(paint,
                      TES_SHAPE_BLOB({50, 49}, {60, 46}, {62, 53}, {50, 51}, {38, 53}, {40, 46}),
                      doll->trim);
}

static void paint_yarn_hair(struct tes_paint *paint, const struct doll *doll)
{
    if (doll->has_braids)
        TES_EACH_SIDE (side) {
            for (unsigned i = 0; i < 3; i++)
                tes_path_ellipse(paint, 50 + (29 + 2 * (float)i) * side, 44 + 9 * (float)i, 6,
                                 6.5F);
        }
    for (unsigned i = 0; i < 9; i++) {
        float angle = 165 + 26 * (float)i;
        tes_path_ellipse(paint, 50 + 25 * tes_number_cos(angle), 36 + 23 * tes_number_sin(angle),
                         7.5F, 7.5F);
    }
    tes_outline_path(paint, doll->yarn);
    if (doll->has_braids)
        TES_EACH_SIDE (side)
            tes_path_ellipse(paint, 50 + 33 * side, 57, 3.4F, 3.4F);
    tes_paint_fill(paint, doll->trim);
}

static void paint_fringe(struct tes_paint *paint, const struct doll *doll)
{
    for (unsigned i = 0; i < 5; i++) {
        float x = 38 + 6 * (float)i;
        tes_path_segment(paint, TES_POINT(50 + (x - 50) * 0.7F, 14),
                         TES_POINT(x, i % 2 == 0 ? 25 : 27));
    }
    tes_paint_stroke(paint, 5.5F, false, doll->yarn);
}

/* Buttons for eyes, a triangle for a nose, a smile of stitches. */
static void paint_rag_face(struct tes_paint *paint, const struct doll *doll)
{
    TES_EACH_SIDE (side) {
        float x = 50 + 10 * side;
        tes_outline_shape(paint, TES_SHAPE_OVAL(x, 36, 7.2F, 7.2F),
                          side < 0 ? doll->dress : doll->trim);
        tes_path_segment(paint, TES_POINT(x - 2.4F, 33.6F), TES_POINT(x + 2.4F, 38.4F));
        tes_path_segment(paint, TES_POINT(x + 2.4F, 33.6F), TES_POINT(x - 2.4F, 38.4F));
        tes_paint_stroke(paint, 1.9F, false, doll->thread);
    }
    paint_cheeks(paint, 16, 45);
    tes_path_polygon(paint, (const struct tes_point[]){{46, 42}, {54, 42}, {50, 47}}, 3);
    tes_paint_fill(paint, TES_RGB(0xE0584A));
    for (unsigned i = 0; i < 4; i++) {
        float from = 14 + 41 * (float)i;
        tes_path_arc(paint, TES_POINT(50, 45), 11, 8, from, from + 26);
    }
    tes_paint_stroke(paint, 2.6F, false, TES_RGB(0xC23B44));
}

static void paint_dress(struct tes_paint *paint, const struct doll *doll)
{
    bool is_bust = doll->form == 1;
    struct tes_shape bust =
        TES_SHAPE_BLOB({13, 94}, {18, 77}, {36, 66}, {64, 66}, {82, 77}, {87, 94}, {50, 95});
    struct tes_shape gown =
        TES_SHAPE_BLOB({42, 58}, {58, 58}, {68, 72}, {73, 84}, {50, 87}, {27, 84}, {32, 72});
    struct tes_shape dress = is_bust ? bust : gown;
    if (!is_bust)
        TES_EACH_SIDE (side) {
            tes_outline_limb(paint, TES_SHAPE_BLOB({50 + 9 * side, 82}, {50 + 10 * side, 91}), 7,
                             doll->cloth);
            tes_outline_limb(paint, TES_SHAPE_BLOB({50 + 13 * side, 64}, {50 + 34 * side, 74}), 7,
                             doll->cloth);
        }
    tes_body_begin(paint, dress, doll->dress);
    for (unsigned i = 0; doll->has_dots && i < 8; i++)
        tes_path_ellipse(paint, 18 + 9 * (float)i, 78 + 9 * (float)(i % 2), 2.6F, 2.6F);
    tes_paint_fill(paint, doll->trim);
    tes_outline_end(paint, dress, doll->dress);
    TES_EACH_SIDE (side)
        tes_outline_shape(paint,
                          TES_SHAPE_BLOB({50, 64}, {50 + 16 * side, 62}, {50 + 19 * side, 69},
                                         {50 + 8 * side, 74}),
                          WHITE);
}

void tes_item_doll(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct doll doll = {0};
    doll.cloth = TES_PALETTE_ONE(random, 0xF3D9BC, 0xE8BF98, 0xC78F66, 0xFBEADB, 0xD9A98A);
    doll.yarn = TES_PALETTE_ONE(random, 0xD9503F, 0xF0B83C, 0xE8792F, 0xE987A6, 0x4F8FC0, 0x5FAE7A);
    float hue = tes_random_between(random, 0, 360);
    doll.dress = tes_colour_hsl(hue, 0.55F, 0.55F);
    float turn = tes_random_between(random, 60, 300);
    doll.trim = tes_colour_hsl(hue + turn, 0.65F, 0.68F);
    doll.thread = tes_colour_shade(doll.cloth, -0.72F);
    doll.form = tes_random_below(random, 3);
    doll.has_braids = tes_random_chance(random, 2);
    doll.has_dots = tes_random_chance(random, 2);
    if (doll.form == 0) {
        paint_nesting(paint, &doll);
        return;
    }
    paint_dress(paint, &doll);
    paint_yarn_hair(paint, &doll);
    tes_body_solid(paint, TES_SHAPE_OVAL(50, 39, 24, 23), doll.cloth);
    paint_fringe(paint, &doll);
    paint_rag_face(paint, &doll);
}

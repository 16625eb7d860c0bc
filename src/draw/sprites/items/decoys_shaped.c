/* Decoys in the shape of people: statues and dolls. */
#include "draw/sprites/items/items.h"

#define WHITE TES_RGB(0xFFFFFF)

/* ---------------------------------------------------------------- statue */

static const tes_colour STONES[] = {TES_RGB(0xE8E6E1), TES_RGB(0xBFC3C6), TES_RGB(0xD9CDB8),
                                    TES_RGB(0x9A9690), TES_RGB(0x97824A), TES_RGB(0x7FB5A2)};

struct statue {
    struct tes_paint *paint;
    struct tes_style style;
    tes_colour stone, dark, light;
    unsigned hair;            /* 0 curls, 1 a laurel wreath, 2 a bun, 3 a bald head with a beard */
    float jaw;                /* how wide */
    bool has_crack, is_round; /* round: the plinth */
};

static void paint_plinth(const struct statue *statue)
{
    const struct tes_style *style = &statue->style;
    struct tes_paint *paint = statue->paint;
    tes_colour base = tes_colour_shade(statue->stone, -0.12F);
    if (statue->is_round)
        tes_outline_shape(paint, style,
                          TES_SHAPE_BLOB({42, 78}, {58, 78}, {58, 84}, {68, 90}, {66, 95}, {34, 95},
                                         {32, 90}, {42, 84}),
                          base);
    else
        tes_outline_shape(paint, style, TES_SHAPE_BOX(40, 76, 20, 12, 1), base);
    tes_outline_shape(paint, style, TES_SHAPE_BOX(28, 87, 44, 8, 1.5F), statue->stone);
}

static void paint_stone_hair(const struct statue *statue)
{
    const struct tes_style *style = &statue->style;
    struct tes_paint *paint = statue->paint;
    if (statue->hair == 3)
        return;
    if (statue->hair == 2)
        tes_outline_shape(paint, style, TES_SHAPE_OVAL(50, 11, 8, 6), statue->light);
    for (unsigned i = 0; i < 7; i++) {
        float angle = 172 + 28 * ((float)i + 0.2F);
        tes_path_ellipse(paint, 50 + 18 * tes_number_cos(angle), 32 + 19 * tes_number_sin(angle),
                         6.6F, 6.2F);
    }
    tes_paint_fill_stroke(paint, statue->light, style->line, tes_style_edge(style, statue->stone));
    tes_path_arc(paint, TES_POINT(50, 34), 17, 19, 190, 350);
    tes_paint_fill(paint, statue->light);
    if (statue->hair != 1)
        return;
    for (unsigned i = 0; i < 6; i++) {
        float angle = 190 + 32 * (float)i;
        tes_path_ellipse(paint, 50 + 18 * tes_number_cos(angle), 32 + 14 * tes_number_sin(angle),
                         4.4F, 2.8F);
    }
    tes_paint_fill_stroke(paint, statue->stone, 1.8F, statue->dark);
}

/* Eyes without pupils, one long line for brow and nose, a stern mouth. */
static void paint_stone_face(const struct statue *statue)
{
    const struct tes_style *style = &statue->style;
    struct tes_paint *paint = statue->paint;
    tes_path_ellipse(paint, 42, 36, 4.2F, 2.8F);
    tes_path_ellipse(paint, 58, 36, 4.2F, 2.8F);
    tes_paint_fill_stroke(paint, statue->light, 1.6F, statue->dark);
    tes_path_start(paint, 37, 31);
    tes_path_quad(paint, 46, 28, 48, 33);
    tes_path_line(paint, 47, 44);
    tes_path_line(paint, 53, 45);
    tes_path_start(paint, 63, 31);
    tes_path_quad(paint, 57, 29, 54, 32);
    tes_path_start(paint, 45, 51);
    tes_path_quad(paint, 50, 49.5F, 55, 51);
    tes_paint_stroke(paint, 2.3F, false, statue->dark);
    if (statue->hair != 3)
        return;
    tes_outline_shape(paint, style,
                      TES_SHAPE_BLOB({33, 44}, {40, 48}, {50, 46}, {60, 48}, {67, 44}, {65, 58},
                                     {57, 66}, {50, 69}, {43, 66}, {35, 58}),
                      statue->light);
    tes_path_arc(paint, TES_POINT(50, 54), 5, 2, 190, 350);
    tes_path_start(paint, 45, 59);
    tes_path_line(paint, 46, 64);
    tes_path_start(paint, 55, 59);
    tes_path_line(paint, 54, 64);
    tes_paint_stroke(paint, 2, false, statue->dark);
}

static void paint_stone_chest(const struct statue *statue)
{
    const struct tes_style *style = &statue->style;
    struct tes_paint *paint = statue->paint;
    struct tes_shape chest =
        TES_SHAPE_BLOB({20, 74}, {28, 65}, {42, 60}, {58, 60}, {72, 65}, {80, 74}, {72, 78},
                       {60, 83}, {50, 85}, {40, 83}, {28, 78});
    tes_body_solid(paint, style, TES_SHAPE_BOX(42, 48, 16, 20, 4), statue->stone);
    tes_body_begin(paint, style, chest, statue->stone);
    tes_path_curve(paint, (const struct tes_point[]){{34, 62}, {44, 74}, {60, 84}}, 3);
    tes_path_curve(paint, (const struct tes_point[]){{24, 68}, {36, 80}, {48, 86}}, 3);
    tes_paint_stroke(paint, 2.2F, false, tes_colour_shade(statue->stone, -0.25F));
    tes_outline_end(paint, style, chest, statue->stone);
}

/* A giant's head of rock, with a heavy brow, a long nose and long ears. */
static void paint_monolith(const struct statue *statue)
{
    const struct tes_style *style = &statue->style;
    struct tes_paint *paint = statue->paint;
    float jaw = statue->jaw;
    struct tes_shape head =
        TES_SHAPE_BLOB({36, 9}, {64, 9}, {68, 24}, {69, 48}, {54 + jaw, 70}, {63, 80}, {66, 94},
                       {34, 94}, {37, 80}, {46 - jaw, 70}, {31, 48}, {32, 24});
    struct tes_shape nose =
        TES_SHAPE_BLOB({47, 32}, {53, 32}, {55, 48}, {59, 57}, {50, 60}, {41, 57}, {45, 48});
    for (unsigned each = 0; each < 2; each++)
        tes_outline_shape(paint, style, TES_SHAPE_BOX(46 + 21 * TES_POINT_SIDE(each), 30, 8, 28, 4),
                          tes_colour_shade(statue->stone, -0.12F));
    tes_body_solid(paint, style, head, statue->stone);
    tes_path_ellipse(paint, 40, 37, 6.5F, 4.5F);
    tes_path_ellipse(paint, 60, 37, 6.5F, 4.5F);
    tes_paint_fill(paint, statue->dark);
    tes_outline_shape(paint, style, TES_SHAPE_BOX(30, 25, 40, 9, 4.5F), statue->light);
    tes_outline_shape(paint, style, nose, statue->light);
    tes_outline_shape(paint, style, TES_SHAPE_BOX(39, 66, 22, 5, 2.5F), statue->light);
}

void tes_item_statue(struct tes_paint *paint, struct tes_random *random)
{
    struct statue statue = {.paint = paint, .style = tes_style_figure(paint, random)};
    statue.stone = tes_random_colour(random, TES_TABLE_ALL(STONES));
    float shade = tes_random_between(random, -0.06F, 0.06F);
    statue.stone = tes_colour_shade(statue.stone, shade);
    statue.dark = tes_colour_shade(statue.stone, -0.55F);
    statue.light = tes_colour_shade(statue.stone, 0.3F);
    statue.hair = tes_random_below(random, 4);
    statue.jaw = tes_random_between(random, 11, 14);
    statue.has_crack = tes_random_chance(random, 2);
    statue.is_round = tes_random_chance(random, 2);
    if (tes_random_chance(random, 5)) {
        paint_monolith(&statue);
        return;
    }
    float jaw = statue.jaw;
    struct tes_shape head =
        TES_SHAPE_BLOB({50, 13}, {62, 18}, {67, 32}, {65, 46}, {50 + jaw * 0.75F, 57}, {50, 61},
                       {50 - jaw * 0.75F, 57}, {35, 46}, {33, 32}, {38, 18});
    paint_plinth(&statue);
    paint_stone_chest(&statue);
    tes_body_solid(statue.paint, &statue.style, head, statue.stone);
    paint_stone_hair(&statue);
    paint_stone_face(&statue);
    if (statue.has_crack) {
        tes_path_polygon(paint, (const struct tes_point[]){{64, 40}, {60, 44}, {63, 47}}, 3);
        tes_path_start(paint, 64, 66);
        tes_path_line(paint, 60, 70);
        tes_path_line(paint, 65, 74);
        tes_paint_stroke(paint, 1.8F, false, statue.dark);
    }
}

/* ------------------------------------------------------------------ doll */

static const tes_colour CLOTHS[] = {TES_RGB(0xF3D9BC), TES_RGB(0xE8BF98), TES_RGB(0xC78F66),
                                    TES_RGB(0xFBEADB), TES_RGB(0xD9A98A)};
static const tes_colour YARNS[] = {TES_RGB(0xD9503F), TES_RGB(0xF0B83C), TES_RGB(0xE8792F),
                                   TES_RGB(0xE987A6), TES_RGB(0x4F8FC0), TES_RGB(0x5FAE7A)};

struct doll {
    struct tes_paint *paint;
    struct tes_style style;
    tes_colour cloth, yarn, dress, trim, thread;
    unsigned form; /* 0 a nesting doll, 1 a rag doll's bust, 2 a whole rag doll */
    bool has_braids, has_dots;
};

static void paint_bloom(const struct doll *doll, float x, float y, float size)
{
    struct tes_paint *paint = doll->paint;
    for (unsigned i = 0; i < 5; i++)
        tes_path_ellipse(paint, x + size * tes_number_cos(72 * (float)i - 90),
                         y + size * tes_number_sin(72 * (float)i - 90), size * 0.7F, size * 0.7F);
    tes_paint_fill(paint, doll->trim);
    tes_paint_circle(paint, x, y, size * 0.6F, doll->yarn);
}

static void paint_cheeks(const struct doll *doll, float apart, float y)
{
    for (unsigned each = 0; each < 2; each++) {
        float side = TES_POINT_SIDE(each);
        tes_paint_circle(doll->paint, 50 + apart * side, y, 3.8F,
                         tes_colour_alpha(TES_RGB(0xF0506A), 0.65F));
    }
}

static void paint_nesting(const struct doll *doll)
{
    const struct tes_style *style = &doll->style;
    struct tes_paint *paint = doll->paint;
    struct tes_shape form =
        TES_SHAPE_BLOB({50, 7}, {66, 12}, {73, 28}, {70, 42}, {78, 58}, {80, 76}, {70, 92},
                       {50, 94}, {30, 92}, {20, 76}, {22, 58}, {30, 42}, {27, 28}, {34, 12});
    tes_body_begin(paint, style, form, doll->dress);
    tes_paint_ellipse(paint, 50, 82, 21, 29, doll->cloth);
    paint_bloom(doll, 50, 72, 7);
    paint_bloom(doll, 39, 86, 4.5F);
    paint_bloom(doll, 61, 86, 4.5F);
    tes_outline_end(paint, style, form, doll->dress);
    tes_outline_shape(paint, style, TES_SHAPE_OVAL(50, 30, 16, 16.5F), doll->cloth);
    tes_path_arc(paint, TES_POINT(50, 30), 15, 15.5F, 185, 355);
    tes_path_quad(paint, 58, 22, 50, 17);
    tes_path_quad(paint, 42, 22, 35, 29);
    tes_paint_fill(paint, doll->yarn);
    tes_paint_ellipse(paint, 44, 31, 2, 2.6F, doll->thread);
    tes_paint_ellipse(paint, 56, 31, 2, 2.6F, doll->thread);
    paint_cheeks(doll, 10, 36);
    tes_paint_ellipse(paint, 50, 40, 3, 2, TES_RGB(0xD93A4C));
    tes_outline_shape(paint, style,
                      TES_SHAPE_BLOB({50, 49}, {60, 46}, {62, 53}, {50, 51}, {38, 53}, {40, 46}),
                      doll->trim);
}

static void paint_yarn_hair(const struct doll *doll)
{
    const struct tes_style *style = &doll->style;
    struct tes_paint *paint = doll->paint;
    for (unsigned each = 0; each < 2 && doll->has_braids; each++) {
        float side = TES_POINT_SIDE(each);
        for (unsigned i = 0; i < 3; i++)
            tes_path_ellipse(paint, 50 + (29 + 2 * (float)i) * side, 44 + 9 * (float)i, 6, 6.5F);
    }
    for (unsigned i = 0; i < 9; i++) {
        float angle = 165 + 26 * (float)i;
        tes_path_ellipse(paint, 50 + 25 * tes_number_cos(angle), 36 + 23 * tes_number_sin(angle),
                         7.5F, 7.5F);
    }
    tes_outline_path(paint, style, doll->yarn);
    for (unsigned each = 0; each < 2 && doll->has_braids; each++) {
        float side = TES_POINT_SIDE(each);
        tes_path_ellipse(paint, 50 + 33 * side, 57, 3.4F, 3.4F);
    }
    tes_paint_fill(paint, doll->trim);
}

static void paint_fringe(const struct doll *doll)
{
    struct tes_paint *paint = doll->paint;
    for (unsigned i = 0; i < 5; i++) {
        float x = 38 + 6 * (float)i;
        tes_path_start(paint, 50 + (x - 50) * 0.7F, 14);
        tes_path_line(paint, x, i % 2 == 0 ? 25 : 27);
    }
    tes_paint_stroke(paint, 5.5F, false, doll->yarn);
}

/* Buttons for eyes, a triangle for a nose, a smile of stitches. */
static void paint_rag_face(const struct doll *doll)
{
    const struct tes_style *style = &doll->style;
    struct tes_paint *paint = doll->paint;
    for (unsigned each = 0; each < 2; each++) {
        float side = TES_POINT_SIDE(each);
        float x = 50 + 10 * side;
        tes_outline_shape(paint, style, TES_SHAPE_OVAL(x, 36, 7.2F, 7.2F),
                          side < 0 ? doll->dress : doll->trim);
        tes_path_start(paint, x - 2.4F, 33.6F);
        tes_path_line(paint, x + 2.4F, 38.4F);
        tes_path_start(paint, x + 2.4F, 33.6F);
        tes_path_line(paint, x - 2.4F, 38.4F);
        tes_paint_stroke(paint, 1.9F, false, doll->thread);
    }
    paint_cheeks(doll, 16, 45);
    tes_path_polygon(paint, (const struct tes_point[]){{46, 42}, {54, 42}, {50, 47}}, 3);
    tes_paint_fill(paint, TES_RGB(0xE0584A));
    for (unsigned i = 0; i < 4; i++) {
        float from = 14 + 41 * (float)i;
        tes_path_arc(paint, TES_POINT(50, 45), 11, 8, from, from + 26);
    }
    tes_paint_stroke(paint, 2.6F, false, TES_RGB(0xC23B44));
}

static void paint_dress(const struct doll *doll)
{
    const struct tes_style *style = &doll->style;
    struct tes_paint *paint = doll->paint;
    bool is_bust = doll->form == 1;
    struct tes_shape bust =
        TES_SHAPE_BLOB({13, 94}, {18, 77}, {36, 66}, {64, 66}, {82, 77}, {87, 94}, {50, 95});
    struct tes_shape gown =
        TES_SHAPE_BLOB({42, 58}, {58, 58}, {68, 72}, {73, 84}, {50, 87}, {27, 84}, {32, 72});
    struct tes_shape dress = is_bust ? bust : gown;
    for (unsigned each = 0; each < 2 && !is_bust; each++) {
        float side = TES_POINT_SIDE(each);
        tes_outline_limb(paint, style, TES_SHAPE_BLOB({50 + 9 * side, 82}, {50 + 10 * side, 91}), 7,
                         doll->cloth);
        tes_outline_limb(paint, style, TES_SHAPE_BLOB({50 + 13 * side, 64}, {50 + 34 * side, 74}),
                         7, doll->cloth);
    }
    tes_body_begin(paint, style, dress, doll->dress);
    for (unsigned i = 0; doll->has_dots && i < 8; i++)
        tes_path_ellipse(paint, 18 + 9 * (float)i, 78 + 9 * (float)(i % 2), 2.6F, 2.6F);
    tes_paint_fill(paint, doll->trim);
    tes_outline_end(paint, style, dress, doll->dress);
    for (unsigned each = 0; each < 2; each++) {
        float side = TES_POINT_SIDE(each);
        tes_outline_shape(paint, style,
                          TES_SHAPE_BLOB({50, 64}, {50 + 16 * side, 62}, {50 + 19 * side, 69},
                                         {50 + 8 * side, 74}),
                          WHITE);
    }
}

void tes_item_doll(struct tes_paint *paint, struct tes_random *random)
{
    struct doll doll = {.paint = paint, .style = tes_style_figure(paint, random)};
    doll.cloth = tes_random_colour(random, TES_TABLE_ALL(CLOTHS));
    doll.yarn = tes_random_colour(random, TES_TABLE_ALL(YARNS));
    float hue = tes_random_between(random, 0, 360);
    doll.dress = tes_colour_hsl(hue, 0.55F, 0.55F);
    float turn = tes_random_between(random, 60, 300);
    doll.trim = tes_colour_hsl(hue + turn, 0.65F, 0.68F);
    doll.thread = tes_colour_shade(doll.cloth, -0.72F);
    doll.form = tes_random_below(random, 3);
    doll.has_braids = tes_random_chance(random, 2);
    doll.has_dots = tes_random_chance(random, 2);
    if (doll.form == 0) {
        paint_nesting(&doll);
        return;
    }
    paint_dress(&doll);
    paint_yarn_hair(&doll);
    tes_body_solid(doll.paint, &doll.style, TES_SHAPE_OVAL(50, 39, 24, 23), doll.cloth);
    paint_fringe(&doll);
    paint_rag_face(&doll);
}

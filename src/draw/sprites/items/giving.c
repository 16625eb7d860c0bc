/* Things to give: books and presents. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------ book */

static void paint_emblem(struct tes_paint *paint, unsigned form, tes_colour colour)
{
    switch (form) {
    case 0:
        tes_paint_circle(paint, 54, 40, 13, colour);
        break;
    case 1:
        tes_shape_fill(paint, TES_SHAPE_CORNERED(4, {54, 24}, {68, 42}, {54, 60}, {40, 42}),
                       colour);
        break;
    case 2:
        tes_paint_box(paint, TES_POINT(38, 24), TES_POINT(32, 17), 4, colour);
        break;
    default:
        tes_paint_box(paint, TES_POINT(20, 24), TES_POINT(64, 9), 0, colour);
        tes_paint_box(paint, TES_POINT(20, 66), TES_POINT(64, 9), 0, colour);
        break;
    }
}

static void paint_closed_book(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, -14, 14);
    float left = tes_random_between(random, 16, 22);
    tes_colour cover = tes_palette_any(random);
    tes_colour emblem_colour = tes_palette_against(random, cover);
    tes_colour ribbon = tes_palette_bright(random);
    unsigned emblem = tes_random_below(random, 4);
    bool has_ribbon = tes_random_chance(random, 2);
    float right = 97 - left;
    struct tes_shape front = TES_SHAPE_CORNERED(5, {left, 9}, {right, 9}, {right, 81}, {left, 81});

    tes_paint_turn(paint, 50, 50, turn);
    tes_outline_shape(paint, TES_SHAPE_BOX(left, 14, right - left + 5, 76, 5),
                      tes_colour_shade(cover, -0.2F));
    if (has_ribbon)
        tes_paint_box(paint, TES_POINT(right - 18, 80), TES_POINT(7, 15), 1, ribbon);
    tes_outline_shape(paint, TES_SHAPE_BOX(left + 5, 76, right - left - 3, 10, 2),
                      tes_palette_pale(random));
    tes_outline_begin(paint, front, cover);
    paint_emblem(paint, emblem, emblem_colour);
    tes_light_shade(paint, front, TES_POINT(44, 34), TES_POINT(54, 52));
    tes_paint_box(paint, TES_POINT(left, 5), TES_POINT(9, 80), 0, tes_colour_shade(cover, -0.22F));
    tes_outline_end(paint, front, cover);
}

static void paint_page_lines(struct tes_paint *paint, float left, float slope, tes_colour colour)
{
    for (unsigned i = 0; i < 4; i++) {
        float y = 38 + (float)i * 10;
        tes_paint_line(paint, TES_POINT(left, y - slope), TES_POINT(left + 24, y + slope), 3,
                       colour);
    }
}

static void paint_open_book(struct tes_paint *paint, struct tes_random *random)
{
    float lift = tes_random_between(random, 0, 8);
    tes_colour cover = tes_palette_any(random);
    tes_colour paper = tes_palette_pale(random);
    tes_colour ink = tes_colour_mix(paper, tes_palette_earthy(random), 0.6F);
    tes_colour picture = tes_palette_any(random);
    bool has_picture = tes_random_chance(random, 2);
    tes_outline_shape(paint,
                      TES_SHAPE_CORNERED(5, {6, 26 - lift}, {50, 34}, {94, 26 - lift},
                                         {94, 80 - lift}, {50, 90}, {6, 80 - lift}),
                      cover);
    TES_EACH_SIDE (side)
        tes_outline_shape(paint,
                          TES_SHAPE_CORNERED(4, {50, 32}, {50 + side * 12, 23 - lift / 2},
                                             {50 + side * 39, 21 - lift},
                                             {50 + side * 39, 73 - lift},
                                             {50 + side * 14, 76 - lift / 2}, {50, 84}),
                          side < 0 ? paper : tes_colour_shade(paper, -0.06F));
    paint_page_lines(paint, 17, 1 + lift * 0.2F, ink);
    if (has_picture)
        tes_paint_box(paint, TES_POINT(58, 34 - lift / 2), TES_POINT(25, 27), 5, picture);
    else
        paint_page_lines(paint, 59, -1 - lift * 0.2F, ink);
}

static void paint_book_stack(struct tes_paint *paint, struct tes_random *random)
{
    float bottom = 90;
    unsigned count = 3 + tes_random_below(random, 2);
    for (unsigned i = 0; i < count; i++) {
        float height = tes_random_between(random, 66, 76) / (float)count;
        float width = tes_random_between(random, 60, 78);
        float shift = tes_random_between(random, -6, 6);
        tes_colour cover = tes_palette_any(random);
        tes_colour band = tes_palette_against(random, cover);
        float left = 50 + shift - width / 2, top = bottom - height;
        struct tes_shape spine = TES_SHAPE_CORNERED(5, {left, top}, {left + width, top},
                                                    {left + width, bottom}, {left, bottom});
        tes_outline_begin(paint, spine, cover);
        tes_paint_box(paint, TES_POINT(left + width - 16, top + 4), TES_POINT(20, height - 8), 2,
                      TES_RGB(0xFDF3E0));
        tes_paint_box(paint, TES_POINT(left + 10, top), TES_POINT(7, height), 0, band);
        tes_paint_box(paint, TES_POINT(left, bottom - height * 0.3F), TES_POINT(width, height), 0,
                      tes_style_shadow(paint));
        tes_outline_end(paint, spine, cover);
        bottom = top;
    }
}

TES_ITEM_ONE_OF(tes_item_book, paint_closed_book, paint_open_book, paint_book_stack)

/* ------------------------------------------------------------------ gift */

static void paint_bow(struct tes_paint *paint, float y, float spread, tes_colour ribbon)
{
    TES_EACH_SIDE (side)
        tes_outline_shape(paint,
                          TES_SHAPE_CORNERED(2, {50, y}, {50 + side * spread * 0.75F, y + 13},
                                             {50 + side * spread * 0.35F, y + 15}),
                          tes_colour_shade(ribbon, -0.12F));
    TES_EACH_SIDE (side) {
        tes_outline_shape(paint,
                          TES_SHAPE_BLOB({50, y + 2}, {50 + side * spread * 0.45F, y - 17},
                                         {50 + side * spread, y - 17}, {50 + side * spread, y - 3}),
                          ribbon);
        tes_paint_ellipse(paint, 50 + side * spread * 0.62F, y - 9, spread * 0.2F, 3.6F,
                          tes_style_edge(paint, ribbon));
    }
    tes_path_box(paint, 44.5F, y - 6, 11, 11, 4.5F);
    tes_outline_path(paint, tes_colour_shade(ribbon, 0.12F));
}

struct gift {
    tes_colour paper, marks, ribbon;
    float left, top, spread;
};

static struct gift pick_gift(struct tes_random *random)
{
    struct gift gift;
    gift.paper = tes_palette_any(random);
    gift.marks = tes_colour_mix(gift.paper, tes_palette_pale(random), 0.6F);
    gift.ribbon = tes_palette_against(random, gift.paper);
    gift.left = tes_random_between(random, 14, 24);
    gift.top = tes_random_between(random, 32, 42);
    gift.spread = tes_random_between(random, 22, 29);
    return gift;
}

static void paint_boxed_gift(struct tes_paint *paint, struct tes_random *random)
{
    struct gift gift = pick_gift(random);
    float left = gift.left, right = 100 - left, top = gift.top;
    bool is_round = tes_random_chance(random, 3);
    float sag = is_round ? 7 : 0;
    struct tes_shape box = TES_SHAPE_CORNERED(5, {left, top + 8}, {right, top + 8},
                                              {right, 90 - sag}, {50, 90 + sag}, {left, 90 - sag});
    struct tes_shape lid = TES_SHAPE_CORNERED(5, {left - 4, top}, {50, top - sag}, {right + 4, top},
                                              {right + 4, top + 14 - sag / 2}, {50, top + 14 + sag},
                                              {left - 4, top + 14 - sag / 2});

    tes_outline_begin(paint, box, gift.paper);
    tes_pattern_cover(paint, random, box, gift.marks);
    tes_paint_box(paint, TES_POINT(43, 20), TES_POINT(14, 78), 0, gift.ribbon);
    tes_light_shade(paint, box, TES_POINT(42, 56), TES_POINT(48, 36));
    tes_outline_end(paint, box, gift.paper);
    tes_outline_begin(paint, lid, tes_colour_shade(gift.paper, 0.12F));
    tes_paint_box(paint, TES_POINT(43, 20), TES_POINT(14, 50), 0, gift.ribbon);
    tes_outline_end(paint, lid, gift.paper);
    paint_bow(paint, top, gift.spread, gift.ribbon);
}

/* Seen from a corner: two sides and the top. */
static void paint_cornered_gift(struct tes_paint *paint, struct tes_random *random)
{
    struct gift gift = pick_gift(random);
    struct tes_shape roof = TES_SHAPE_CORNERED(3, {50, 24}, {88, 37}, {50, 51}, {12, 37});
    tes_colour edge = tes_style_edge(paint, gift.paper);
    TES_EACH_SIDE (side) {
        struct tes_shape wall = TES_SHAPE_CORNERED(2.5F, {50, 51}, {50 + side * 38, 37},
                                                   {50 + side * 36, 76}, {50, 92});
        const struct tes_point ribbon[] = {{50 + side * 14, 46},
                                           {50 + side * 24, 42},
                                           {50 + side * 23, 82},
                                           {50 + side * 13.5F, 87}};
        tes_colour tone = tes_colour_shade(gift.paper, side < 0 ? -0.03F : -0.2F);
        tes_outline_shape(paint, wall, tone);
        tes_shape_fill(paint, TES_SHAPE_ROUNDED(ribbon, 0),
                       tes_colour_shade(gift.ribbon, side < 0 ? 0 : -0.15F));
    }
    tes_shape_fill(paint, roof, tes_colour_shade(gift.paper, 0.2F));
    tes_path_polygon(paint, TES_POINTS({26, 32}, {36, 28.5F}, {74, 42}, {64, 46}));
    tes_path_polygon(paint, TES_POINTS({64, 28.5F}, {74, 32}, {36, 46}, {26, 42}));
    tes_paint_fill(paint, gift.ribbon);
    tes_shape_path(paint, roof);
    tes_paint_stroke(paint, paint->style.line, true, edge);
    paint_bow(paint, 34, gift.spread, gift.ribbon);
}

TES_ITEM_ONE_OF(tes_item_gift, paint_boxed_gift, paint_boxed_gift, paint_cornered_gift)

/* What one takes along: shoes and bags. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------ shoe */

struct sneaker {
    tes_colour cloth, sole, trim;
    float rise; /* how far up it reaches beyond a low shoe */
    unsigned mark;
    bool has_cap;
};

/* What its side shows: a swoosh, two bars or a disc. */
static void paint_sneaker_mark(struct tes_paint *paint, const struct sneaker *shoe)
{
    switch (shoe->mark) {
    case 0:
        tes_path_curve(paint, TES_POINTS({22, 62}, {34, 66}, {48, 60}, {58, 50}));
        tes_paint_stroke(paint, 5, false, shoe->trim);
        break;
    case 1:
        tes_paint_line(paint, TES_POINT(32, 68), TES_POINT(39, 50), 4.5F, shoe->trim);
        tes_paint_line(paint, TES_POINT(41, 68), TES_POINT(48, 50), 4.5F, shoe->trim);
        break;
    default:
        tes_paint_circle(paint, 27, 54 - shoe->rise / 2, 7, shoe->trim);
        break;
    }
}

static void paint_sneaker_sole(struct tes_paint *paint, const struct sneaker *shoe)
{
    tes_outline_shape(paint, TES_SHAPE_BOX(7, 70, 87, 14, 6), shoe->sole);
    tes_paint_line(paint, TES_POINT(13, 77), TES_POINT(88, 77), 2.6F, shoe->trim);
}

static void paint_sneaker(struct tes_paint *paint, struct tes_random *random)
{
    struct sneaker shoe;
    shoe.cloth = tes_palette_any(random);
    shoe.sole = tes_palette_pale(random);
    shoe.trim = tes_palette_against(random, shoe.cloth);
    shoe.rise = tes_random_between(random, 0, 18);
    shoe.mark = tes_random_below(random, 3);
    shoe.has_cap = tes_random_chance(random, 2);
    float rise = shoe.rise;
    struct tes_shape upper =
        TES_SHAPE_CORNERED(8, {11, 34 - rise}, {28, 40 - rise}, {44, 29 - rise}, {52, 34 - rise},
                           {66, 51}, {84, 55}, {93, 66}, {93, 76}, {9, 76}, {10, 56});

    tes_paint_move(paint, 0, rise * 0.3F - 2);
    tes_outline_begin(paint, upper, shoe.cloth);
    paint_sneaker_mark(paint, &shoe);
    if (shoe.has_cap)
        tes_paint_circle(paint, 92, 76, 19, shoe.sole);
    tes_light_shade(paint, upper, TES_POINT(44, 34), TES_POINT(58, 34));
    tes_outline_end(paint, upper, shoe.cloth);
    for (unsigned i = 0; i < 3; i++) {
        float share = (float)i * 0.4F, x = 49 + 13 * share, y = 39 - rise + (14 + rise) * share;
        tes_paint_line(paint, TES_POINT(x - 7, y + 5), TES_POINT(x + 2, y - 1), 3.4F, shoe.sole);
    }
    paint_sneaker_sole(paint, &shoe);
}

static void paint_boot(struct tes_paint *paint, struct tes_random *random)
{
    float left = tes_random_between(random, 22, 28);
    float right = tes_random_between(random, 56, 61);
    float top = tes_random_between(random, 10, 20);
    tes_colour rubber = tes_palette_any(random);
    tes_colour trim = tes_palette_against(random, rubber);
    tes_colour sole = tes_colour_shade(rubber, -0.25F);
    struct tes_shape body =
        TES_SHAPE_CORNERED(9, {left, top}, {right, top}, {right - 1, 56}, {80, 62}, {90, 72},
                           {90, 86}, {left - 4, 86}, {left + 1, 60});

    tes_outline_begin(paint, body, rubber);
    tes_pattern_cover(paint, random, body, trim);
    tes_light_shade(paint, body, TES_POINT(left + 14, 40), TES_POINT(46, 42));
    tes_paint_line(paint, TES_POINT(left + 9, top + 24), TES_POINT(left + 9, 58), 3.4F,
                   tes_style_highlight(paint));
    tes_outline_end(paint, body, rubber);
    tes_outline_shape(paint, TES_SHAPE_BOX(left - 3, top - 3, right - left + 6, 12, 5), trim);
    tes_outline_shape(paint, TES_SHAPE_BOX(left - 7, 82, 100 - left, 9, 4), sole);
}

static void paint_pump(struct tes_paint *paint, struct tes_random *random)
{
    float heel = tes_random_between(random, 14, 22);
    tes_colour leather = tes_palette_any(random);
    tes_colour trim = tes_palette_against(random, leather);
    float back = 60 - heel;
    struct tes_shape body = TES_SHAPE_CORNERED(6, {12, back - 12}, {20, back - 14}, {30, back - 1},
                                               {54, 64}, {66, 60}, {84, 68}, {94, 77}, {88, 81},
                                               {60, 80}, {40, back + 22}, {20, back + 12});
    struct tes_shape block =
        TES_SHAPE_CORNERED(2, {13, back + 4}, {30, back + 14}, {26, 82}, {17, 82});
    struct tes_shape inside =
        TES_SHAPE_CORNERED(6, {15, back - 11}, {30, back - 1}, {54, 64}, {36, back + 3});

    tes_outline_shape(paint, block, tes_colour_shade(leather, -0.2F));
    tes_outline_shape(paint, inside, tes_palette_earthy(random));
    tes_outline_begin(paint, body, leather);
    tes_light_shade(paint, body, TES_POINT(50, 46), TES_POINT(46, 30));
    tes_paint_line(paint, TES_POINT(71, 68), TES_POINT(80, 72), 3.4F, tes_style_highlight(paint));
    tes_outline_end(paint, body, leather);
    tes_outline_shape(paint, TES_SHAPE_OVAL(66, 62, 6, 5), trim);
}

TES_ITEM_ONE_OF(tes_item_shoe, paint_sneaker, paint_sneaker, paint_boot, paint_pump)

/* ------------------------------------------------------------------- bag */

static void paint_handbag(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 40, 48);
    float shoulder = tes_random_between(random, 27, 34);
    float foot = tes_random_between(random, 34, 41);
    float flap = tes_random_between(random, 14, 22);
    tes_colour leather = tes_palette_any(random);
    tes_colour strap = tes_colour_shade(leather, -0.2F);
    tes_colour metal = tes_palette_metal(random);
    struct tes_shape handle =
        TES_SHAPE_BLOB({33, top + 4}, {34, 22}, {50, 11}, {66, 22}, {67, top + 4});
    struct tes_shape body = TES_SHAPE_CORNERED(9, {50 - shoulder, top}, {50 + shoulder, top},
                                               {50 + foot, 89}, {50 - foot, 89});
    struct tes_shape lid = TES_SHAPE_CORNERED(8, {49 - shoulder, top - 2}, {51 + shoulder, top - 2},
                                              {53 + shoulder, top + flap - 5}, {50, top + flap + 6},
                                              {47 - shoulder, top + flap - 5});

    tes_outline_cord(paint, handle, 6, strap);
    tes_outline_begin(paint, body, leather);
    tes_pattern_cover(paint, random, body, tes_colour_shade(leather, 0.25F));
    tes_light_shade(paint, body, TES_POINT(44, 60), TES_POINT(40, 27));
    tes_outline_end(paint, body, leather);
    tes_outline_shape(paint, lid, tes_colour_shade(leather, -0.1F));
    tes_outline_shape(paint, TES_SHAPE_BOX(44, top + flap - 4, 12, 13, 4), metal);
    tes_paint_line(paint, TES_POINT(54 - shoulder, top + 6), TES_POINT(64 - shoulder, top + 6), 3,
                   tes_style_highlight(paint));
}

static void paint_shopping_bag(struct tes_paint *paint, struct tes_random *random)
{
    float left = tes_random_between(random, 16, 24);
    float top = tes_random_between(random, 32, 38);
    tes_colour paper = tes_palette_any(random);
    tes_colour marks = tes_palette_against(random, paper);
    struct tes_shape far =
        TES_SHAPE_BLOB({38, top + 6}, {39, 19}, {50, 11}, {61, 19}, {62, top + 6});
    struct tes_shape body =
        TES_SHAPE_CORNERED(4, {left, top}, {100 - left, top}, {103 - left, 90}, {left - 3, 90});
    struct tes_shape fold = TES_SHAPE_CORNERED(0, {86 - left, top}, {100 - left, top},
                                               {103 - left, 90}, {88 - left, 90});

    tes_outline_cord(paint, far, 5, tes_colour_shade(marks, -0.1F));
    tes_outline_begin(paint, body, paper);
    tes_pattern_cover(paint, random, body, marks);
    tes_shape_fill(paint, fold, tes_style_shadow(paint));
    tes_outline_end(paint, body, paper);
    for (unsigned i = 0; i < 2; i++) {
        float x = 38 + (float)i * 24;
        tes_paint_circle(paint, x, top + 7, 3.2F, tes_style_edge(paint, paper));
    }
}

static void paint_backpack(struct tes_paint *paint, struct tes_random *random)
{
    float half = tes_random_between(random, 26, 31);
    tes_colour cloth = tes_palette_any(random);
    tes_colour pocket = tes_palette_any(random);
    tes_colour metal = tes_palette_metal(random);
    struct tes_shape loop = TES_SHAPE_BLOB({40, 20}, {42, 11}, {50, 9}, {58, 11}, {60, 20});
    struct tes_shape body =
        TES_SHAPE_BLOB({49 - half, 86}, {50 - half, 50}, {56 - half, 27}, {50, 15}, {44 + half, 27},
                       {50 + half, 50}, {51 + half, 86}, {50, 91});

    tes_outline_cord(paint, loop, 5.5F, pocket);
    TES_EACH_SIDE (side)
        tes_outline_shape(paint, TES_SHAPE_BOX(50 + side * (half + 2) - 8, 54, 16, 30, 7),
                          tes_colour_shade(pocket, -0.12F));
    tes_outline_begin(paint, body, cloth);
    tes_light_shade(paint, body, TES_POINT(45, 46), TES_POINT(half + 1, 40));
    tes_light_gloss(paint, TES_POINT(50, 40), TES_POINT(half - 8, 17), 195, 245);
    tes_outline_end(paint, body, cloth);
    tes_outline_shape(paint, TES_SHAPE_BOX(56 - half, 56, 2 * half - 12, 29, 8), pocket);
    tes_path_arc(paint, TES_POINT(50, 50), half - 6, 12, 200, 340);
    tes_paint_stroke(paint, 2.8F, false, tes_style_edge(paint, cloth));
    tes_paint_line(paint, TES_POINT(62 - half, 64), TES_POINT(38 + half, 64), 2.8F,
                   tes_style_edge(paint, pocket));
    tes_paint_box(paint, TES_POINT(52, 63), TES_POINT(4.5F, 9), 2, metal);
}

TES_ITEM_ONE_OF(tes_item_bag, paint_handbag, paint_shopping_bag, paint_backpack)

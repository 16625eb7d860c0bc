/* Things to give: books and presents. */
#include "draw/sprites/kit/finish.h"
#include "draw/sprites/sprite.h"

/* ------------------------------------------------------------------ book */

static void paint_emblem(struct tes_paint *paint, unsigned form, tes_colour colour)
{
    static const struct tes_point LOZENGE[] = {{54, 24}, {68, 42}, {54, 60}, {40, 42}};
    switch (form) {
    case 0:
        tes_paint_circle(paint, 54, 40, 13, colour);
        break;
    case 1:
        tes_finish_path(paint, ROUNDED(LOZENGE, 4));
        tes_paint_fill(paint, colour);
        break;
    case 2:
        tes_paint_box(paint, AT(38, 24), AT(32, 17), 4, colour);
        break;
    default:
        tes_paint_box(paint, AT(20, 24), AT(64, 9), 0, colour);
        tes_paint_box(paint, AT(20, 66), AT(64, 9), 0, colour);
        break;
    }
}

static void paint_closed_book(struct tes_paint *paint, struct tes_random *random,
                              const struct tes_finish *finish)
{
    float turn = tes_random_between(random, -14, 14);
    float left = tes_random_between(random, 16, 22);
    tes_colour cover = tes_finish_colour(random);
    tes_colour emblem_colour = tes_finish_against(random, cover);
    tes_colour ribbon = tes_finish_bright(random);
    unsigned emblem = tes_random_below(random, 4);
    bool has_ribbon = tes_random_chance(random, 2);
    float right = 97 - left;
    const struct tes_point front[] = {{left, 9}, {right, 9}, {right, 81}, {left, 81}};

    tes_paint_turn(paint, 50, 50, turn);
    tes_path_box(paint, left, 14, right - left + 5, 76, 5);
    tes_finish_fill(paint, finish, tes_colour_shade(cover, -0.2F));
    if (has_ribbon)
        tes_paint_box(paint, AT(right - 18, 80), AT(7, 15), 1, ribbon);
    tes_path_box(paint, left + 5, 76, right - left - 3, 10, 2);
    tes_finish_fill(paint, finish, tes_finish_pale(random));
    tes_finish_begin(paint, ROUNDED(front, 5), cover);
    paint_emblem(paint, emblem, emblem_colour);
    tes_finish_shade(paint, finish, ROUNDED(front, 5), AT(44, 34), AT(54, 52));
    tes_paint_box(paint, AT(left, 5), AT(9, 80), 0, tes_colour_shade(cover, -0.22F));
    tes_finish_end(paint, finish, ROUNDED(front, 5), cover);
}

static void paint_page_lines(struct tes_paint *paint, float left, float slope, tes_colour colour)
{
    for (unsigned i = 0; i < 4; i++) {
        float y = 38 + (float)i * 10;
        tes_paint_line(paint, AT(left, y - slope), AT(left + 24, y + slope), 3, colour);
    }
}

static void paint_open_book(struct tes_paint *paint, struct tes_random *random,
                            const struct tes_finish *finish)
{
    float lift = tes_random_between(random, 0, 8);
    tes_colour cover = tes_finish_colour(random);
    tes_colour paper = tes_finish_pale(random);
    tes_colour ink = tes_colour_mix(paper, tes_finish_earthy(random), 0.6F);
    tes_colour picture = tes_finish_colour(random);
    bool has_picture = tes_random_chance(random, 2);
    const struct tes_point back[] = {{6, 26 - lift},  {50, 34}, {94, 26 - lift},
                                     {94, 80 - lift}, {50, 90}, {6, 80 - lift}};

    tes_finish_shape(paint, finish, ROUNDED(back, 5), cover);
    for (unsigned i = 0; i < 2; i++) {
        float side = i == 0 ? -1 : 1;
        const struct tes_point page[] = {{50, 32},
                                         {50 + side * 12, 23 - lift / 2},
                                         {50 + side * 39, 21 - lift},
                                         {50 + side * 39, 73 - lift},
                                         {50 + side * 14, 76 - lift / 2},
                                         {50, 84}};
        tes_finish_shape(paint, finish, ROUNDED(page, 4),
                         side < 0 ? paper : tes_colour_shade(paper, -0.06F));
    }
    paint_page_lines(paint, 17, 1 + lift * 0.2F, ink);
    if (has_picture)
        tes_paint_box(paint, AT(58, 34 - lift / 2), AT(25, 27), 5, picture);
    else
        paint_page_lines(paint, 59, -1 - lift * 0.2F, ink);
}

static void paint_book_stack(struct tes_paint *paint, struct tes_random *random,
                             const struct tes_finish *finish)
{
    float bottom = 90;
    unsigned count = 3 + tes_random_below(random, 2);
    for (unsigned i = 0; i < count; i++) {
        float height = tes_random_between(random, 66, 76) / (float)count;
        float width = tes_random_between(random, 60, 78);
        float shift = tes_random_between(random, -6, 6);
        tes_colour cover = tes_finish_colour(random);
        tes_colour band = tes_finish_against(random, cover);
        float left = 50 + shift - width / 2, top = bottom - height;
        const struct tes_point spine[] = {
            {left, top}, {left + width, top}, {left + width, bottom}, {left, bottom}};
        tes_finish_begin(paint, ROUNDED(spine, 5), cover);
        tes_paint_box(paint, AT(left + width - 16, top + 4), AT(20, height - 8), 2,
                      TES_RGB(0xFDF3E0));
        tes_paint_box(paint, AT(left + 10, top), AT(7, height), 0, band);
        tes_paint_box(paint, AT(left, bottom - height * 0.3F), AT(width, height), 0,
                      tes_colour_alpha(TES_RGB(0x2A1440), finish->shade));
        tes_finish_end(paint, finish, ROUNDED(spine, 5), cover);
        bottom = top;
    }
}

void tes_item_book(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const BOOKS[] = {paint_closed_book, paint_open_book,
                                                paint_book_stack};
    tes_finish_one_of(paint, random, BOOKS, 3);
}

/* ------------------------------------------------------------------ gift */

static void paint_bow(struct tes_paint *paint, const struct tes_finish *finish, float y,
                      float spread, tes_colour ribbon)
{
    for (unsigned i = 0; i < 2; i++) {
        float side = i == 0 ? -1 : 1;
        const struct tes_point tail[] = {
            {50, y}, {50 + side * spread * 0.75F, y + 13}, {50 + side * spread * 0.35F, y + 15}};
        tes_finish_shape(paint, finish, ROUNDED(tail, 2), tes_colour_shade(ribbon, -0.12F));
    }
    for (unsigned i = 0; i < 2; i++) {
        float side = i == 0 ? -1 : 1;
        const struct tes_point loop[] = {{50, y + 2},
                                         {50 + side * spread * 0.45F, y - 17},
                                         {50 + side * spread, y - 17},
                                         {50 + side * spread, y - 3}};
        tes_finish_shape(paint, finish, SMOOTH(loop), ribbon);
        tes_paint_ellipse(paint, 50 + side * spread * 0.62F, y - 9, spread * 0.2F, 3.6F,
                          tes_finish_edge(finish, ribbon));
    }
    tes_path_box(paint, 44.5F, y - 6, 11, 11, 4.5F);
    tes_finish_fill(paint, finish, tes_colour_shade(ribbon, 0.12F));
}

struct gift {
    tes_colour paper, marks, ribbon;
    float left, top, spread;
};

static struct gift draw_gift(struct tes_random *random)
{
    struct gift gift;
    gift.paper = tes_finish_colour(random);
    gift.marks = tes_colour_mix(gift.paper, tes_finish_pale(random), 0.6F);
    gift.ribbon = tes_finish_against(random, gift.paper);
    gift.left = tes_random_between(random, 14, 24);
    gift.top = tes_random_between(random, 32, 42);
    gift.spread = tes_random_between(random, 22, 29);
    return gift;
}

static void paint_boxed_gift(struct tes_paint *paint, struct tes_random *random,
                             const struct tes_finish *finish)
{
    struct gift gift = draw_gift(random);
    float left = gift.left, right = 100 - left, top = gift.top;
    bool is_round = tes_random_chance(random, 3);
    float sag = is_round ? 7 : 0;
    const struct tes_point box[] = {
        {left, top + 8}, {right, top + 8}, {right, 90 - sag}, {50, 90 + sag}, {left, 90 - sag}};
    const struct tes_point lid[] = {{left - 4, top},      {50, top - sag},
                                    {right + 4, top},     {right + 4, top + 14 - sag / 2},
                                    {50, top + 14 + sag}, {left - 4, top + 14 - sag / 2}};

    tes_finish_begin(paint, ROUNDED(box, 5), gift.paper);
    tes_finish_pattern(paint, random, ROUNDED(box, 5), gift.marks);
    tes_paint_box(paint, AT(43, 20), AT(14, 78), 0, gift.ribbon);
    tes_finish_shade(paint, finish, ROUNDED(box, 5), AT(42, 56), AT(48, 36));
    tes_finish_end(paint, finish, ROUNDED(box, 5), gift.paper);
    tes_finish_begin(paint, ROUNDED(lid, 5), tes_colour_shade(gift.paper, 0.12F));
    tes_paint_box(paint, AT(43, 20), AT(14, 50), 0, gift.ribbon);
    tes_finish_end(paint, finish, ROUNDED(lid, 5), gift.paper);
    paint_bow(paint, finish, top, gift.spread, gift.ribbon);
}

/* Seen from a corner: two sides and the top. */
static void paint_cornered_gift(struct tes_paint *paint, struct tes_random *random,
                                const struct tes_finish *finish)
{
    struct gift gift = draw_gift(random);
    const struct tes_point roof[] = {{50, 24}, {88, 37}, {50, 51}, {12, 37}};
    const struct tes_point across[] = {{26, 32}, {36, 28.5F}, {74, 42}, {64, 46}};
    const struct tes_point along[] = {{64, 28.5F}, {74, 32}, {36, 46}, {26, 42}};
    tes_colour edge = tes_finish_edge(finish, gift.paper);
    for (unsigned i = 0; i < 2; i++) {
        float side = i == 0 ? -1 : 1;
        const struct tes_point wall[] = {
            {50, 51}, {50 + side * 38, 37}, {50 + side * 36, 76}, {50, 92}};
        const struct tes_point ribbon[] = {{50 + side * 14, 46},
                                           {50 + side * 24, 42},
                                           {50 + side * 23, 82},
                                           {50 + side * 13.5F, 87}};
        tes_colour tone = tes_colour_shade(gift.paper, side < 0 ? -0.03F : -0.2F);
        tes_finish_shape(paint, finish, ROUNDED(wall, 2.5F), tone);
        tes_finish_path(paint, ROUNDED(ribbon, 0));
        tes_paint_fill(paint, tes_colour_shade(gift.ribbon, side < 0 ? 0 : -0.15F));
    }
    tes_finish_path(paint, ROUNDED(roof, 3));
    tes_paint_fill(paint, tes_colour_shade(gift.paper, 0.2F));
    tes_path_polygon(paint, across, 4);
    tes_path_polygon(paint, along, 4);
    tes_paint_fill(paint, gift.ribbon);
    tes_finish_path(paint, ROUNDED(roof, 3));
    tes_paint_stroke(paint, finish->line, true, edge);
    paint_bow(paint, finish, 34, gift.spread, gift.ribbon);
}

void tes_item_gift(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const GIFTS[] = {paint_boxed_gift, paint_boxed_gift,
                                                paint_cornered_gift};
    tes_finish_one_of(paint, random, GIFTS, 3);
}

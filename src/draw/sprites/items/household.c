/* Things of a room: chairs and clocks. */
#include "draw/sprites/items/items.h"

/* ----------------------------------------------------------------- chair */

struct chair {
    tes_colour wood, seat;
    float top;  /* of its back */
    float half; /* half the back's width */
    float knee; /* where the seat is */
};

static void paint_chair_legs(struct tes_paint *paint, const struct chair *chair)
{
    tes_colour far = tes_colour_shade(chair->wood, -0.22F);
    TES_EACH_SIDE (side)
        tes_outline_bar(paint, TES_POINT(50 + side * (chair->half - 4), chair->knee),
                        TES_POINT(50 + side * (chair->half - 3), 82), 5.5F, far);
    tes_outline_bar(paint, TES_POINT(30, chair->knee + 20), TES_POINT(70, chair->knee + 20), 5,
                    far);
    TES_EACH_SIDE (side)
        tes_outline_bar(paint, TES_POINT(50 + side * 29, chair->knee + 6),
                        TES_POINT(50 + side * 31, 90), 6.5F, chair->wood);
}

/* Posts, with slats, rungs or a panel between them. */
static void paint_chair_back(struct tes_paint *paint, struct tes_random *random,
                             const struct chair *chair)
{
    unsigned filling = tes_random_below(random, 3);
    float left = 50 - chair->half, right = 50 + chair->half,
          middle = (chair->top + chair->knee) / 2;
    for (unsigned i = 1; filling == 0 && i < 4; i++) {
        float x = left + chair->half * 0.5F * (float)i;
        tes_outline_bar(paint, TES_POINT(x, chair->top + 5), TES_POINT(x, chair->knee), 5,
                        chair->wood);
    }
    for (unsigned i = 0; filling == 1 && i < 2; i++) {
        float y = chair->top + 15 + (float)i * 13;
        tes_outline_bar(paint, TES_POINT(left, y), TES_POINT(right, y), 6, chair->wood);
    }
    TES_EACH_SIDE (side)
        tes_outline_bar(paint, TES_POINT(50 + side * (chair->half + 1), chair->top + 3),
                        TES_POINT(50 + side * (chair->half - 1), chair->knee), 6.5F, chair->wood);
    if (filling == 2) {
        tes_outline_shape(
            paint, TES_SHAPE_OVAL(50, middle - 1, chair->half - 3, (chair->knee - chair->top) / 3),
            chair->seat);
        tes_light_gloss(paint, TES_POINT(50, middle), TES_POINT(chair->half - 10, 9), 190, 250);
    }
    tes_outline_shape(paint,
                      TES_SHAPE_CORNERED(5, {left - 5, chair->top - 1}, {50, chair->top - 7},
                                         {right + 5, chair->top - 1}, {right + 3, chair->top + 9},
                                         {50, chair->top + 5}, {left - 3, chair->top + 9}),
                      chair->wood);
}

static void paint_wooden_chair(struct tes_paint *paint, struct tes_random *random)
{
    struct chair chair;
    chair.wood = tes_palette_any(random);
    chair.seat = tes_palette_any(random);
    chair.top = tes_random_between(random, 14, 20);
    chair.half = tes_random_between(random, 22, 27);
    chair.knee = tes_random_between(random, 52, 58);
    float knee = chair.knee;
    const struct tes_point seat[] = {
        {26, knee - 4}, {74, knee - 4}, {84, knee + 9}, {16, knee + 9}};

    paint_chair_legs(paint, &chair);
    tes_outline_shape(paint, TES_SHAPE_BOX(17, knee + 4, 66, 10, 4),
                      tes_colour_shade(chair.wood, -0.1F));
    paint_chair_back(paint, random, &chair);
    tes_outline_shape(paint, TES_SHAPE_ROUNDED(seat, 6), chair.seat);
    tes_paint_line(paint, TES_POINT(32, knee + 1), TES_POINT(52, knee + 1), 3,
                   tes_style_highlight(paint));
}

static void paint_armchair(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 10, 20);
    float half = tes_random_between(random, 27, 31);
    float arm = tes_random_between(random, 42, 50);
    tes_colour cloth = tes_palette_any(random);
    tes_colour cushion = tes_colour_shade(cloth, 0.16F);
    tes_colour marks = tes_colour_mix(cloth, tes_palette_pale(random), 0.6F);
    tes_colour wood = tes_colour_shade(tes_palette_earthy(random), -0.2F);
    struct tes_shape back =
        TES_SHAPE_BLOB({50 - half, 78}, {48 - half, 46}, {58 - half, top + 5}, {50, top},
                       {42 + half, top + 5}, {52 + half, 46}, {50 + half, 78});

    tes_outline_bar(paint, TES_POINT(22, 82), TES_POINT(20, 91), 6, wood);
    tes_outline_bar(paint, TES_POINT(78, 82), TES_POINT(80, 91), 6, wood);
    tes_outline_begin(paint, back, cloth);
    tes_pattern_cover(paint, random, back, marks);
    tes_light_shade(paint, back, TES_POINT(46, 36), TES_POINT(half + 4, 30));
    tes_light_gloss(paint, TES_POINT(50, top + 26), TES_POINT(half - 8, 19), 200, 250);
    tes_outline_end(paint, back, cloth);
    tes_outline_shape(paint, TES_SHAPE_BOX(20, 70, 60, 15, 4), tes_colour_shade(cloth, -0.14F));
    tes_outline_shape(paint, TES_SHAPE_BOX(26, 57, 48, 16, 6), cushion);
    for (unsigned i = 0; i < 2; i++) {
        float x = 9 + (float)i * 66;
        tes_outline_shape(paint, TES_SHAPE_BOX(x, arm, 16, 86 - arm, 8), cloth);
    }
}

/* Seen from its side, with thin metal legs. */
static void paint_side_chair(struct tes_paint *paint, struct tes_random *random)
{
    float lean = tes_random_between(random, 0, 8);
    float top = tes_random_between(random, 9, 16);
    tes_colour wood = tes_palette_any(random);
    tes_colour pad = tes_palette_any(random);
    struct tes_shape back = TES_SHAPE_CORNERED(5, {21 - lean, top}, {30 - lean, top}, {36, 44},
                                               {38, 56}, {27, 58}, {24, 44});

    tes_outline_bar(paint, TES_POINT(62, 60), TES_POINT(60, 86), 5.5F,
                    tes_colour_shade(wood, -0.22F));
    tes_outline_bar(paint, TES_POINT(36, 60), TES_POINT(40, 86), 5.5F,
                    tes_colour_shade(wood, -0.22F));
    tes_outline_bar(paint, TES_POINT(29, 58), TES_POINT(22, 90), 6.5F, wood);
    tes_outline_bar(paint, TES_POINT(77, 60), TES_POINT(82, 90), 6.5F, wood);
    tes_outline_bar(paint, TES_POINT(26, 75), TES_POINT(79, 75), 5, wood);
    tes_outline_shape(paint, back, wood);
    tes_outline_shape(paint, TES_SHAPE_BOX(22, 56, 62, 8, 4), wood);
    tes_outline_shape(paint, TES_SHAPE_BOX(28, 47, 56, 11, 5.5F), pad);
    tes_paint_line(paint, TES_POINT(36, 51), TES_POINT(56, 51), 3, tes_style_highlight(paint));
}

TES_ITEM_ONE_OF(tes_item_chair, paint_wooden_chair, paint_armchair, paint_side_chair)

/* ----------------------------------------------------------------- clock */

struct dial {
    struct tes_point centre;
    float radius;
    tes_colour plate, ink, second;
    float hour, minute; /* where the hands point, in degrees */
    bool has_second, has_dots;
};

static struct dial pick_dial(struct tes_random *random, struct tes_point centre, float radius)
{
    struct dial dial = {.centre = centre, .radius = radius};
    dial.plate = tes_palette_pale(random);
    dial.ink = tes_colour_shade(tes_palette_any(random), -0.55F);
    dial.second = tes_palette_bright(random);
    dial.hour = tes_random_between(random, 0, 360);
    dial.minute = (dial.hour - 30 * (float)(int)(dial.hour / 30)) * 12;
    dial.has_second = tes_random_chance(random, 2);
    dial.has_dots = tes_random_chance(random, 2);
    return dial;
}

static struct tes_point on_dial(const struct dial *dial, float degrees, float share)
{
    float radius = dial->radius * share;
    return TES_POINT(dial->centre.x + radius * tes_number_sin(degrees),
                     dial->centre.y - radius * tes_number_cos(degrees));
}

static void paint_dial(struct tes_paint *paint, const struct dial *dial)
{
    tes_outline_shape(paint,
                      TES_SHAPE_OVAL(dial->centre.x, dial->centre.y, dial->radius, dial->radius),
                      dial->plate);
    unsigned marks = dial->has_dots ? 12 : 4;
    for (unsigned i = 0; i < marks; i++) {
        float angle = 360.0F * (float)i / (float)marks;
        struct tes_point mark = on_dial(dial, angle, 0.8F);
        tes_path_ellipse(paint, mark.x, mark.y, dial->has_dots ? 1.7F : 2.6F,
                         dial->has_dots ? 1.7F : 2.6F);
    }
    tes_paint_fill(paint, dial->ink);
    tes_paint_line(paint, dial->centre, on_dial(dial, dial->hour, 0.48F), 4.2F, dial->ink);
    tes_paint_line(paint, dial->centre, on_dial(dial, dial->minute, 0.7F), 3.2F, dial->ink);
    if (dial->has_second)
        tes_paint_line(paint, on_dial(dial, dial->hour + 290, 0.2F),
                       on_dial(dial, dial->hour + 110, 0.68F), 2, dial->second);
    tes_paint_circle(paint, dial->centre.x, dial->centre.y, 3.4F,
                     dial->has_second ? dial->second : dial->ink);
}

static void paint_wall_clock(struct tes_paint *paint, struct tes_random *random)
{
    float rim = tes_random_between(random, 6, 10);
    bool is_square = tes_random_chance(random, 3);
    tes_colour colour = tes_palette_any(random);
    struct dial dial = pick_dial(random, TES_POINT(50, 50), 40 - rim);
    struct tes_shape square = TES_SHAPE_CORNERED(22, {11, 11}, {89, 11}, {89, 89}, {11, 89});
    struct tes_shape frame = is_square ? square : TES_SHAPE_OVAL(50, 50, 40, 40);
    tes_outline_begin(paint, frame, colour);
    tes_light_shade(paint, frame, TES_POINT(46, 44), TES_POINT(42, 42));
    tes_outline_end(paint, frame, colour);
    paint_dial(paint, &dial);
    tes_light_gloss(paint, TES_POINT(50, 50), TES_POINT(40 - rim / 2, 40 - rim / 2), 200, 250);
}

static void paint_alarm_clock(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour colour = tes_palette_any(random);
    tes_colour bells = tes_palette_metal(random);
    struct dial dial = pick_dial(random, TES_POINT(50, 56), 25);
    struct tes_shape body = TES_SHAPE_OVAL(50, 56, 33, 33);

    TES_EACH_SIDE (side)
        tes_outline_bar(paint, TES_POINT(50 + side * 20, 78), TES_POINT(50 + side * 27, 89), 7,
                        bells);
    tes_outline_bar(paint, TES_POINT(50, 22), TES_POINT(50, 14), 4.5F, bells);
    tes_outline_shape(paint, TES_SHAPE_BOX(42, 9, 16, 7, 3.5F), bells);
    TES_EACH_SIDE (side) {
        struct tes_matrix before = paint->matrix;
        tes_paint_turn(paint, 50, 56, side * 34);
        tes_path_arc(paint, TES_POINT(50, 24), 14, 13, 180, 360);
        tes_outline_path(paint, bells);
        paint->matrix = before;
    }
    tes_outline_begin(paint, body, colour);
    tes_light_shade(paint, body, TES_POINT(46, 51), TES_POINT(35, 35));
    tes_outline_end(paint, body, colour);
    paint_dial(paint, &dial);
    tes_light_gloss(paint, TES_POINT(50, 56), TES_POINT(29, 29), 195, 240);
}

static void paint_mantel_clock(struct tes_paint *paint, struct tes_random *random)
{
    float shoulder = tes_random_between(random, 26, 32);
    tes_colour wood = tes_palette_earthy(random);
    tes_colour trim = tes_palette_metal(random);
    struct dial dial = pick_dial(random, TES_POINT(50, 42), 23);
    struct tes_shape body =
        TES_SHAPE_BLOB({12, 84}, {16, 68}, {22, 52}, {50 - shoulder, 32}, {34, 13}, {50, 9},
                       {66, 13}, {50 + shoulder, 32}, {78, 52}, {84, 68}, {88, 84}, {50, 86});
    tes_outline_begin(paint, body, wood);
    tes_light_shade(paint, body, TES_POINT(46, 40), TES_POINT(36, 44));
    tes_outline_end(paint, body, wood);
    tes_outline_shape(paint, TES_SHAPE_BOX(9, 80, 82, 10, 4), tes_colour_shade(wood, -0.15F));
    paint_dial(paint, &dial);
    tes_outline_bar(paint, TES_POINT(36, 74), TES_POINT(64, 74), 4.5F, trim);
}

TES_ITEM_ONE_OF(tes_item_clock, paint_wall_clock, paint_alarm_clock, paint_mantel_clock)

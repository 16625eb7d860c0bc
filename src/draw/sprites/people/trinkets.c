/* Small things worn on the hair, where there is no hat. */
#include "draw/sprites/people/person.h"

typedef void trinket_painter(struct tes_paint *paint, const struct tes_person_look *look);

/* A band over the head, from side to side. */
static void paint_arch(struct tes_paint *paint, struct tes_point side, float rise, float width,
                       tes_colour colour)
{
    struct tes_point left = {-side.x, side.y};
    tes_person_bow(paint, left, side, rise);
    tes_paint_stroke(paint, width + 2.4F, false, tes_person_line_colour(colour));
    tes_person_bow(paint, left, side, rise);
    tes_paint_stroke(paint, width, false, colour);
}

static void paint_band(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_arch(paint, TES_POINT(27.5F, -10), 20, 3.6F, look->hat_colour);
}

static void add_petals(struct tes_paint *paint, struct tes_point at, float radius)
{
    for (unsigned i = 0; i < 5; i++) {
        float angle = 72 * (float)i;
        tes_path_ellipse(paint, at.x + 4.4F * tes_number_cos(angle),
                         at.y + 4.4F * tes_number_sin(angle), radius, radius);
    }
}

static void paint_flower(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_point at = {look->is_parted_right ? -21 : 21, -21};
    add_petals(paint, at, 4.9F);
    tes_paint_fill(paint, tes_person_line_colour(look->hat_colour));
    add_petals(paint, at, 3.5F);
    tes_paint_fill(paint, look->hat_colour);
    tes_paint_circle(paint, at.x, at.y, 2.6F, TES_RGB(0xF7D25A));
}

static void paint_bow(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_matrix head = paint->matrix;
    tes_paint_move(paint, look->is_parted_right ? -15 : 15, -30);
    tes_paint_turn(paint, 0, 0, look->is_parted_right ? -24 : 24);
    tes_person_shapes(paint, look, TES_POINTS({0, 0}, {0, 0}, {8, -6}, {12, -3}, {11, 5}, {7, 6}),
                      look->hat_colour);
    tes_paint_circle(paint, 0, 0, 3.4F, tes_person_line_colour(look->hat_colour));
    paint->matrix = head;
}

static void paint_headphones(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_arch(paint, TES_POINT(30.5F, -2), 35.5F, 3.4F, look->hat_colour);
    TES_EACH_SIDE (side) {
        tes_paint_ellipse(paint, side * 31, 4, 6.4F, 9.6F,
                          tes_person_line_colour(look->hat_colour));
        tes_paint_ellipse(paint, side * 31, 4, 4.4F, 7.4F, look->hat_trim);
    }
}

static trinket_painter *const TRINKETS[TES_PERSON_TRINKETS] = {
    [TES_PERSON_TRINKET_NONE] = NULL,
    [TES_PERSON_TRINKET_BAND] = paint_band,
    [TES_PERSON_TRINKET_FLOWER] = paint_flower,
    [TES_PERSON_TRINKET_BOW] = paint_bow,
    [TES_PERSON_TRINKET_HEADPHONES] = paint_headphones,
};

void tes_person_trinket(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (TRINKETS[look->trinket])
        TRINKETS[look->trinket](paint, look);
}

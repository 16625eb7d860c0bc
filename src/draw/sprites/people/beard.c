/* Beards and moustaches. They follow the jaw, and leave the mouth free whatever it does. */
#include "draw/sprites/people/person.h"

typedef void beard_painter(struct tes_paint *paint, const struct tes_person_look *look);

/* From one sideburn along the jaw to the other, and back above the mouth. */
static void add_full_beard(struct tes_paint *paint, const struct tes_person_look *look,
                           float length)
{
    float jaw = look->jaw, top = 6 + look->turn.y, x = look->turn.x;
    tes_path_blob(paint, TES_POINTS({-28, 1}, {-28, 1}, {-26.5F * jaw, 15},
                                    {-18.5F * jaw, 27 + length * 0.6F}, {0, 32.5F + length},
                                    {18.5F * jaw, 27 + length * 0.6F}, {26.5F * jaw, 15}, {28, 1},
                                    {28, 1}, {21 + x * 0.5F, top + 4}, {13 + x, top + 6.5F},
                                    {5 + x, top + 7}, {x, top + 8}, {-5 + x, top + 7},
                                    {-13 + x, top + 6.5F}, {-21 + x * 0.5F, top + 4}));
}

static void paint_moustache(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = look->turn.x, y = look->turn.y + 12.4F;
    tes_path_blob(paint, TES_POINTS({x - 13, y + 4.5F}, {x - 13, y + 4.5F}, {x - 9, y},
                                    {x - 3, y - 0.8F}, {x, y + 0.6F}, {x + 3, y - 0.8F}, {x + 9, y},
                                    {x + 13, y + 4.5F}, {x + 13, y + 4.5F}, {x + 6, y + 3.2F},
                                    {x, y + 2.6F}, {x - 6, y + 3.2F}));
    tes_paint_fill_stroke(paint, look->whiskers, 1.4F, tes_person_line_colour(look->whiskers));
}

static void paint_goatee(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = look->turn.x;
    tes_path_blob(paint, TES_POINTS({x - 9, 26}, {x, 25.4F}, {x + 9, 26}, {x * 0.6F + 8, 33},
                                    {x * 0.4F, 37.5F}, {x * 0.6F - 8, 33}));
    tes_paint_fill_stroke(paint, look->whiskers, 1.8F, tes_person_line_colour(look->whiskers));
    paint_moustache(paint, look);
}

static void paint_stubble(struct tes_paint *paint, const struct tes_person_look *look)
{
    add_full_beard(paint, look, -1.5F);
    tes_paint_fill(paint, tes_colour_alpha(look->whiskers, 0.24F));
}

static void paint_short_beard(struct tes_paint *paint, const struct tes_person_look *look)
{
    add_full_beard(paint, look, 0);
    tes_paint_fill_stroke(paint, look->whiskers, 2, tes_person_line_colour(look->whiskers));
}

static void paint_full_beard(struct tes_paint *paint, const struct tes_person_look *look)
{
    add_full_beard(paint, look, 3 + look->hair_length * 3);
    tes_paint_fill_stroke(paint, look->whiskers, 2, tes_person_line_colour(look->whiskers));
}

static beard_painter *const BEARDS[] = {
    [TES_PERSON_BEARD_NONE] = NULL,
    [TES_PERSON_BEARD_STUBBLE] = paint_stubble,
    [TES_PERSON_BEARD_FULL] = paint_full_beard,
    [TES_PERSON_BEARD_SHORT] = paint_short_beard,
    [TES_PERSON_BEARD_GOATEE] = paint_goatee,
    [TES_PERSON_BEARD_MOUSTACHE] = paint_moustache,
};

void tes_person_beard(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (BEARDS[look->beard])
        BEARDS[look->beard](paint, look);
}

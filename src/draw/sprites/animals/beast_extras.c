/* What stands about a mammal: a butterfly, a flower, a bubble of sleep, bows of motion, the
 * slashes of claws. */
#include "draw/sprites/animals/beast.h"

static const tes_rgb PETALS[] = {0xF0719B, 0x8E7BE0, 0x4FA8E0, 0xF2A03D, 0xE85D5D};

enum { PETAL_COUNT = sizeof PETALS / sizeof PETALS[0] };

void tes_beast_butterfly(struct tes_paint *paint, struct tes_random *random, struct tes_point at,
                         float size)
{
    struct tes_matrix before = paint->matrix;
    tes_colour wing = tes_random_colour(random, PETALS, PETAL_COUNT);
    float turn = tes_random_between(random, -20, 20);
    tes_paint_turn(paint, at.x, at.y, turn);
    tes_paint_move(paint, at.x, at.y);
    tes_paint_scale(paint, size, size);
    TES_EACH_SIDE (side) {
        tes_path_ellipse(paint, side * 5, -3.2F, 4.6F, 4.4F);
        tes_path_ellipse(paint, side * 3.8F, 3.4F, 3.2F, 3.2F);
    }
    tes_paint_fill_stroke(paint, wing, 1.6F, tes_colour_shade(wing, -0.45F));
    TES_EACH_SIDE (side)
        tes_path_ellipse(paint, side * 5.4F, -3.4F, 1.8F, 1.8F);
    tes_paint_fill(paint, tes_colour_shade(wing, 0.6F));
    tes_path_segment(paint, TES_POINT(0, -5), TES_POINT(0, 5));
    TES_EACH_SIDE (side)
        tes_path_bend(paint, TES_POINT(0, -5), TES_POINT(side * 0.5F, -8),
                      TES_POINT(side * 2.8F, -9.5F));
    tes_paint_stroke(paint, 1.6F, false, tes_colour_shade(wing, -0.6F));
    paint->matrix = before;
}

void tes_beast_flower(struct tes_paint *paint, struct tes_random *random, struct tes_point at,
                      float size)
{
    tes_colour petal = tes_random_colour(random, PETALS, PETAL_COUNT);
    unsigned count = 5 + tes_random_below(random, 2);
    float start = tes_random_between(random, 0, 60);
    for (unsigned i = 0; i < count; i++) {
        float angle = start + 360 * (float)i / (float)count;
        tes_path_ellipse(paint, at.x + tes_number_cos(angle) * 4.6F * size,
                         at.y + tes_number_sin(angle) * 4.6F * size, 3.3F * size, 3.3F * size);
    }
    tes_paint_fill_stroke(paint, petal, 1.6F, tes_colour_shade(petal, -0.4F));
    tes_paint_circle(paint, at.x, at.y, 3.2F * size, TES_RGB(0xFFD757));
}

void tes_beast_bubble(struct tes_paint *paint, struct tes_point at, float radius)
{
    tes_path_ellipse(paint, at.x, at.y, radius, radius);
    tes_paint_fill_stroke(paint, TES_RGB(0xCBE8F7), 1.8F, TES_RGB(0x6FA3C4));
    tes_paint_ellipse(paint, at.x - radius * 0.35F, at.y - radius * 0.4F, radius * 0.28F,
                      radius * 0.2F, TES_RGB(0xFFFFFF));
}

void tes_beast_motion(struct tes_paint *paint, struct tes_point centre, float radius, float degrees)
{
    tes_path_arc(paint, centre, radius, radius, degrees - 24, degrees + 24);
    tes_path_arc(paint, centre, radius + 5.5F, radius + 5.5F, degrees - 16, degrees + 16);
    tes_paint_stroke(paint, 2.4F, false, TES_RGB(0x7C8794));
}

void tes_beast_slashes(struct tes_paint *paint, struct tes_random *random, struct tes_point at)
{
    tes_colour colour = tes_random_colour(random, PETALS, PETAL_COUNT);
    float bow = tes_random_between(random, 2, 4);
    for (unsigned n = 0; n < 3; n++) {
        float i = TES_BEAST_TOES[n];
        float x = at.x + i * 6, y = at.y + i * 2, length = i == 0 ? 10 : 8;
        tes_path_start(paint, x + 3, y - length);
        tes_path_quad(paint, x - bow, y - 1, x - 3, y + length);
        tes_path_quad(paint, x + bow + 0.5F, y + 1, x + 3, y - length);
    }
    tes_paint_fill(paint, tes_colour_shade(colour, -0.1F));
}

#include "draw/sprites/kit/kit.h"

void tes_part_place(struct tes_paint *paint, struct tes_point at, float size, float degrees)
{
    tes_paint_turn(paint, at.x, at.y, degrees);
    tes_paint_move(paint, at.x, at.y);
    tes_paint_scale(paint, size, size);
    tes_paint_move(paint, -50, -50);
}

void tes_part_dots(struct tes_paint *paint, const struct tes_point *places, unsigned count,
                   struct tes_point at, struct tes_point radii, tes_colour colour)
{
    for (unsigned i = 0; i < count; i++)
        tes_path_ellipse(paint, at.x + places[i].x, at.y + places[i].y, radii.x, radii.y);
    tes_paint_fill(paint, colour);
}

void tes_part_leaf(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                   float breadth, tes_colour colour)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_number_sqrt(x * x + y * y);
    float side_x = -y / length * breadth, side_y = x / length * breadth;
    struct tes_point middle = {from.x + x * 0.45F, from.y + y * 0.45F};
    tes_path_start(paint, from.x, from.y);
    tes_path_quad(paint, middle.x + side_x, middle.y + side_y, to.x, to.y);
    tes_path_quad(paint, middle.x - side_x, middle.y - side_y, from.x, from.y);
    tes_outline_path(paint, colour);
    tes_paint_line(paint, TES_POINT(from.x + x * 0.15F, from.y + y * 0.15F),
                   TES_POINT(from.x + x * 0.7F, from.y + y * 0.7F), paint->style.line * 0.6F,
                   tes_colour_shade(colour, -paint->style.darkness * 0.6F));
}

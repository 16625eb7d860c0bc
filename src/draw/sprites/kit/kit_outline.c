#include "draw/sprites/kit/kit.h"

void tes_outline_path(struct tes_paint *paint, tes_colour colour)
{
    tes_paint_fill_stroke(paint, colour, paint->style.line, tes_style_edge(paint, colour));
}

/* Figures have a larger and a smaller shape instead of a stroke, where it can grow: two fills cost
 * less. */
void tes_outline_shape(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    struct tes_point room[2];
    if (paint->style.kind == TES_STYLE_FIGURE && tes_shape_can_grow(shape)) {
        tes_shape_fill(paint, tes_shape_grown(shape, paint->style.line * 0.5F, room),
                       tes_style_edge(paint, colour));
        tes_shape_fill(paint, tes_shape_grown(shape, paint->style.line * -0.5F, room), colour);
        return;
    }
    tes_shape_path(paint, shape);
    tes_outline_path(paint, colour);
}

void tes_outline_edge(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    tes_shape_path(paint, shape);
    tes_paint_stroke(paint, paint->style.line, true, tes_style_edge(paint, colour));
}

void tes_outline_begin(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    tes_shape_fill(paint, shape, colour);
    tes_shape_clip(paint, shape);
}

void tes_outline_end(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    tes_paint_unclip(paint);
    tes_outline_edge(paint, shape, colour);
}

void tes_outline_bar(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                     float width, tes_colour colour)
{
    tes_paint_line(paint, from, to, width + paint->style.line, tes_style_edge(paint, colour));
    tes_paint_line(paint, from, to, width - paint->style.line, colour);
}

void tes_outline_cord(struct tes_paint *paint, struct tes_shape curve, float width,
                      tes_colour colour)
{
    tes_shape_curve(paint, curve, width + paint->style.line, tes_style_edge(paint, colour));
    tes_shape_curve(paint, curve, width - paint->style.line, colour);
}

void tes_outline_limb(struct tes_paint *paint, struct tes_shape curve, float width,
                      tes_colour colour)
{
    tes_shape_curve(paint, curve, width + paint->style.line * 2, tes_style_edge(paint, colour));
    tes_shape_curve(paint, curve, width, colour);
}

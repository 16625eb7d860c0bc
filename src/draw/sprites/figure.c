/* The inking of creatures and decoys. */
#include "draw/sprites/figure.h"

struct tes_figure tes_figure_start(struct tes_paint *paint, struct tes_random *random)
{
    struct tes_figure figure = {.paint = paint};
    figure.line_width = tes_random_between(random, 2.2F, 3.2F);
    figure.line_shade = tes_random_between(random, -0.52F, -0.38F);
    figure.soft_shade = tes_random_between(random, -0.2F, -0.11F);
    figure.light.x = tes_random_between(random, -4, 4);
    figure.light.y = tes_random_between(random, -5, -2.5F);
    return figure;
}

tes_colour tes_figure_line(const struct tes_figure *figure, tes_colour colour)
{
    return tes_colour_shade(colour, figure->line_shade);
}

static void add_shape(struct tes_paint *paint, struct tes_shape shape)
{
    switch (shape.kind) {
    case TES_SHAPE_BLOB:
        tes_path_blob(paint, shape.points, shape.count);
        break;
    case TES_SHAPE_POLYGON:
        tes_path_polygon(paint, shape.points, shape.count);
        break;
    case TES_SHAPE_ELLIPSE:
        tes_path_ellipse(paint, shape.at.x, shape.at.y, shape.size.x, shape.size.y);
        break;
    case TES_SHAPE_BOX:
        tes_path_box(paint, shape.at.x, shape.at.y, shape.size.x, shape.size.y, shape.radius);
        break;
    }
}

void tes_figure_open(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    struct tes_paint *paint = figure->paint;
    struct tes_matrix matrix = paint->matrix;
    add_shape(paint, shape);
    tes_paint_fill(paint, tes_colour_shade(colour, figure->soft_shade));
    add_shape(paint, shape);
    tes_paint_clip(paint);
    tes_paint_move(paint, figure->light.x, figure->light.y);
    add_shape(paint, shape);
    tes_paint_fill(paint, colour);
    paint->matrix = matrix;
}

void tes_figure_close(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    tes_paint_unclip(figure->paint);
    add_shape(figure->paint, shape);
    tes_paint_stroke(figure->paint, figure->line_width, true, tes_figure_line(figure, colour));
}

void tes_figure_solid(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    tes_figure_open(figure, shape, colour);
    tes_figure_close(figure, shape, colour);
}

void tes_figure_flat(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    add_shape(figure->paint, shape);
    tes_paint_fill_stroke(figure->paint, colour, figure->line_width,
                          tes_figure_line(figure, colour));
}

void tes_figure_fill(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    add_shape(figure->paint, shape);
    tes_paint_fill(figure->paint, colour);
}

void tes_figure_limb(const struct tes_figure *figure, struct tes_shape curve, float width,
                     tes_colour colour)
{
    tes_figure_curve(figure, curve, width + figure->line_width * 2,
                     tes_figure_line(figure, colour));
    tes_figure_curve(figure, curve, width, colour);
}

void tes_figure_curve(const struct tes_figure *figure, struct tes_shape curve, float width,
                      tes_colour colour)
{
    tes_path_curve(figure->paint, curve.points, curve.count);
    tes_paint_stroke(figure->paint, width, false, colour);
}

void tes_figure_glint(const struct tes_figure *figure, struct tes_point at, float length,
                      float degrees)
{
    struct tes_matrix matrix = figure->paint->matrix;
    tes_paint_turn(figure->paint, at.x, at.y, degrees);
    tes_paint_ellipse(figure->paint, at.x, at.y, length, length * 0.4F,
                      tes_colour_alpha(TES_RGB(0xFFFFFF), 0.5F));
    figure->paint->matrix = matrix;
}

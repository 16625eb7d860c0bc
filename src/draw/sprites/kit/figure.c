/* The inking of creatures and decoys. */
#include "draw/sprites/kit/figure.h"

/* No two of a kind have the same build: a little wider, taller and leaning. */
static void vary_build(struct tes_paint *paint, struct tes_random *random)
{
    float wide = tes_random_between(random, 0.9F, 1.03F);
    float tall = tes_random_between(random, 0.9F, 1.02F);
    float lean = tes_random_between(random, -0.08F, 0.08F);
    tes_paint_move(paint, 50, 92);
    tes_paint_scale(paint, wide, tall);
    paint->matrix.c += paint->matrix.a * lean;
    paint->matrix.d += paint->matrix.b * lean;
    tes_paint_move(paint, -50, -92);
}

struct tes_figure tes_figure_start(struct tes_paint *paint, struct tes_random *random)
{
    struct tes_figure figure = {.paint = paint};
    figure.line_width = tes_random_between(random, 2.2F, 3.2F);
    figure.line_shade = tes_random_between(random, -0.52F, -0.38F);
    figure.soft_shade = tes_random_between(random, -0.2F, -0.11F);
    figure.light.x = tes_random_between(random, -4, 4);
    figure.light.y = tes_random_between(random, -5, -2.5F);
    vary_build(paint, random);
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

/* An ellipse or a box, larger by `margin` on each side; other shapes as they are. */
static struct tes_shape grown(struct tes_shape shape, float margin)
{
    if (shape.kind == TES_SHAPE_BOX) {
        shape.at = (struct tes_point){shape.at.x - margin, shape.at.y - margin};
        shape.size = (struct tes_point){shape.size.x + 2 * margin, shape.size.y + 2 * margin};
        shape.radius = shape.radius + margin > 0 ? shape.radius + margin : 0;
    } else if (shape.kind == TES_SHAPE_ELLIPSE) {
        shape.size = (struct tes_point){shape.size.x + margin, shape.size.y + margin};
    }
    return shape;
}

/* Two fills cost less than a stroke. */
static bool can_grow(struct tes_shape shape)
{
    return shape.kind == TES_SHAPE_BOX || shape.kind == TES_SHAPE_ELLIPSE;
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

/* The shape's middle and half its size, by its points. */
static void measure(struct tes_shape shape, struct tes_point *middle, struct tes_point *half)
{
    struct tes_point least = shape.at, most = shape.at;
    if (shape.kind == TES_SHAPE_ELLIPSE) {
        *middle = shape.at;
        *half = shape.size;
        return;
    }
    if (shape.kind == TES_SHAPE_BOX)
        most = (struct tes_point){shape.at.x + shape.size.x, shape.at.y + shape.size.y};
    for (unsigned i = 0; i < shape.count; i++) {
        struct tes_point at = shape.points[i];
        least.x = i == 0 || at.x < least.x ? at.x : least.x;
        least.y = i == 0 || at.y < least.y ? at.y : least.y;
        most.x = i == 0 || at.x > most.x ? at.x : most.x;
        most.y = i == 0 || at.y > most.y ? at.y : most.y;
    }
    *middle = (struct tes_point){(least.x + most.x) * 0.5F, (least.y + most.y) * 0.5F};
    *half = (struct tes_point){(most.x - least.x) * 0.5F, (most.y - least.y) * 0.5F};
}

static float size_of(float number)
{
    return number < 0 ? -number : number;
}

/* The lit part is the shape moved towards the light and shrunk as much, so that it ends under the
 * line there: that needs no clip. */
void tes_figure_solid(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{
    struct tes_paint *paint = figure->paint;
    struct tes_matrix matrix = paint->matrix;
    struct tes_point middle, half, light = {figure->light.x * 0.55F, figure->light.y * 0.55F};
    if (can_grow(shape)) {
        tes_figure_fill(figure, grown(shape, figure->line_width * 0.5F),
                        tes_figure_line(figure, colour));
        shape = grown(shape, figure->line_width * -0.5F);
    }
    measure(shape, &middle, &half);
    tes_figure_fill(figure, shape, tes_colour_shade(colour, figure->soft_shade));
    tes_paint_move(paint, middle.x + light.x, middle.y + light.y);
    tes_paint_scale(paint, 1 - size_of(light.x) / (half.x + 1),
                    1 - size_of(light.y) / (half.y + 1));
    tes_paint_move(paint, -middle.x, -middle.y);
    add_shape(paint, shape);
    tes_paint_fill(paint, colour);
    paint->matrix = matrix;
    if (can_grow(shape))
        return;
    add_shape(paint, shape);
    tes_paint_stroke(paint, figure->line_width, true, tes_figure_line(figure, colour));
}

void tes_figure_flat(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour)
{

    tes_colour line = tes_figure_line(figure, colour);
    if (can_grow(shape)) {
        tes_figure_fill(figure, grown(shape, figure->line_width * 0.5F), line);
        tes_figure_fill(figure, grown(shape, figure->line_width * -0.5F), colour);
        return;
    }
    add_shape(figure->paint, shape);
    tes_paint_fill_stroke(figure->paint, colour, figure->line_width, line);
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

#include "draw/sprites/kit/kit.h"

static struct tes_point middle_of(struct tes_shape_bounds bounds)
{
    return TES_POINT((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2);
}

/* The shape, moved by `way` and scaled about its middle. */
static void fill_about(struct tes_paint *paint, struct tes_shape shape, tes_colour colour,
                       struct tes_point middle, struct tes_point way, struct tes_point scale)
{
    struct tes_matrix before = paint->matrix;
    tes_paint_move(paint, middle.x + way.x, middle.y + way.y);
    tes_paint_scale(paint, scale.x, scale.y);
    tes_paint_move(paint, -middle.x, -middle.y);
    tes_shape_fill(paint, shape, colour);
    paint->matrix = before;
}

/* ------------------------------------------------------------------ warm */

/* The lit part of a body is its own shape, this much smaller and moved towards the light. */
#define LIT_SIZE 0.89F
#define LIT_MOVE 0.05F

static void fill_lit(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    struct tes_shape_bounds bounds = tes_shape_bounds(shape);
    fill_about(paint, shape, colour, middle_of(bounds),
               TES_POINT((bounds.right - bounds.left) * paint->style.light.x * LIT_MOVE,
                         (bounds.bottom - bounds.top) * -LIT_MOVE),
               TES_POINT(LIT_SIZE, LIT_SIZE));
}

/* Twice the area of a triangle; above 0 where its points run clockwise. */
static float turn_at(struct tes_point p, struct tes_point q, struct tes_point r)
{
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
}

/* Whether the line turns both ways by more than a trifle. */
static bool is_hollow(struct tes_shape shape)
{
    float least = 0, most = 0;
    for (unsigned i = 0; i < shape.count; i++) {
        float turn = turn_at(shape.points[i], shape.points[(i + 1) % shape.count],
                             shape.points[(i + 2) % shape.count]);
        least = turn < least ? turn : least;
        most = turn > most ? turn : most;
    }
    return least < -100 && most > 100;
}

/* The lit part of a hollow shape would stick out of it. */
void tes_body_fill(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    bool needs_clip = is_hollow(shape);
    tes_shape_fill(paint, shape, tes_style_shade(paint, colour));
    if (needs_clip)
        tes_shape_clip(paint, shape);
    fill_lit(paint, shape, colour);
    if (needs_clip)
        tes_paint_unclip(paint);
}

void tes_body_paint(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    tes_body_fill(paint, shape, colour);
    tes_outline_edge(paint, shape, colour);
}

void tes_body_disc(struct tes_paint *paint, struct tes_point centre, struct tes_point radius,
                   tes_colour colour)
{
    float inset = paint->style.line / 2;
    tes_path_ellipse(paint, centre.x, centre.y, radius.x, radius.y);
    tes_paint_fill_stroke(paint, tes_style_shade(paint, colour), paint->style.line,
                          tes_style_edge(paint, colour));
    tes_paint_ellipse(paint, centre.x + paint->style.light.x * radius.x * 0.06F,
                      centre.y - radius.y * 0.08F, radius.x * 0.92F - inset,
                      radius.y * 0.9F - inset, colour);
}

/* --------------------------------------------------------------- figures */

void tes_body_begin(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    struct tes_matrix before = paint->matrix;
    tes_outline_begin(paint, shape, tes_style_shade(paint, colour));
    tes_paint_move(paint, paint->style.light.x, paint->style.light.y);
    tes_shape_fill(paint, shape, colour);
    paint->matrix = before;
}

static float size_of(float number)
{
    return number < 0 ? -number : number;
}

/* The shape, moved towards the light and shrunk as much, so that it ends under the line there: that
 * needs no clip. */
static void fill_moved(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    struct tes_shape_bounds bounds = tes_shape_bounds(shape);
    bool is_oval = shape.form == TES_SHAPE_IS_OVAL;
    struct tes_point middle = is_oval ? shape.points[0] : middle_of(bounds);
    struct tes_point way = {paint->style.light.x * 0.55F, paint->style.light.y * 0.55F};
    float half_width = is_oval ? shape.points[1].x : (bounds.right - bounds.left) / 2;
    float half_height = is_oval ? shape.points[1].y : (bounds.bottom - bounds.top) / 2;
    fill_about(
        paint, shape, colour, middle, way,
        TES_POINT(1 - size_of(way.x) / (half_width + 1), 1 - size_of(way.y) / (half_height + 1)));
}

void tes_body_solid(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    struct tes_point larger[2], smaller[2];
    bool can_grow = tes_shape_can_grow(shape);
    if (can_grow) {
        tes_shape_fill(paint, tes_shape_grown(shape, paint->style.line * 0.5F, larger),
                       tes_style_edge(paint, colour));
        shape = tes_shape_grown(shape, paint->style.line * -0.5F, smaller);
    }
    tes_shape_fill(paint, shape, tes_style_shade(paint, colour));
    fill_moved(paint, shape, colour);
    if (!can_grow)
        tes_outline_edge(paint, shape, colour);
}

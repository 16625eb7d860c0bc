/* The painter's transforms, and its shorthands for single shapes. */
#include "draw/paint/paint.h"

/* ------------------------------------------------------------- transform */

void tes_paint_move(struct tes_paint *paint, float x, float y)
{
    struct tes_matrix *m = &paint->matrix;
    m->e += m->a * x + m->c * y;
    m->f += m->b * x + m->d * y;
}

void tes_paint_scale(struct tes_paint *paint, float x, float y)
{
    struct tes_matrix *m = &paint->matrix;
    m->a *= x;
    m->b *= x;
    m->c *= y;
    m->d *= y;
}

void tes_paint_scale_at(struct tes_paint *paint, struct tes_point at, float x, float y)
{
    tes_paint_move(paint, at.x, at.y);
    tes_paint_scale(paint, x, y);
    tes_paint_move(paint, -at.x, -at.y);
}

void tes_paint_turn(struct tes_paint *paint, float x, float y, float degrees)
{
    float sine = tes_number_sin(degrees), cosine = tes_number_cos(degrees);
    tes_paint_move(paint, x, y);
    struct tes_matrix m = paint->matrix;
    paint->matrix.a = m.a * cosine + m.c * sine;
    paint->matrix.b = m.b * cosine + m.d * sine;
    paint->matrix.c = m.c * cosine - m.a * sine;
    paint->matrix.d = m.d * cosine - m.b * sine;
    tes_paint_move(paint, -x, -y);
}

/* ---------------------------------------------------------------- shapes */

void tes_paint_ellipse(struct tes_paint *paint, float x, float y, float radius_x, float radius_y,
                       tes_colour colour)
{
    tes_path_ellipse(paint, x, y, radius_x, radius_y);
    tes_paint_fill(paint, colour);
}

void tes_paint_circle(struct tes_paint *paint, float x, float y, float radius, tes_colour colour)
{
    tes_paint_ellipse(paint, x, y, radius, radius, colour);
}

void tes_paint_box(struct tes_paint *paint, struct tes_point corner, struct tes_point size,
                   float radius, tes_colour colour)
{
    tes_path_box(paint, corner.x, corner.y, size.x, size.y, radius);
    tes_paint_fill(paint, colour);
}

void tes_paint_line(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                    float width, tes_colour colour)
{
    tes_path_start(paint, from.x, from.y);
    tes_path_line(paint, to.x, to.y);
    tes_paint_stroke(paint, width, false, colour);
}

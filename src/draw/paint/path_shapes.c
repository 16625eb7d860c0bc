/* Shapes as parts of a path, made of lines and cubic curves. */
#include "draw/paint/paint.h"

/* For a quarter of a circle: how far the cubic's control points lie from its ends, as a share of
 * the radius. */
#define QUARTER 0.5522848F

void tes_path_quad(struct tes_paint *paint, float via_x, float via_y, float x, float y)
{
    if (paint->point_count == 0)
        return;
    /* As a cubic: its control points lie two thirds of the way from the ends to `via`. The start of
     * the curve is known in pixels only, so all of it is made in pixels, without the matrix. */
    struct tes_point start = paint->memory->points[paint->point_count - 1];
    struct tes_matrix m = paint->matrix;
    struct tes_point via = {m.a * via_x + m.c * via_y + m.e, m.b * via_x + m.d * via_y + m.f};
    struct tes_point to = {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
    const float share = 2.0F / 3.0F;
    struct tes_point via1 = {start.x + (via.x - start.x) * share,
                             start.y + (via.y - start.y) * share};
    struct tes_point via2 = {to.x + (via.x - to.x) * share, to.y + (via.y - to.y) * share};
    paint->matrix = (struct tes_matrix){1, 0, 0, 1, 0, 0};
    tes_path_cubic(paint, via1, via2, to);
    paint->matrix = m;
}

void tes_path_segment(struct tes_paint *paint, struct tes_point from, struct tes_point to)
{
    tes_path_start(paint, from.x, from.y);
    tes_path_line(paint, to.x, to.y);
}

void tes_path_bend(struct tes_paint *paint, struct tes_point from, struct tes_point via,
                   struct tes_point to)
{
    tes_path_start(paint, from.x, from.y);
    tes_path_quad(paint, via.x, via.y, to.x, to.y);
}

/* A quarter of an ellipse; `corner` is that of the box around it, between the two ends. */
static void add_quarter(struct tes_paint *paint, struct tes_point from, struct tes_point corner,
                        struct tes_point to)
{
    struct tes_point via1 = {from.x + (corner.x - from.x) * QUARTER,
                             from.y + (corner.y - from.y) * QUARTER};
    struct tes_point via2 = {to.x + (corner.x - to.x) * QUARTER,
                             to.y + (corner.y - to.y) * QUARTER};
    tes_path_cubic(paint, via1, via2, to);
}

void tes_path_ellipse(struct tes_paint *paint, float x, float y, float radius_x, float radius_y)
{
    struct tes_point right = {x + radius_x, y}, bottom = {x, y + radius_y};
    struct tes_point left = {x - radius_x, y}, top = {x, y - radius_y};
    tes_path_start(paint, right.x, right.y);
    add_quarter(paint, right, (struct tes_point){right.x, bottom.y}, bottom);
    add_quarter(paint, bottom, (struct tes_point){left.x, bottom.y}, left);
    add_quarter(paint, left, (struct tes_point){left.x, top.y}, top);
    add_quarter(paint, top, (struct tes_point){right.x, top.y}, right);
}

/* How many lines stand for an arc: none is more than an eighth of a pixel off, up to a radius of
 * 100. */
static unsigned arc_steps(const struct tes_matrix *m, float radius, float degrees)
{
    const float most = 64;
    float area = m->a * m->d - m->b * m->c; /* of a square unit, in pixels */
    float pixels = radius * tes_number_sqrt(area < 0 ? -area : area);
    float steps = 1 + (degrees < 0 ? -degrees : degrees) * 0.01745329F * tes_number_sqrt(pixels);
    return (unsigned)(steps < most ? steps : most);
}

void tes_path_arc(struct tes_paint *paint, struct tes_point centre, float radius_x, float radius_y,
                  float from_degrees, float to_degrees)
{
    float sweep = to_degrees - from_degrees;
    unsigned steps = arc_steps(&paint->matrix, radius_x > radius_y ? radius_x : radius_y, sweep);
    float turn = sweep / (float)steps, turn_sine = tes_number_sin(turn),
          turn_cosine = tes_number_cos(turn);
    float sine = tes_number_sin(from_degrees), cosine = tes_number_cos(from_degrees);
    tes_path_start(paint, centre.x + radius_x * cosine, centre.y + radius_y * sine);
    for (unsigned i = 0; i < steps; i++) {
        float next_sine = sine * turn_cosine + cosine * turn_sine;
        cosine = cosine * turn_cosine - sine * turn_sine;
        sine = next_sine;
        tes_path_line(paint, centre.x + radius_x * cosine, centre.y + radius_y * sine);
    }
}

void tes_path_box(struct tes_paint *paint, float x, float y, float width, float height,
                  float radius)
{
    float right = x + width, bottom = y + height;
    tes_path_start(paint, right, y + radius);
    tes_path_line(paint, right, bottom - radius);
    add_quarter(paint, (struct tes_point){right, bottom - radius},
                (struct tes_point){right, bottom}, (struct tes_point){right - radius, bottom});
    tes_path_line(paint, x + radius, bottom);
    add_quarter(paint, (struct tes_point){x + radius, bottom}, (struct tes_point){x, bottom},
                (struct tes_point){x, bottom - radius});
    tes_path_line(paint, x, y + radius);
    add_quarter(paint, (struct tes_point){x, y + radius}, (struct tes_point){x, y},
                (struct tes_point){x + radius, y});
    tes_path_line(paint, right - radius, y);
    add_quarter(paint, (struct tes_point){right - radius, y}, (struct tes_point){right, y},
                (struct tes_point){right, y + radius});
}

/* Positive where the points run clockwise, as seen with y down. */
static float turning(const struct tes_point *points, unsigned count)
{
    float area = 0;
    for (unsigned i = 0; i < count; i++) {
        struct tes_point p = points[i], q = points[(i + 1) % count];
        area += p.x * q.y - q.x * p.y;
    }
    return area;
}

void tes_path_polygon(struct tes_paint *paint, const struct tes_point *points, unsigned count)
{
    bool is_clockwise = turning(points, count) >= 0;
    for (unsigned i = 0; i < count; i++) {
        struct tes_point at = points[is_clockwise ? i : count - 1 - i];
        if (i == 0)
            tes_path_start(paint, at.x, at.y);
        else
            tes_path_line(paint, at.x, at.y);
    }
}

/* The part from p[1] to p[2] of a Catmull-Rom spline; p[0] and p[3] are their neighbours. */
static void add_spline(struct tes_paint *paint, const struct tes_point p[4])
{
    struct tes_point via1 = {p[1].x + (p[2].x - p[0].x) / 6, p[1].y + (p[2].y - p[0].y) / 6};
    struct tes_point via2 = {p[2].x - (p[3].x - p[1].x) / 6, p[2].y - (p[3].y - p[1].y) / 6};
    tes_path_cubic(paint, via1, via2, p[2]);
}

void tes_path_blob(struct tes_paint *paint, const struct tes_point *points, unsigned count)
{
    bool is_clockwise = turning(points, count) >= 0;
    for (unsigned i = 0; i < count; i++) {
        struct tes_point p[4];
        for (unsigned j = 0; j < 4; j++) {
            unsigned at = (i + j + count - 1) % count;
            p[j] = points[is_clockwise ? at : count - 1 - at];
        }
        if (i == 0)
            tes_path_start(paint, p[1].x, p[1].y);
        add_spline(paint, p);
    }
}

void tes_path_curve(struct tes_paint *paint, const struct tes_point *points, unsigned count)
{
    tes_path_start(paint, points[0].x, points[0].y);
    for (unsigned i = 0; i + 1 < count; i++) {
        const struct tes_point p[4] = {points[i > 0 ? i - 1 : 0], points[i], points[i + 1],
                                       points[i + 2 < count ? i + 2 : count - 1]};
        add_spline(paint, p);
    }
}

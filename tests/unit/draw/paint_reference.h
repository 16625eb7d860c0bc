/*
 * What the painter is compared with: shapes that only know whether a point is inside, and sines by
 * their series.
 */
#ifndef TES_TEST_PAINT_REFERENCE_H
#define TES_TEST_PAINT_REFERENCE_H

#include "draw/paint/paint.h"

enum { FINE = 16 }; /* points in a pixel, in each direction */

/* Sine by its series, of degrees. */
static inline double sine(double degrees)
{
    double turns = degrees / 360;
    turns -= (double)(int64_t)turns;
    double x = turns * 6.283185307179586476925, term = x, sum = x;
    for (int i = 2; i < 60; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static inline double cosine(double degrees)
{
    return sine(degrees + 90);
}

struct shape {
    struct tes_point points[64];
    unsigned count;
    double x, y, radius_x, radius_y; /* of an ellipse; radius_x of a stroke */
};

typedef bool inside(const struct shape *shape, double x, double y);

static inline unsigned crossings(const struct shape *shape, double x, double y)
{
    unsigned count = 0;
    for (unsigned i = 0; i < shape->count; i++) {
        struct tes_point p = shape->points[i], q = shape->points[(i + 1) % shape->count];
        if ((p.y <= (float)y) != (q.y <= (float)y))
            count +=
                (double)p.x + (y - (double)p.y) * (double)(q.x - p.x) / (double)(q.y - p.y) > x;
    }
    return count;
}

static inline bool in_polygon(const struct shape *shape, double x, double y)
{
    return crossings(shape, x, y) % 2 == 1;
}

static inline bool in_ellipse(const struct shape *shape, double x, double y)
{
    double across = (x - shape->x) / shape->radius_x, down = (y - shape->y) / shape->radius_y;
    return across * across + down * down < 1;
}

/* Between the ellipse and one of half its size. */
static inline bool in_ring(const struct shape *shape, double x, double y)
{
    double across = (x - shape->x) / shape->radius_x, down = (y - shape->y) / shape->radius_y;
    double square = across * across + down * down;
    return square < 1 && square > 0.25;
}

static inline double square_from_line(struct tes_point p, struct tes_point q, double x, double y)
{
    double dx = (double)(q.x - p.x), dy = (double)(q.y - p.y);
    double px = x - (double)p.x, py = y - (double)p.y;
    double length = dx * dx + dy * dy;
    double along = length > 0 ? (px * dx + py * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    px -= along * dx;
    py -= along * dy;
    return px * px + py * py;
}

static inline bool in_stroke(const struct shape *shape, double x, double y)
{
    for (unsigned i = 0; i + 1 < shape->count; i++)
        if (square_from_line(shape->points[i], shape->points[i + 1], x, y) <
            shape->radius_x * shape->radius_x)
            return true;
    return false;
}

/* 0 .. 1 */
static inline double reference(const struct shape *shape, inside *is_inside, unsigned x, unsigned y)
{
    unsigned count = 0;
    for (unsigned i = 0; i < FINE; i++)
        for (unsigned j = 0; j < FINE; j++)
            count += is_inside(shape, x + (i + 0.5) / FINE, y + (j + 0.5) / FINE);
    return (double)count / (FINE * FINE);
}

#endif

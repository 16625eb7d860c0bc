/* Paths: points and curves become lines in pixels. */
#include "draw/paint/paint.h"

static struct tes_point to_pixels(const struct tes_paint *paint, float x, float y)
{
    const struct tes_matrix *m = &paint->matrix;
    return (struct tes_point){m->a * x + m->c * y + m->e, m->b * x + m->d * y + m->f};
}

static void add_point(struct tes_paint *paint, struct tes_point pixel)
{
    const float most = 4 * TES_PAINT_SIDE; /* far outside of any picture */
    if (paint->point_count == TES_PAINT_POINTS || paint->part_count == 0)
        return;
    pixel.x = tes_number_within(pixel.x, -most, most);
    pixel.y = tes_number_within(pixel.y, -most, most);
    paint->memory->points[paint->point_count++] = pixel;
}

void tes_path_start(struct tes_paint *paint, float x, float y)
{
    if (paint->part_count == TES_PAINT_POINTS / 2 || paint->point_count == TES_PAINT_POINTS)
        return;
    paint->memory->starts[paint->part_count++] = (uint16_t)paint->point_count;
    add_point(paint, to_pixels(paint, x, y));
}

void tes_path_line(struct tes_paint *paint, float x, float y)
{
    add_point(paint, to_pixels(paint, x, y));
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float size_of(float number)
{
    return number < 0 ? -number : number;
}

/* How many lines replace a curve that is this far, in pixels, from the straight line. */
static unsigned steps_for(float stray)
{
    const float most = 32;
    float steps = 1 + tes_number_sqrt(stray) * 1.8F;
    return (unsigned)(steps < most ? steps : most);
}

/* One coordinate of a cubic curve, as a polynomial of the share of the way along it. */
struct cubic {
    float start, first, second, third;
};

static struct cubic cubic_of(float p0, float p1, float p2, float p3)
{
    return (struct cubic){p0, 3 * (p1 - p0), 3 * (p0 - 2 * p1 + p2), p3 - p0 + 3 * (p1 - p2)};
}

static float cubic_at(const struct cubic *cubic, float way)
{
    return cubic->start + way * (cubic->first + way * (cubic->second + way * cubic->third));
}

void tes_path_cubic(struct tes_paint *paint, struct tes_point via1, struct tes_point via2,
                    struct tes_point to)
{
    if (paint->point_count == 0)
        return;
    struct tes_point p0 = paint->memory->points[paint->point_count - 1];
    struct tes_point p1 = to_pixels(paint, via1.x, via1.y);
    struct tes_point p2 = to_pixels(paint, via2.x, via2.y);
    struct tes_point p3 = to_pixels(paint, to.x, to.y);
    float stray = larger(size_of(p0.x - 2 * p1.x + p2.x) + size_of(p0.y - 2 * p1.y + p2.y),
                         size_of(p1.x - 2 * p2.x + p3.x) + size_of(p1.y - 2 * p2.y + p3.y));
    unsigned steps = steps_for(stray);
    float step = 1 / (float)steps;
    struct cubic x = cubic_of(p0.x, p1.x, p2.x, p3.x), y = cubic_of(p0.y, p1.y, p2.y, p3.y);
    for (unsigned i = 1; i < steps; i++) {
        float way = (float)i * step;
        add_point(paint, (struct tes_point){cubic_at(&x, way), cubic_at(&y, way)});
    }
    add_point(paint, p3);
}

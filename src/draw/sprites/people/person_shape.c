/* Shapes with an outline, and the outline's colour. */
#include "draw/sprites/people/person.h"

enum { POINTS_MAX = 32 };

tes_colour tes_person_line_colour(tes_colour colour)
{
    return tes_colour_shade(colour, -0.42F);
}

void tes_person_bow(struct tes_paint *paint, struct tes_point from, struct tes_point to, float rise)
{
    float x = to.x - from.x, y = to.y - from.y, up = rise * 4 / 3;
    tes_path_start(paint, from.x, from.y);
    tes_path_cubic(paint, TES_POINT(from.x + x * 0.12F, from.y + y * 0.12F - up),
                   TES_POINT(to.x - x * 0.12F, to.y - y * 0.12F - up), to);
}

static struct tes_point difference(struct tes_point a, struct tes_point b)
{
    return TES_POINT(a.x - b.x, a.y - b.y);
}

static struct tes_point direction(struct tes_point from, struct tes_point to)
{
    struct tes_point way = difference(to, from);
    float length = tes_number_sqrt(way.x * way.x + way.y * way.y);
    if (length < 1e-3F)
        return TES_POINT(0, 0);
    return TES_POINT(way.x / length, way.y / length);
}

static float area_of(const struct tes_point *points, unsigned count)
{
    float area = 0;
    for (unsigned i = 0; i < count; i++) {
        struct tes_point p = points[i], q = points[(i + 1) % count];
        area += p.x * q.y - q.x * p.y;
    }
    return area;
}

static bool is_same(struct tes_point a, struct tes_point b)
{
    return a.x == b.x && a.y == b.y;
}

/* Each point moves outwards, at right angles to the way from the one before to the one after. The
 * two of a sharp corner also move on along their own side, so that its tip is not laid bare. */
static void widen(const struct tes_point *points, unsigned count, float width,
                  struct tes_point *wider)
{
    float outward = area_of(points, count) < 0 ? -width : width;
    for (unsigned i = 0; i < count; i++) {
        struct tes_point at = points[i];
        struct tes_point before = points[(i + count - 1) % count], after = points[(i + 1) % count];
        struct tes_point way = direction(before, after);
        float along = is_same(at, after) ? width * 0.6F : is_same(at, before) ? -width * 0.6F : 0;
        wider[i] = TES_POINT(at.x + way.y * outward + way.x * along,
                             at.y - way.x * outward + way.y * along);
    }
}

void tes_person_outline(struct tes_paint *paint, const struct tes_point *points, unsigned count,
                        float width, tes_colour line)
{
    struct tes_point wider[POINTS_MAX];
    if (count > POINTS_MAX)
        return;
    widen(points, count, width, wider);
    tes_path_blob(paint, wider, count);
    tes_paint_fill(paint, line);
}

/* The line lies half on the shape, half around it, as a stroke would. */
void tes_person_shape(struct tes_paint *paint, const struct tes_person_look *look,
                      const struct tes_point *points, unsigned count, tes_colour colour)
{
    struct tes_point narrower[POINTS_MAX];
    tes_person_outline(paint, points, count, look->line * 0.5F, tes_person_line_colour(colour));
    if (count > POINTS_MAX)
        return;
    widen(points, count, -look->line * 0.5F, narrower);
    tes_path_blob(paint, narrower, count);
    tes_paint_fill(paint, colour);
}

void tes_person_shapes(struct tes_paint *paint, const struct tes_person_look *look,
                       const struct tes_point *points, unsigned count, tes_colour colour)
{
    struct tes_matrix before = paint->matrix;
    tes_person_shape(paint, look, points, count, colour);
    tes_paint_scale(paint, -1, 1);
    tes_person_shape(paint, look, points, count, colour);
    paint->matrix = before;
}

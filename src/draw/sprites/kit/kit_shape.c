#include "draw/sprites/kit/kit.h"

struct tes_shape tes_shape_turned(struct tes_point *room, const struct tes_point *half,
                                  unsigned count, float corner)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        room[used++] = TES_POINT(50 + half[i].x, half[i].y);
    for (unsigned i = count; i > 0; i--)
        if (half[i - 1].x > 0)
            room[used++] = TES_POINT(50 - half[i - 1].x, half[i - 1].y);
    return (struct tes_shape){room, used, corner > 0 ? TES_SHAPE_IS_ROUNDED : TES_SHAPE_IS_SMOOTH,
                              corner};
}

/* The point `distance` from one point towards another, but never past the middle. */
static struct tes_point towards(struct tes_point from, struct tes_point to, float distance)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_number_sqrt(x * x + y * y);
    float share = length > 2 * distance ? distance / length : 0.5F;
    return TES_POINT(from.x + x * share, from.y + y * share);
}

static void path_rounded(struct tes_paint *paint, struct tes_shape shape)
{
    for (unsigned i = 0; i < shape.count; i++) {
        struct tes_point corner = shape.points[i];
        struct tes_point before = shape.points[(i + shape.count - 1) % shape.count];
        struct tes_point after = shape.points[(i + 1) % shape.count];
        struct tes_point from = towards(corner, before, shape.corner);
        struct tes_point to = towards(corner, after, shape.corner);
        if (i == 0)
            tes_path_start(paint, from.x, from.y);
        else
            tes_path_line(paint, from.x, from.y);
        tes_path_quad(paint, corner.x, corner.y, to.x, to.y);
    }
}

void tes_shape_path(struct tes_paint *paint, struct tes_shape shape)
{
    const struct tes_point *p = shape.points;
    switch (shape.form) {
    case TES_SHAPE_IS_SMOOTH:
        tes_path_blob(paint, p, shape.count);
        break;
    case TES_SHAPE_IS_ROUNDED:
        path_rounded(paint, shape);
        break;
    case TES_SHAPE_IS_POLYGON:
        tes_path_polygon(paint, p, shape.count);
        break;
    case TES_SHAPE_IS_OVAL:
        tes_path_ellipse(paint, p[0].x, p[0].y, p[1].x, p[1].y);
        break;
    case TES_SHAPE_IS_BOX:
        tes_path_box(paint, p[0].x, p[0].y, p[1].x, p[1].y, shape.corner);
        break;
    }
}

void tes_shape_fill(struct tes_paint *paint, struct tes_shape shape, tes_colour colour)
{
    tes_shape_path(paint, shape);
    tes_paint_fill(paint, colour);
}

void tes_shape_clip(struct tes_paint *paint, struct tes_shape shape)
{
    tes_shape_path(paint, shape);
    tes_paint_clip(paint);
}

void tes_shape_curve(struct tes_paint *paint, struct tes_shape curve, float width,
                     tes_colour colour)
{
    tes_path_curve(paint, curve.points, curve.count);
    tes_paint_stroke(paint, width, false, colour);
}

bool tes_shape_can_grow(struct tes_shape shape)
{
    return shape.form == TES_SHAPE_IS_OVAL || shape.form == TES_SHAPE_IS_BOX;
}

struct tes_shape tes_shape_grown(struct tes_shape shape, float margin, struct tes_point room[2])
{
    struct tes_point at = shape.points[0], size = shape.points[1];
    if (shape.form == TES_SHAPE_IS_BOX) {
        room[0] = TES_POINT(at.x - margin, at.y - margin);
        room[1] = TES_POINT(size.x + 2 * margin, size.y + 2 * margin);
        shape.corner = shape.corner + margin > 0 ? shape.corner + margin : 0;
    } else {
        room[0] = at;
        room[1] = TES_POINT(size.x + margin, size.y + margin);
    }
    shape.points = room;
    return shape;
}

struct tes_shape_bounds tes_shape_bounds(struct tes_shape shape)
{
    const struct tes_point *p = shape.points;
    struct tes_shape_bounds bounds = {p[0].x, p[0].y, p[0].x, p[0].y};
    if (shape.form == TES_SHAPE_IS_BOX)
        return (struct tes_shape_bounds){p[0].x, p[0].y, p[0].x + p[1].x, p[0].y + p[1].y};
    if (shape.form == TES_SHAPE_IS_OVAL)
        return (struct tes_shape_bounds){p[0].x - p[1].x, p[0].y - p[1].y, p[0].x + p[1].x,
                                         p[0].y + p[1].y};
    for (unsigned i = 1; i < shape.count; i++) {
        bounds.left = p[i].x < bounds.left ? p[i].x : bounds.left;
        bounds.right = p[i].x > bounds.right ? p[i].x : bounds.right;
        bounds.top = p[i].y < bounds.top ? p[i].y : bounds.top;
        bounds.bottom = p[i].y > bounds.bottom ? p[i].y : bounds.bottom;
    }
    return bounds;
}

struct tes_shape_bounds tes_shape_reach(struct tes_shape shape)
{
    struct tes_shape_bounds bounds = tes_shape_bounds(shape);
    const float stray = shape.form == TES_SHAPE_IS_SMOOTH ? 4 : 0;
    return (struct tes_shape_bounds){bounds.left - stray, bounds.top - stray, bounds.right + stray,
                                     bounds.bottom + stray};
}

/*
 * kit_shape.h: one shape: a form and its points.
 *
 * A shape borrows its points. Those of shapes that are written in place (all but SMOOTH and
 * ROUNDED) live as long as the block around them, so no function may return such a shape.
 */
#ifndef TES_KIT_SHAPE_H
#define TES_KIT_SHAPE_H

#include "draw/sprites/kit/kit_point.h"
#include "draw/sprites/kit/kit_table.h"

enum tes_shape_form {
    TES_SHAPE_IS_SMOOTH,  /* a smooth line through the points */
    TES_SHAPE_IS_ROUNDED, /* a polygon with rounded corners */
    TES_SHAPE_IS_POLYGON,
    TES_SHAPE_IS_OVAL, /* the points are its centre and its radii */
    TES_SHAPE_IS_BOX,  /* the points are its upper left corner and its size */
};

struct tes_shape {
    const struct tes_point *points;
    unsigned count;
    enum tes_shape_form form;
    float corner; /* radius, of rounded polygons and boxes */
};

/* Shapes of an array of points. */
#define TES_SHAPE_SMOOTH(points)                                                                   \
    ((struct tes_shape){(points), TES_TABLE_COUNT(points), TES_SHAPE_IS_SMOOTH, 0})
#define TES_SHAPE_ROUNDED(points, corner)                                                          \
    ((struct tes_shape){(points), TES_TABLE_COUNT(points), TES_SHAPE_IS_ROUNDED, (corner)})

/* Shapes in place. */
#define TES_SHAPE_OF(form, corner, ...)                                                            \
    ((struct tes_shape){(const struct tes_point[]){__VA_ARGS__},                                   \
                        TES_TABLE_COUNT(((const struct tes_point[]){__VA_ARGS__})), (form),        \
                        (corner)})
#define TES_SHAPE_BLOB(...)             TES_SHAPE_OF(TES_SHAPE_IS_SMOOTH, 0, __VA_ARGS__)
#define TES_SHAPE_CORNERED(corner, ...) TES_SHAPE_OF(TES_SHAPE_IS_ROUNDED, (corner), __VA_ARGS__)
#define TES_SHAPE_POLYGON(...)          TES_SHAPE_OF(TES_SHAPE_IS_POLYGON, 0, __VA_ARGS__)
#define TES_SHAPE_OVAL(x, y, radius_x, radius_y)                                                   \
    TES_SHAPE_OF(TES_SHAPE_IS_OVAL, 0, {(x), (y)}, {(radius_x), (radius_y)})
#define TES_SHAPE_BOX(x, y, width, height, corner)                                                 \
    TES_SHAPE_OF(TES_SHAPE_IS_BOX, (corner), {(x), (y)}, {(width), (height)})

/* As turned on a lathe: the array `half` is the right side from top to bottom, x from the middle,
 * which lies at 50. Points with x 0 are not doubled. Smooth where `corner` is 0. */
#define TES_SHAPE_TURNED(half, corner)                                                             \
    tes_shape_turned((struct tes_point[2 *TES_TABLE_COUNT(half)]){{0, 0}}, TES_TABLE_ALL(half),    \
                     (corner))
/* The same with room for the points, twice `count`. */
struct tes_shape tes_shape_turned(struct tes_point *room, const struct tes_point *half,
                                  unsigned count, float corner);

/* Adds the shape to the path. */
void tes_shape_path(struct tes_paint *paint, struct tes_shape shape);
void tes_shape_fill(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
void tes_shape_clip(struct tes_paint *paint, struct tes_shape shape);
/* A smooth, open line through the points: a seam, a smile, a closed eye. */
void tes_shape_curve(struct tes_paint *paint, struct tes_shape curve, float width,
                     tes_colour colour);

/* Ovals and boxes can be made larger, by `margin` on each side (smaller where it is below 0); the
 * points are put into `room`. */
bool tes_shape_can_grow(struct tes_shape shape);
struct tes_shape tes_shape_grown(struct tes_shape shape, float margin, struct tes_point room[2]);

struct tes_shape_bounds {
    float left, top, right, bottom;
};

/* What the points lie within, or an oval or a box. */
struct tes_shape_bounds tes_shape_bounds(struct tes_shape shape);
/* The same with room for smooth lines, which pass their points a little. */
struct tes_shape_bounds tes_shape_reach(struct tes_shape shape);

#endif

/*
 * figure.h: how creatures and decoys are inked: one width and darkness of line, and one light, for
 * all the parts of a picture.
 *
 * A part is a shape. A solid part gets a crescent of shade on the side away from the light and a
 * line around it; between tes_figure_open() and tes_figure_close() whatever is painted stays inside
 * of it (bellies, stripes, badges).
 */
#ifndef TES_FIGURE_H
#define TES_FIGURE_H

#include "draw/paint/paint.h"

struct tes_figure {
    struct tes_paint *paint;
    float line_width;
    float line_shade;       /* of a part's colour, below 0 */
    float soft_shade;       /* of the crescent, below 0 */
    struct tes_point light; /* how far the lit part of a shape is moved, in units */
};

enum tes_shape_kind { TES_SHAPE_BLOB, TES_SHAPE_POLYGON, TES_SHAPE_ELLIPSE, TES_SHAPE_BOX };

/* Borrows its points. */
struct tes_shape {
    enum tes_shape_kind kind;
    unsigned count;                 /* of points, of blobs and polygons */
    const struct tes_point *points; /* blobs and polygons */
    struct tes_point at, size;      /* an ellipse's centre and radii; a box's corner and size */
    float radius;                   /* a box's corners */
};

/* Shapes in place; their points live as long as the block around them. */
#define TES_FIGURE_POINTS(...)                                                                     \
    .points = (const struct tes_point[]){__VA_ARGS__},                                             \
    .count = sizeof((const struct tes_point[]){__VA_ARGS__}) / sizeof(struct tes_point)
#define TES_FIGURE_BLOB(...)                                                                       \
    ((struct tes_shape){.kind = TES_SHAPE_BLOB, TES_FIGURE_POINTS(__VA_ARGS__)})
#define TES_FIGURE_POLYGON(...)                                                                    \
    ((struct tes_shape){.kind = TES_SHAPE_POLYGON, TES_FIGURE_POINTS(__VA_ARGS__)})
#define TES_FIGURE_ELLIPSE(x, y, radius_x, radius_y)                                               \
    ((struct tes_shape){                                                                           \
        .kind = TES_SHAPE_ELLIPSE, .at = {(x), (y)}, .size = {(radius_x), (radius_y)}})
#define TES_FIGURE_BOX(x, y, width, height, corner)                                                \
    ((struct tes_shape){                                                                           \
        .kind = TES_SHAPE_BOX, .at = {(x), (y)}, .size = {(width), (height)}, .radius = (corner)})

/* -1 for the first of two parts that mirror each other about the middle, 1 for the second. */
#define TES_FIGURE_SIDE(each) ((each) == 0 ? -1.0F : 1.0F)

/* Draws how a picture is inked, and its build, which changes the painter's matrix. */
struct tes_figure tes_figure_start(struct tes_paint *paint, struct tes_random *random);

/* The colour of the line around something of this colour. */
tes_colour tes_figure_line(const struct tes_figure *figure, tes_colour colour);

/* Fills and shades the shape and clips to it; tes_figure_close() ends that and draws its line. */
void tes_figure_open(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour);
void tes_figure_close(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour);

/* A shaded shape with its line; one without shade; one without either. */
void tes_figure_solid(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour);
void tes_figure_flat(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour);
void tes_figure_fill(const struct tes_figure *figure, struct tes_shape shape, tes_colour colour);

/* A limb: a thick curve through the points, with its line around. */
void tes_figure_limb(const struct tes_figure *figure, struct tes_shape curve, float width,
                     tes_colour colour);

/* A thin curve through the points: a seam, a smile, a closed eye. */
void tes_figure_curve(const struct tes_figure *figure, struct tes_shape curve, float width,
                      tes_colour colour);

/* A glint of light: a short, see-through white ellipse, turned. */
void tes_figure_glint(const struct tes_figure *figure, struct tes_point at, float length,
                      float degrees);

#endif

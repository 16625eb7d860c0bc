/*
 * kit.h: what the painters of sprites share: points and shapes written in place, how a sprite is
 * lined, shaded and lit, patterns, colours, and parts. A file kit_NAME.c has each section.
 */
#ifndef TES_KIT_H
#define TES_KIT_H

#include "draw/paint/paint.h"

/* ----------------------------------------------------- tables and points */

#define TES_TABLE_COUNT(table) ((unsigned)(sizeof(table) / sizeof *(table)))

/* The table and its length, for two arguments of a call. */
#define TES_TABLE_ALL(table) table, TES_TABLE_COUNT(table)

/* Points written in place and their count, for two arguments of a call. They live as long as the
 * block around them. */
#define TES_POINTS_COUNT(...) TES_TABLE_COUNT(((const struct tes_point[]){__VA_ARGS__}))
#define TES_POINTS(...)       (const struct tes_point[]){__VA_ARGS__}, TES_POINTS_COUNT(__VA_ARGS__)

/* A loop over two parts that mirror each other about the middle: `side` is -1, then 1. (The inner
 * loop runs once: it declares `side`.) */
#define TES_EACH_SIDE(side)                                                                        \
    for (unsigned side##_count = 0; side##_count < 2; side##_count++)                              \
        for (float side = side##_count == 0 ? -1 : 1, *side##_end = &side; side##_end != NULL;     \
             side##_end = NULL)

/* ---------------------------------------------------------------- shapes */

/* A form and its points. A shape borrows its points. Those of shapes that are written in place (all
 * but SMOOTH and ROUNDED) live as long as the block around them, so no function may return such a
 * shape. */

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
/* The same of points written in place. */
#define TES_SHAPE_LATHED(corner, ...)                                                              \
    tes_shape_turned((struct tes_point[2 *TES_POINTS_COUNT(__VA_ARGS__)]){{0, 0}},                 \
                     TES_POINTS(__VA_ARGS__), (corner))
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

/* ----------------------------------------------------------------- style */

/* How a picture is lined, shaded and lit: picked once, kept in the painter, used for all its parts.
 * There are three styles; a table in kit_style.c says how they differ. */

/* For things that are made. */
void tes_style_plain(struct tes_paint *paint, struct tes_random *random);
/* For what grows, food and dishes: brown lines and violet shades; light from the left or right. */
void tes_style_warm(struct tes_paint *paint, struct tes_random *random);
/* For creatures and decoys. Also varies their build, by the painter's matrix. */
void tes_style_figure(struct tes_paint *paint, struct tes_random *random);

/* The colour of the line around something of this colour. */
tes_colour tes_style_edge(const struct tes_paint *paint, tes_colour colour);
/* The colour of its side away from the light. */
tes_colour tes_style_shade(const struct tes_paint *paint, tes_colour colour);
/* What lies over any colour, see-through: in the shade, and as a highlight. */
tes_colour tes_style_shadow(const struct tes_paint *paint);
tes_colour tes_style_highlight(const struct tes_paint *paint);

/* --------------------- lines around things, in a darker shade of their colour */

/* Fills the current path, with its line. */
void tes_outline_path(struct tes_paint *paint, tes_colour colour);
void tes_outline_shape(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
/* The line alone, around what is of this colour. */
void tes_outline_edge(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);

/* What is painted between these two stays inside of the shape; its line comes last. */
void tes_outline_begin(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
void tes_outline_end(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);

/* A bar: a leg, a pole, a handle; a cord: the same along a smooth line. `width` is from the middle
 * of one line to the middle of the other. */
void tes_outline_bar(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                     float width, tes_colour colour);
void tes_outline_cord(struct tes_paint *paint, struct tes_shape curve, float width,
                      tes_colour colour);
/* A cord whose lines lie outside of `width`. */
void tes_outline_limb(struct tes_paint *paint, struct tes_shape curve, float width,
                      tes_colour colour);

/* ------------- bodies: a shade on the side away from the light, and a line */

/* Of the warm style: a lit part as large as the body allows. */
void tes_body_paint(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
/* The same without the line, for bodies that get more marks before their tes_outline_edge(). Not
 * under a clip: it may need that itself. */
void tes_body_fill(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
/* An oval. */
void tes_body_disc(struct tes_paint *paint, struct tes_point centre, struct tes_point radius,
                   tes_colour colour);

/* Of figures: a crescent of shade, as wide in small bodies as in large ones. */
void tes_body_solid(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
/* The same without the line, as tes_outline_begin(); to be ended by tes_outline_end(). */
void tes_body_begin(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);

/* --------------------- shade and highlights on what is painted already */

/* Darkens all of a shape but an oval: the side away from the light. Under the shape's clip. */
void tes_light_shade(struct tes_paint *paint, struct tes_shape shape, struct tes_point centre,
                     struct tes_point radii);

/* A highlight along part of an oval's edge, from one angle to another. */
void tes_light_gloss(struct tes_paint *paint, struct tes_point centre, struct tes_point radii,
                     float from_degrees, float to_degrees);
/* One along its upper edge, on the side that the light comes from. */
void tes_light_shine(struct tes_paint *paint, struct tes_point centre, struct tes_point radii,
                     float width);
/* One that is a short oval, turned. */
void tes_light_glint(struct tes_paint *paint, struct tes_point at, float length, float degrees);

/* -------------------------------------------- patterns all over an area */

enum tes_pattern_kind {
    TES_PATTERN_NONE,
    TES_PATTERN_BAND, /* one, across the middle */
    TES_PATTERN_ROWS,
    TES_PATTERN_COLUMNS,
    TES_PATTERN_SLANTS,
    TES_PATTERN_CHECKS,
    TES_PATTERN_DOTS,  /* from the area's top on */
    TES_PATTERN_SPOTS, /* dots from half a row below its top on */
    TES_PATTERN_ZIGZAG,
    TES_PATTERN_COUNT
};

struct tes_pattern_look {
    enum tes_pattern_kind kind;
    tes_colour colour;
    float step;             /* from one stripe or dot to the next */
    float width;            /* of stripes; the radius of dots */
    struct tes_point shift; /* of its start, from the area's upper left corner */
};

/* As on dishes, labels and jars: none, a band, rows, columns, spots or a zigzag. */
struct tes_pattern_look tes_pattern_glaze(struct tes_random *random, tes_colour colour);
/* As on cloth: none, stripes, checks or dots. */
struct tes_pattern_look tes_pattern_cloth(struct tes_random *random, tes_colour colour);

/* Covers the area between two corners, and passes it a little: under a clip. */
void tes_pattern_paint(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                       struct tes_point from, struct tes_point to);
/* Covers a shape with a pattern of cloth, under the shape's clip. */
void tes_pattern_cover(struct tes_paint *paint, struct tes_random *random, struct tes_shape shape,
                       tes_colour colour);

/* How many steps, from `from` on, stay below `to`. */
unsigned tes_pattern_steps(float from, float to, float step);

/* -------------------------- colours that go together, picked at random */

/* A clear colour of any hue. */
tes_colour tes_palette_bright(struct tes_random *random);
/* A colour of skin, hair, wood, leather. */
tes_colour tes_palette_earthy(struct tes_random *random);
/* Either. */
tes_colour tes_palette_any(struct tes_random *random);
/* Near white: cream, pale pink, pale grey. */
tes_colour tes_palette_pale(struct tes_random *random);
/* Gold, silver, copper. */
tes_colour tes_palette_metal(struct tes_random *random);
/* What shows against `colour`: much paler than a dark or clear one, darker than a pale one. */
tes_colour tes_palette_against(struct tes_random *random, tes_colour colour);

/* One colour of a table, a little lighter or darker. */
tes_colour tes_palette_tint(struct tes_random *random, const tes_rgb *colours, unsigned count);
/* One of the table, lighter or darker by a share between the two. */
tes_colour tes_palette_shaded(struct tes_random *random, const tes_rgb *colours, unsigned count,
                              float least, float most);

/* The same of colours written in place, and one of them as it is. */
#define TES_PALETTE_OF(...)                                                                        \
    (const tes_rgb[]){__VA_ARGS__}, TES_TABLE_COUNT(((const tes_rgb[]){__VA_ARGS__}))
#define TES_PALETTE_TINT(random, ...) tes_palette_tint((random), TES_PALETTE_OF(__VA_ARGS__))
#define TES_PALETTE_ONE(random, ...)  tes_random_colour((random), TES_PALETTE_OF(__VA_ARGS__))

/* --------------------------------------- parts that several pictures have */

/* Until the caller puts the matrix back: the middle of the square lies at `at`, made smaller or
 * larger and turned there. */
void tes_part_place(struct tes_paint *paint, struct tes_point at, float size, float degrees);

/* Ovals of one size at these places, which are measured from `at`. */
void tes_part_dots(struct tes_paint *paint, const struct tes_point *places, unsigned count,
                   struct tes_point at, struct tes_point radii, tes_colour colour);

/* A pointed leaf with its vein; `breadth` is at its widest. */
void tes_part_leaf(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                   float breadth, tes_colour colour);

#endif

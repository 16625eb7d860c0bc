/* kit_outline.h: what has a line around, in a darker shade of its own colour. */
#ifndef TES_KIT_OUTLINE_H
#define TES_KIT_OUTLINE_H

#include "draw/sprites/kit/kit_shape.h"
#include "draw/sprites/kit/kit_style.h"

/* Fills the current path, with its line. */
void tes_outline_path(struct tes_paint *paint, const struct tes_style *style, tes_colour colour);
void tes_outline_shape(struct tes_paint *paint, const struct tes_style *style,
                       struct tes_shape shape, tes_colour colour);
/* The line alone, around what is of this colour. */
void tes_outline_edge(struct tes_paint *paint, const struct tes_style *style,
                      struct tes_shape shape, tes_colour colour);

/* What is painted between these two stays inside of the shape; its line comes last. */
void tes_outline_begin(struct tes_paint *paint, struct tes_shape shape, tes_colour colour);
void tes_outline_end(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                     tes_colour colour);

/* A bar: a leg, a pole, a handle; a cord: the same along a smooth line. `width` is from the middle
 * of one line to the middle of the other. */
void tes_outline_bar(struct tes_paint *paint, const struct tes_style *style, struct tes_point from,
                     struct tes_point to, float width, tes_colour colour);
void tes_outline_cord(struct tes_paint *paint, const struct tes_style *style,
                      struct tes_shape curve, float width, tes_colour colour);
/* A cord whose lines lie outside of `width`. */
void tes_outline_limb(struct tes_paint *paint, const struct tes_style *style,
                      struct tes_shape curve, float width, tes_colour colour);

#endif

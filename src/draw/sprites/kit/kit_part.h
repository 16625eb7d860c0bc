/* kit_part.h: parts that several pictures have. */
#ifndef TES_KIT_PART_H
#define TES_KIT_PART_H

#include "draw/sprites/kit/kit_outline.h"

/* Until the caller puts the matrix back: the middle of the square lies at `at`, made smaller or
 * larger and turned there. */
void tes_part_place(struct tes_paint *paint, struct tes_point at, float size, float degrees);

/* A pointed leaf with its vein; `breadth` is at its widest. */
void tes_part_leaf(struct tes_paint *paint, const struct tes_style *style, struct tes_point from,
                   struct tes_point to, float breadth, tes_colour colour);

#endif

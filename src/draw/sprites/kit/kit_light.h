/* kit_light.h: shade and highlights on what is painted already. */
#ifndef TES_KIT_LIGHT_H
#define TES_KIT_LIGHT_H

#include "draw/sprites/kit/kit_shape.h"
#include "draw/sprites/kit/kit_style.h"

/* Darkens all of a shape but an oval: the side away from the light. Under the shape's clip. */
void tes_light_shade(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                     struct tes_point centre, struct tes_point radii);

/* A highlight along part of an oval's edge, from one angle to another. */
void tes_light_gloss(struct tes_paint *paint, const struct tes_style *style,
                     struct tes_point centre, struct tes_point radii, float from_degrees,
                     float to_degrees);
/* One along its upper edge, on the side that the light comes from. */
void tes_light_shine(struct tes_paint *paint, const struct tes_style *style,
                     struct tes_point centre, struct tes_point radii, float width);
/* One that is a short oval, turned. */
void tes_light_glint(struct tes_paint *paint, const struct tes_style *style, struct tes_point at,
                     float length, float degrees);

#endif

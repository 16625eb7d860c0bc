/* sprite_silhouette.h: the shapes of challenge/hidden_shapes.def as outlines filled with black. */
#ifndef TES_SPRITE_SILHOUETTE_H
#define TES_SPRITE_SILHOUETTE_H

#include "challenge/hidden_shapes.h"
#include "draw/paint/paint.h"

/* Paints it on the painter's square of 100 units, upright, always alike. */
void tes_silhouette_paint(struct tes_paint *paint, enum tes_hidden_shape shape);

#endif

/* silhouette.h: the shapes of core/hidden.def as outlines filled with black. */
#ifndef TES_SPRITES_SILHOUETTE_H
#define TES_SPRITES_SILHOUETTE_H

#include "core/hidden.h"
#include "draw/paint/paint.h"

/* Paints it on the painter's square of 100 units, upright, always alike. */
void tes_silhouette_paint(struct tes_paint *paint, enum tes_hidden_shape shape);

#endif

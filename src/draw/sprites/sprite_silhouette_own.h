/* sprite_silhouette_own.h: outlines that no sprite has, one for each OWN row of
 * challenge/hidden_shapes.def. */
#ifndef TES_SPRITE_SILHOUETTE_OWN_H
#define TES_SPRITE_SILHOUETTE_OWN_H

#include "draw/paint/paint.h"

typedef void tes_silhouette_painter(struct tes_paint *paint);

#define OWN(name) tes_silhouette_painter tes_silhouette_##name;
#define ITEM(name)
#define SHAPE(key, source, name, look) source(name)
#include "challenge/hidden_shapes.def"
#undef SHAPE
#undef ITEM
#undef OWN

#endif

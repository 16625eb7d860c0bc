/* sign.h: the signs on the faces of a cube, as paths through any projection. */
#ifndef TES_SIGN_H
#define TES_SIGN_H

#include "challenge/scene/questions/question_net.h"
#include "draw/paint/paint.h"

/* Where a point of a face is in the picture. x is to the face's right and y up, both from -1 to
 * 1. */
typedef struct tes_point tes_sign_map(const void *how, float x, float y);

/* Paints a sign. */
void tes_sign_paint(struct tes_paint *paint, enum tes_sign which, tes_sign_map *map,
                    const void *how, tes_colour ink);

#endif

/* kit_point.h: points written in place. */
#ifndef TES_KIT_POINT_H
#define TES_KIT_POINT_H

#include "draw/paint/paint.h"

#define TES_POINT(x, y) ((struct tes_point){(x), (y)})

/* -1 for the first of two parts that mirror each other about the middle, 1 for the second. */
#define TES_POINT_SIDE(each) ((each) == 0 ? -1.0F : 1.0F)

#endif

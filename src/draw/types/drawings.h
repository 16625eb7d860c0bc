/* drawings.h: how the kinds of kinds.def are drawn: tes_drawing_NAME for each row. */
#ifndef TES_DRAWINGS_H
#define TES_DRAWINGS_H

#include "draw/types/drawing.h"

#define KIND(name) extern const struct tes_drawing tes_drawing_##name;
#include "challenge/kinds.def"
#undef KIND

#endif

/* hidden.h: the rows of hidden.def: what may hide among moving dots. */
#ifndef TES_CORE_HIDDEN_H
#define TES_CORE_HIDDEN_H

enum tes_hidden_shape {
#define SHAPE(key, ...) TES_HIDDEN_##key,
#include "core/hidden.def"
#undef SHAPE
    TES_HIDDEN_SHAPES
};

/* "umbrella" */
const char *tes_hidden_key(enum tes_hidden_shape shape);

#endif

/* hidden_shapes.h: the rows of hidden_shapes.def and hidden_alike.def: what may hide among moving
 * dots, and which of it is not shown together. */
#ifndef TES_HIDDEN_SHAPES_H
#define TES_HIDDEN_SHAPES_H

#include <stdbool.h>
#include <stdint.h>

enum tes_hidden_shape {
#define SHAPE(key, ...) TES_HIDDEN_##key,
#include "challenge/hidden_shapes.def"
#undef SHAPE
    TES_HIDDEN_SHAPES
};

/* "umbrella" */
const char *tes_hidden_key(enum tes_hidden_shape shape);

/* Whether people could take one for the other, as moving dots show them; no shape is like itself.
 */
bool tes_hidden_are_alike(enum tes_hidden_shape one, enum tes_hidden_shape other);

#endif

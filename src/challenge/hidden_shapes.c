#include "challenge/hidden_shapes.h"

static const char *const KEYS[TES_HIDDEN_SHAPES] = {
#define SHAPE(key, ...) #key,
#include "challenge/hidden_shapes.def"
#undef SHAPE
};

static const uint8_t ALIKE[][2] = {
#define ALIKE(one, other) {TES_HIDDEN_##one, TES_HIDDEN_##other},
#include "challenge/hidden_alike.def"
#undef ALIKE
};

const char *tes_hidden_key(enum tes_hidden_shape shape)
{
    return KEYS[shape];
}

bool tes_hidden_are_alike(enum tes_hidden_shape one, enum tes_hidden_shape other)
{
    for (unsigned i = 0; i < sizeof ALIKE / sizeof ALIKE[0]; i++)
        if ((ALIKE[i][0] == one && ALIKE[i][1] == other) ||
            (ALIKE[i][0] == other && ALIKE[i][1] == one))
            return true;
    return false;
}

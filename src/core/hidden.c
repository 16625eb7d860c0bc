#include "core/hidden.h"

static const char *const KEYS[TES_HIDDEN_SHAPES] = {
#define SHAPE(key, ...) #key,
#include "core/hidden.def"
#undef SHAPE
};

const char *tes_hidden_key(enum tes_hidden_shape shape)
{
    return KEYS[shape];
}

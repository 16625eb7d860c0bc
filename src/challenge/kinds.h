/* kinds.h: the rows of kinds.def: tes_kind_NAME for each, and how many there are. */
#ifndef TES_KINDS_H
#define TES_KINDS_H

#include "challenge/kind.h"

#define KIND(name) extern const struct tes_kind tes_kind_##name;
#include "challenge/kinds.def"
#undef KIND

enum {
    TES_KIND_COUNT = 0
#define KIND(name) +1
#include "challenge/kinds.def"
#undef KIND
};

#endif

#include "decide/strength.h"

#include "core/kinds.h"

enum { NEVER = TES_HARD + 1, EASY = TES_EASY, MEDIUM = TES_MEDIUM, HARD = TES_HARD };

/* By the number of the kind: the least difficulty at which it is picked. */
static const int PICKED_FROM[TES_KIND_COUNT] = {
#define KIND(name, picked_from, easy, medium, hard) picked_from,
#include "core/kinds.def"
#undef KIND
};

bool strength_is_picked(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT && (int)difficulty >= PICKED_FROM[number];
}

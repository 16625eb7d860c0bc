#include "decide/strength.h"

#include "core/kinds.h"

enum { NEVER = TES_HARD + 1, EASY = TES_EASY, MEDIUM = TES_MEDIUM, HARD = TES_HARD };

/* By the number of the kind. */
static const struct {
    int picked_from;               /* the least difficulty at which it is picked */
    unsigned passed[TES_HARD + 1]; /* of a hundred, by difficulty */
} ROWS[TES_KIND_COUNT] = {
#define KIND(name, picked_from, easy, medium, hard) {picked_from, {0, easy, medium, hard}},
#include "core/kinds.def"
#undef KIND
};

bool strength_is_picked(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT && (int)difficulty >= ROWS[number].picked_from;
}

unsigned strength_passed_percent(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT ? ROWS[number].passed[difficulty] : 100;
}

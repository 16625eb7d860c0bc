#include "decide/strength.h"

#include "core/kinds.h"

enum { NEVER = TES_HARD + 1, EASY = TES_EASY, MEDIUM = TES_MEDIUM, HARD = TES_HARD };

/* By the number of the kind. */
static const struct strength {
    int picked_from;
    unsigned passed_percent[TES_HARD + 1]; /* by difficulty */
} ROWS[TES_KIND_COUNT] = {
#define KIND(name, picked_from, easy, medium, hard) {picked_from, {0, easy, medium, hard}},
#include "core/kinds.def"
#undef KIND
};

/* What is read aloud is clear speech of a few words: anybody may run a recogniser of speech. And
 * what has no row, proof of work, is there for programs to do. */
enum { SCRIPTED_PERCENT = 100 };

bool strength_is_picked(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT && (int)difficulty >= ROWS[number].picked_from;
}

unsigned strength_passed_percent(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT ? ROWS[number].passed_percent[difficulty] : SCRIPTED_PERCENT;
}

unsigned strength_confidence(const struct tes_challenge *challenge)
{
    unsigned guess_percent = challenge->kind->guess_percent(challenge);
    unsigned percent = challenge->view.is_heard
                           ? SCRIPTED_PERCENT
                           : strength_passed_percent(challenge->kind, challenge->difficulty);
    if (percent < guess_percent)
        percent = guess_percent;
    return 100 * 100 / (100 + percent);
}

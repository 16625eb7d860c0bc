#include "decide/strength.h"

#include "core/kind.h"

enum { SEEN, HEARD };
enum { NEVER = TES_HARD + 1, EASY = TES_EASY, MEDIUM = TES_MEDIUM, HARD = TES_HARD };

static const struct strength {
    const struct tes_kind *kind;
    int told;
    int drawn_from;
    unsigned passed_percent[TES_HARD + 1]; /* by difficulty */
} ROWS[] = {
#define STRENGTH(kind, told, drawn_from, easy, medium, hard)                                       \
    {&tes_kind_##kind, told, drawn_from, {0, easy, medium, hard}},
#include "decide/strength.def"
#undef STRENGTH
};

/* NULL where nobody has said what it stands against. */
static const struct strength *find(const struct tes_kind *kind, int told)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (ROWS[i].kind == kind && ROWS[i].told == told)
            return &ROWS[i];
    return NULL;
}

bool strength_is_drawn(const struct tes_kind *kind, enum tes_difficulty difficulty)
{
    const struct strength *row = find(kind, SEEN);
    return row != NULL && (int)difficulty >= row->drawn_from;
}

unsigned strength_confidence(const struct tes_challenge *challenge)
{
    const struct strength *row = find(challenge->kind, challenge->view.is_heard ? HEARD : SEEN);
    unsigned guess_percent = challenge->kind->guess_percent(challenge);
    unsigned percent = row != NULL ? row->passed_percent[challenge->difficulty] : 100;
    if (percent < guess_percent)
        percent = guess_percent;
    return 100 * 100 / (100 + percent);
}

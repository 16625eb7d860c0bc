/* What challenges stand against, by the figures in the kinds' rows. */
#include "core/kinds.h"

/* By the number of the kind, then by difficulty. */
static const unsigned PASSED_PERCENT[TES_KIND_COUNT][TES_HARD + 1] = {
#define KIND(name, picked_from, easy, medium, hard) {0, easy, medium, hard},
#include "core/kinds.def"
#undef KIND
};

/* What is read aloud is clear speech of a few words: anybody may run a recogniser of speech. */
enum { HEARD_PERCENT = 100 };

static unsigned passed_percent(const struct tes_challenge *challenge)
{
    size_t number = tes_kind_number(challenge->kind);
    if (challenge->view.is_heard || number >= TES_KIND_COUNT)
        return HEARD_PERCENT;
    return PASSED_PERCENT[number][challenge->difficulty];
}

unsigned tes_evidence(const struct tes_challenge *challenge)
{
    unsigned guess_percent = challenge->kind->guess_percent(challenge);
    unsigned percent = passed_percent(challenge);
    if (percent < guess_percent)
        percent = guess_percent;
    return 100 * 100 / (100 + percent);
}

/* What passing a challenge says, by the figures of core/strength.def. */
#include "core/strength.h"

unsigned tes_evidence(const struct tes_challenge *challenge)
{
    unsigned guessed = 10 * challenge->kind->guess_percent(challenge);
    unsigned passed = tes_strength_cheap(tes_strength_of(challenge));
    if (passed < guessed) /* this one has fewer answers than most of its kind */
        passed = guessed;
    return 100 * 1000 / (1000 + passed);
}

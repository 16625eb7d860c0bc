/* What passing a challenge says, by the figures of challenge/strength.def. */
#include "challenge/strength.h"

unsigned tes_evidence(const struct tes_challenge *challenge)
{
    return 100 * 1000 / (1000 + tes_strength_best_of(challenge, tes_strength_of(challenge)));
}

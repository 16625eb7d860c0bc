/*
 * strength.h: what a challenge stands against, and so which may be picked by lot and what a pass is
 * worth. The figures are in the kinds' rows, core/kinds.def.
 */
#ifndef DECIDE_STRENGTH_H
#define DECIDE_STRENGTH_H

#include "tessera.h"

/* Whether pictures of that kind may be picked by lot at that difficulty. */
bool strength_is_picked(const struct tes_kind *kind, enum tes_difficulty difficulty);

/* How many of a hundred pictures of that kind the program of its row passes. */
unsigned strength_passed_percent(const struct tes_kind *kind, enum tes_difficulty difficulty);

/*
 * What passing this challenge says, in percent: how likely it was a person, where a person and the
 * program of the kind's row come equally often, and people always pass. 50 says nothing either way.
 * Rounded down.
 */
unsigned strength_confidence(const struct tes_challenge *challenge);

#endif

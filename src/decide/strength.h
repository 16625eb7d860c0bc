/*
 * strength.h: which challenges stand against enough to be picked by lot. The figures are in the
 * kinds' rows, core/kinds.def; what a pass is worth follows from them as well (tes_evidence()).
 */
#ifndef DECIDE_STRENGTH_H
#define DECIDE_STRENGTH_H

#include "tessera.h"

/* Whether pictures of that kind may be picked by lot at that difficulty. */
bool strength_is_picked(const struct tes_kind *kind, enum tes_difficulty difficulty);

/* How many of a hundred pictures of that kind the program of its row passes. */
unsigned strength_passed_percent(const struct tes_kind *kind, enum tes_difficulty difficulty);

#endif

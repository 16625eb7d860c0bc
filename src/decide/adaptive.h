/*
 * adaptive.h: how difficult a user's challenges are, from how they did so far. adaptive.def has the
 * rules. No state but the counts: the same counts give the same level, on every server and after
 * every restart.
 *
 * A level settles. Two rules may hold at once, one that leads up and one that leads back: all
 * answers at MEDIUM were right, and those at HARD were not. Then:
 * - At and above the level that the user began with, the lower one is kept. What they did there
 * lies before they failed above it, so it says nothing new; HARD is not tried again.
 * - Below it, what they did lies after they failed above. They are let up again once they have as
 * many right answers there as the square of the wrong ones above: 9 after 3, 16 after a fourth. So
 * each further try is rarer than the one before, and nobody is kept at a level that they can't
 * pass.
 */
#ifndef DECIDE_ADAPTIVE_H
#define DECIDE_ADAPTIVE_H

#include "tessera.h"

/* Answers by difficulty; the first place is not used. */
struct adaptive_counts {
    uint64_t completed[TES_HARD + 1], passed[TES_HARD + 1];
};

struct adaptive_terms {
    enum tes_difficulty start; /* that somebody has of whom nothing is known */
    unsigned attempts_min;     /* at a level, before a rule may lead away from it */
};

/* Always one of the three levels. Counts that can't be are taken for none. */
enum tes_difficulty adaptive_level(const struct adaptive_counts *counts,
                                   const struct adaptive_terms *terms);

#endif

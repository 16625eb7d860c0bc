/*
 * adaptive.h: how difficult a user's challenges are, from how they did so far. adaptive.def has the
 * rules. Only answers at the level that the user has count, and only those since they got it: each
 * time that a level begins, its counts begin at 0. So a way up is open again after every way down.
 */
#ifndef POLICY_ADAPTIVE_H
#define POLICY_ADAPTIVE_H

#include <stdint.h>

#include "tessera.h"

/* A user's level, and their answers at it since it began. */
struct adaptive_state {
    enum tes_difficulty level; /* 0: nothing is known of the user */
    uint64_t completed, passed;
};

struct adaptive_terms {
    enum tes_difficulty start; /* of a user of whom nothing is known */
    enum tes_difficulty least; /* no level is below it; 0: there is no such bound */
    unsigned attempts_min;     /* answers at a level, before a rule may lead away from it */
};

/* The level that follows: the same one, or one beside it; or the least, where that is higher.
 * Counts that can't be are ignored. */
enum tes_difficulty adaptive_level(const struct adaptive_state *state,
                                   const struct adaptive_terms *terms);

#endif

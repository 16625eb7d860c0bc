/*
 * confidence.h: what all rounds of a visitor say together, as /v1/verify tells it: how likely it
 * was a person, where a person and the best attacker that can be had off the shelf
 * (tes_strength_cheap()) come equally often. People are taken to pass always, and to slip in one of
 * CONFIDENCE_SLIPS where an answer was wrong after all. Programs made for a type are left out, as
 * are people who solve for money. Integers alone: it is sealed into tokens between rounds.
 */
#ifndef DECIDE_CONFIDENCE_H
#define DECIDE_CONFIDENCE_H

#include "core/strength.h"

#define CONFIDENCE_ONE   1000000 /* what `excluded` is a share of */
#define CONFIDENCE_SLIPS 20

/* Zeroed, it says nothing. */
struct confidence {
    unsigned excluded;                /* attackers that would not have given these answers */
    enum tes_strength_class strength; /* the greatest of what was answered rightly */
};

/* Adds an answer to a challenge. */
void confidence_add(struct confidence *confidence, const struct tes_challenge *challenge,
                    bool is_right);

/* In percent, 50 to 100, rounded down; of one right answer, tes_evidence(). */
unsigned confidence_percent(const struct confidence *confidence);

#endif

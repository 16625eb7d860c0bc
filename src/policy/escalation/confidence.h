/*
 * confidence.h: what all rounds of a visitor say together, as /v1/verify writes it: the probability
 * that a person answered, against the best published program for each type (tes_strength_best()),
 * where a quiet network sends one program for each person and a busy one more (confidence.def).
 * People are taken to pass always, and to slip in one of CONFIDENCE_SLIPS where an answer was wrong
 * after all. People who solve for money are left out. Integers alone: it is sealed into tokens
 * between rounds.
 */
#ifndef POLICY_CONFIDENCE_H
#define POLICY_CONFIDENCE_H

#include "challenge/strength.h"
#include "policy/escalation/terms.h"

#define CONFIDENCE_ONE   1000000 /* what `excluded` is a share of */
#define CONFIDENCE_SLIPS 20

/* Zeroed, it says nothing. */
struct confidence {
    unsigned excluded;                /* programs that would not have given these answers */
    enum tes_strength_class strength; /* the greatest of what was answered rightly */
};

/* Adds an answer to a challenge. */
void confidence_add(struct confidence *confidence, const struct tes_challenge *challenge,
                    bool is_right);

/* How many programs are assumed to come for each person, by what their network did. */
unsigned confidence_programs(const struct terms_facts *network);

/* In percent, 0 to 100, rounded down. Of one right answer and one program, tes_evidence(). */
unsigned confidence_percent(const struct confidence *confidence, unsigned programs);

#endif

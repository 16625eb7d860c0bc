/*
 * rounds.h: when the rounds of a visitor have shown enough. Wald's sequential test, in integers: no
 * clock, no memory, no floats, so that a simulation of a day and the server run this very code.
 *
 * A right answer adds ln(ph / pb) to a score, a wrong one ln((1 - ph) / (1 - pb)), in thousandths,
 * where ph of a hundred people answer such a challenge rightly and pb of a hundred programs. At
 * `accept` the visitor is through, at ROUNDS_REJECT not; after `most` rounds the sign of the score
 * decides. docs/rounds.md has what that comes to.
 */
#ifndef POLICY_ROUNDS_H
#define POLICY_ROUNDS_H

#include "policy/escalation/confidence.h"
#include "policy/escalation/terms.h"

/* No figure is taken for better than so: people slip, and no attacker was tried often enough to
 * know that it passes less. So one answer never counts for more than ROUNDS_GAIN_MOST, and one
 * slip alone never turns anybody away who may have another round. */
#define ROUNDS_PEOPLE_MOST 95
#define ROUNDS_BOTS_LEAST  10
#define ROUNDS_GAIN_MOST   2251  /* ln(.95 / .10) */
#define ROUNDS_REJECT      -2944 /* ln(.05 / .95): a person in twenty gets there, at most */

/* Right answers that may be asked for at least, and rounds that there may be at all. */
#define ROUNDS_LEAST_MAX 5
#define ROUNDS_MOST_MAX  8

/* Of a hundred, how many answer a challenge rightly. */
struct rounds_odds {
    unsigned people, bots;
};

/* What somebody's rounds have shown so far. */
struct rounds {
    int score;           /* thousandths of log-odds */
    unsigned right;      /* answers */
    unsigned answered;   /* rounds, right or wrong; not part of the sealed number */
    bool is_suspicious;  /* an answer was (policy/escalation/suspicion.h) */
    bool is_kind_chosen; /* by the visitor or the site: all rounds have that kind */
    bool is_still;       /* nothing that moves, in all rounds */
    struct confidence confidence;
};

/* Those of a challenge with that row. The programs are the best of guess, script and eye that
 * people do twice as well as: against one that passes as people do, no number of rounds says
 * anything, and a score has to be against somebody. So `hidden` is weighed against
 * whatever can be had off the shelf, a still picture that general models pass against the best
 * simple script, and what a script passes, such as the puzzle, against blind guesses. What a pass
 * is worth against the others, its strength tells. */
struct rounds_odds rounds_odds_of(const struct tes_strength *strength);

enum rounds_decision { ROUNDS_PASS, ROUNDS_FAIL, ROUNDS_NEXT };

/* The terms under which nobody passes with fewer right answers than that: `least` is 1 to
 * ROUNDS_LEAST_MAX, others are taken for the nearest. One or two: each has to be right. From three
 * on there is a round to spare for a slip. */
unsigned rounds_accept(unsigned least);
unsigned rounds_most(unsigned least);

/* Makes terms at least as strict as those for `least` right answers. */
void rounds_raise(struct terms *terms, unsigned least);

/* The right answers without which a score can't reach that; at least one. */
unsigned rounds_least(unsigned accept);

/* Adds an answer and decides. Where a first answer is not decided by being right, it is not by
 * being wrong either: who gets another round does not learn why. terms->rounds_most 0 is one. */
enum rounds_decision rounds_add(struct rounds *rounds, struct rounds_odds odds, bool is_right,
                                const struct terms *terms);

/* As a token's claim, and back: a number of as many bytes whatever has been right, so that no
 * length tells it. 0, which none is sealed as, and numbers that are none of ours: nothing yet. */
uint64_t rounds_seal(const struct rounds *rounds);
struct rounds rounds_open(uint64_t sealed);

#endif

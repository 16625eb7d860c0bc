/*
 * strength.h: what challenges stand against: the figures of strength.def, and the class that
 * follows from them by one rule. What is asked, what a pass says, what docs tell: all of it reads
 * these rows, and nobody has figures of their own. Freestanding, like all of src/challenge.
 */
#ifndef TES_STRENGTH_H
#define TES_STRENGTH_H

#include "challenge/kind.h"

/* Who tries. Those before TES_BY_MADE can be had off the shelf. */
enum tes_strength_by {
    TES_BY_GUESS,  /* knows the generator, and does not look */
    TES_BY_SCRIPT, /* the best simple script */
    TES_BY_EYE,    /* a general vision model, one look */
    TES_BY_MADE,   /* a program or network made for it */
    TES_BY_PEOPLE,
    TES_STRENGTH_BY_COUNT
};

/* "guess", "script", "eye", "made", "people". */
const char *tes_strength_by_name(enum tes_strength_by by);

/* FRICTION: some script or general model passes, or nobody has measured whether one does.
 * OFF_THE_SHELF: those that were tried pass seldom. It says nothing of programs that were made for
 * it, and there is no class that does. */
enum tes_strength_class { TES_STRENGTH_FRICTION, TES_STRENGTH_OFF_THE_SHELF };

/* "friction", "off-the-shelf"; NULL from the first number on that is none. */
const char *tes_strength_class_name(unsigned class);

/* A script or a model that passes more than so many of a thousand makes a challenge friction:
 * what general models passed of published challenges about space when these rules were made. */
#define TES_STRENGTH_MOST 310

/* Whose challenges a source has looked at. */
enum tes_strength_stimuli { TES_STIMULI_OURS, TES_STIMULI_STAND_IN, TES_STIMULI_OTHERS };

struct tes_strength_source {
    const char *name, *date, *text;
    enum tes_strength_stimuli stimuli;
};

struct tes_strength_figure {
    int16_t thousandths;                      /* that pass; -1: not known */
    uint16_t of;                              /* so many were tried; 0: nobody measured it */
    const struct tes_strength_source *source; /* NULL where it is not known */
};

struct tes_strength {
    const char *kind, *question; /* the question is the kind where that has only one */
    unsigned levels;             /* that the row is about: a bit 1 << TES_EASY, and so on */
    struct tes_strength_figure by[TES_STRENGTH_BY_COUNT];
};

/* The row of a challenge; never NULL: of one that has no row, one where nothing is known. */
const struct tes_strength *tes_strength_of(const struct tes_challenge *challenge);

/* The same by names. An empty question: the weakest row of the kind's questions at that level, so
 * that whoever promises something for a kind promises it for each of them; what is heard is left
 * out, as nobody gets it who does not ask. */
const struct tes_strength *tes_strength_find(struct tes_slice kind, struct tes_slice question,
                                             enum tes_difficulty level);

/* Row by row, in the table's order; NULL from the first number on that is none. */
const struct tes_strength *tes_strength_row(size_t number);

/* The sources, likewise. */
const struct tes_strength_source *tes_strength_source(size_t number);

/* The class of a row, by the one rule: see strength.c. */
enum tes_strength_class tes_strength_class(const struct tes_strength *strength);

/* Of a thousand, what the best of guess, script and eye passes; 1000 where one of the latter two
 * is not known. */
unsigned tes_strength_cheap(const struct tes_strength *strength);

/* Of a thousand, what the best published program passes of one challenge, whose row that is: guess,
 * script, eye, or what was made for it. A guess at this very challenge counts where it passes more.
 */
unsigned tes_strength_best_of(const struct tes_challenge *challenge,
                              const struct tes_strength *strength);

/* Whether the first is weaker: by its class, then by what passes off the shelf, then by scripts. */
bool tes_strength_is_weaker(const struct tes_strength *strength, const struct tes_strength *than);

/* Whether there is a question of that kind that was tried and that no simple script passes each
 * time; what is heard is left out. */
bool tes_strength_stops_scripts(struct tes_slice kind, enum tes_difficulty level);

/* Of a thousand people, how many pass: as the row says, else TES_PEOPLE_ASSUMED, which is an
 * assumption. "ph" of the same test. */
#define TES_PEOPLE_ASSUMED 900
unsigned tes_strength_people(const struct tes_strength *strength);

#endif

/*
 * study_words.h: what a study keeps of an answer, as words: what came of it, how it was given, on
 * how large a screen. Coarse on purpose: nothing here tells one person from another.
 */
#ifndef EXTRAS_STUDY_WORDS_H
#define EXTRAS_STUDY_WORDS_H

#include "base/slice.h"

#define STUDY_OUTCOMES(X)                                                                          \
    X(RIGHT, "right")                                                                              \
    X(WRONG, "wrong")                                                                              \
    X(UNSEEN, "unseen")   /* "I can't see it" */                                                   \
    X(MOTION, "motion")   /* "I don't want motion" */                                              \
    X(STOPPED, "stopped") /* the volunteer ended the run here */

#define STUDY_INPUTS(X)                                                                            \
    X(TOUCH, "touch")                                                                              \
    X(MOUSE, "mouse")                                                                              \
    X(KEYBOARD, "keyboard")

#define STUDY_SCREENS(X)                                                                           \
    X(SMALL, "small") /* narrower than 600 CSS pixels */                                           \
    X(LARGE, "large")

#define STUDY_LEVELS(X)                                                                            \
    X(EASY, "easy")                                                                                \
    X(MEDIUM, "medium")                                                                            \
    X(HARD, "hard")

#define STUDY_WORD(name, text) STUDY_##name,
enum study_outcome { STUDY_OUTCOMES(STUDY_WORD) STUDY_OUTCOME_COUNT };
enum study_input { STUDY_INPUTS(STUDY_WORD) STUDY_INPUT_COUNT };
enum study_screen { STUDY_SCREENS(STUDY_WORD) STUDY_SCREEN_COUNT };
enum study_level { STUDY_LEVELS(STUDY_WORD) STUDY_LEVEL_COUNT };
#undef STUDY_WORD

/* The lists of words, each ended by NULL. */
extern const char *const study_outcomes[], *const study_inputs[], *const study_screens[],
                                                                      *const study_levels[];

/* Where a word stands in such a list; false where it does not. */
TES_MUST_CHECK bool study_word(const char *const *list, struct tes_slice word, unsigned *number);

#endif

/*
 * results.h: the file that a study's answers are kept in, DATA/study.jsonl: a line of JSON each,
 * only ever appended to, and bounded. A line tells what was asked, what came of it, how long it
 * took and the words below: no address, no browser, no moment, no name of a run.
 *
 * Threads may append at once. A line that could not be written whole is taken back.
 */
#ifndef EXTRAS_RESULTS_H
#define EXTRAS_RESULTS_H

#include <pthread.h>

#include "base/error.h"

#define STUDY_FILE     "study.jsonl"
#define STUDY_LINE_MAX 256 /* bytes of a line, with its end */
#define STUDY_NAME_MAX 16  /* bytes of a type's or question's name */

#define STUDY_MS_UNKNOWN (-1)
#define STUDY_MS_MOST    1800000 /* half an hour: whoever takes longer was not looking */

/* What is kept of an answer, as words. Coarse on purpose: nothing here tells one person from
 * another. */
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

/* One answer. */
struct study_result {
    char type[STUDY_NAME_MAX + 1], question[STUDY_NAME_MAX + 1];
    enum study_level level;
    enum study_outcome outcome;
    enum study_input input;
    enum study_screen screen;
    int32_t ms; /* STUDY_MS_UNKNOWN where nobody knows, as when the page was out of sight */
};

struct study_results {
    pthread_mutex_t lock;
    int file;
    uint64_t bytes_max;
};

enum study_append { STUDY_APPENDED, STUDY_FULL, STUDY_FAILED };

/* Opens or makes the file, for its owner alone, and notes in it with which version it
 * goes on. On false, `error` has why. */
TES_MUST_CHECK bool study_results_open(struct study_results *results, const char *data,
                                       uint64_t bytes_max, struct tes_error *error);
void study_results_close(struct study_results *results);

/* Whether there is no room for one more. */
bool study_results_are_full(struct study_results *results);

enum study_append study_results_append(struct study_results *results,
                                       const struct study_result *result);

/* Counts a run that began or came to its end; nothing says which. */
enum study_append study_results_note_run(struct study_results *results, bool has_ended);

/* What a line of the file is. */
enum study_line {
    STUDY_LINE_RESULT,
    STUDY_LINE_BEGUN,
    STUDY_LINE_ENDED,
    STUDY_LINE_HEAD,
    STUDY_LINE_BAD
};

/* Reads one line, without its end. `result` is only good where it is one. */
enum study_line study_results_read(struct tes_slice line, struct study_result *result);

#endif

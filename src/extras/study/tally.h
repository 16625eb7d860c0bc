/*
 * tally.h: a study's answers, read back and counted by what they are of.
 */
#ifndef EXTRAS_TALLY_H
#define EXTRAS_TALLY_H

#include "extras/study/interval.h"
#include "extras/study/results.h"

/* What answers are put together by; a row each of the report. */
#define STUDY_GROUPINGS(X)                                                                         \
    X(LEVEL, "type and level")                                                                     \
    X(TYPE, "type")                                                                                \
    X(QUESTION, "question and level")                                                              \
    X(INPUT, "type and how it was answered")                                                       \
    X(SCREEN, "type and screen")

enum study_grouping {
#define STUDY_GROUPING(name, text) STUDY_BY_##name,
    STUDY_GROUPINGS(STUDY_GROUPING)
#undef STUDY_GROUPING
        STUDY_GROUPING_COUNT
};

extern const char *const study_groupings[];

struct study_tally {
    struct study_result *results; /* all, in the order in which they came */
    size_t count, room;
    uint64_t begun, ended; /* runs */
    uint64_t bad;          /* lines that are none: cut, or written by something else */
};

/* A quantile of times, in milliseconds. */
struct study_quantile {
    int32_t ms;
    bool has_interval;
    int32_t low, high;
};

/* Answers that belong together. */
struct study_group {
    const struct study_result *first; /* names it */
    uint64_t outcomes[STUDY_OUTCOME_COUNT];
    uint64_t answered, shown;    /* right or wrong; those and all that was not answered */
    struct interval of_answered; /* the share that was right */
    struct interval of_shown;
    size_t timed;                      /* right answers whose time is known */
    struct study_quantile quarters[3]; /* of their times: the quartiles, the median between */
};

/* Reads DATA/study.jsonl. On false, `error` has why, and nothing is to be freed. */
TES_MUST_CHECK bool study_tally_read(struct study_tally *tally, const char *data,
                                     struct tes_error *error);
void study_tally_free(struct study_tally *tally);

/* Goes through the groups in the order of their names: sorts `results`. False from `each` ends it,
 * and is returned. */
typedef bool study_each(void *context, const struct study_group *group);
TES_MUST_CHECK bool study_tally_groups(struct study_tally *tally, enum study_grouping grouping,
                                       study_each *each, void *context);

#endif

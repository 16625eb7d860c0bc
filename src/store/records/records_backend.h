/*
 * records_backend.h: what a back end of records.h has to offer; records_backends.def lists them.
 * For the files of records.h and the back ends only. Each function does what its namesake in
 * records.h does.
 */
#ifndef STORE_RECORDS_BACKEND_H
#define STORE_RECORDS_BACKEND_H

#include <stdatomic.h>

#include "store/counters/counters.h"
#include "store/records/answers.h"
#include "store/records/records.h"
#include "store/records/records_users.h"
#include "store/records/sql.h"

/* The texts of a challenge that was handed out, members of struct records_answer and columns, in
 * the order in which the back ends tell them. */
#define RECORDS_PRESENTED_TEXTS(X)                                                                 \
    X(challenge_id)                                                                                \
    X(user_id)                                                                                     \
    X(session_id)                                                                                  \
    X(site)                                                                                        \
    X(seed)                                                                                        \
    X(difficulty)                                                                                  \
    X(question_type)                                                                               \
    X(scene_question)                                                                              \
    X(question_text)                                                                               \
    X(options)                                                                                     \
    X(device_info)

/* Lists that servers hold in memory: each has a number that changes with it. */
enum records_list { RECORDS_LIST_SITES, RECORDS_LIST_BANS, RECORDS_LISTS };

struct records_backend {
    bool is_shared;
    /* The store, which all others get; NULL with a message on failure. */
    void *(*open)(const struct records_settings *settings, char *error, size_t error_size);
    void (*close)(void *store);
    int (*schema_version)(const struct records_settings *settings);
    int (*schema_latest)(void);
    const struct sql_driver *sql; /* the calls that are alike for all back ends go through it */
    uint64_t (*version)(void *store, enum records_list list);
    bool (*is_lost)(void *store);
    bool (*has_room)(void *store);
    bool (*ready)(void *store);
    /* Both are called from one thread. */
    answers_write *write_answers;
    answers_forget *forget_answers;
};

/* What records_profile_columns() reads, in its order, from the first column on. */
#define RECORDS_PROFILE_COLUMNS                                                                    \
    "easy_completed, easy_passed, medium_completed, medium_passed, hard_completed, hard_passed,"   \
    " level_began_completed, level_began_passed, recommended_difficulty"
#define RECORDS_PROFILE_COLUMN_COUNT 9
/* The sums of a profile, and how a row of the alias `profile` grows by another's. */
#define RECORDS_PROFILE_SUMS                                                                       \
    "challenges_completed, challenges_passed, response_time_sum_ms, easy_completed, easy_passed,"  \
    " medium_completed, medium_passed, hard_completed, hard_passed"
#define RECORDS_PROFILE_GROWS                                                                      \
    "challenges_completed = profile.challenges_completed + excluded.challenges_completed,"         \
    " challenges_passed = profile.challenges_passed + excluded.challenges_passed,"                 \
    " response_time_sum_ms = profile.response_time_sum_ms + excluded.response_time_sum_ms,"        \
    " easy_completed = profile.easy_completed + excluded.easy_completed,"                          \
    " easy_passed = profile.easy_passed + excluded.easy_passed,"                                   \
    " medium_completed = profile.medium_completed + excluded.medium_completed,"                    \
    " medium_passed = profile.medium_passed + excluded.medium_passed,"                             \
    " hard_completed = profile.hard_completed + excluded.hard_completed,"                          \
    " hard_passed = profile.hard_passed + excluded.hard_passed"

void records_profile_columns(const struct sql_call *call, struct records_profile *profile);

/* Challenges and answers are counted apart: an answer must not be refused because there were many
 * challenges, or their rows would look as if nobody had answered. */
#define ANSWER_EVENTS_COUNTED (ANSWER_ANSWERED + 1)

/* What callers hold of records.h. */
struct records {
    const struct records_backend *backend;
    void *store;
    struct answers *answers;
    unsigned network_rows_max;
    struct counters *networks[ANSWER_EVENTS_COUNTED]; /* rows of the day; NULL: not counted */
    _Atomic uint64_t dropped[RECORDS_DROP_COUNT];
    atomic_bool is_refused; /* what was last written */
};

#define RECORDS_BACKEND(name, where) extern const struct records_backend records_##name;
#include "store/records/records_backends.def"
#undef RECORDS_BACKEND

#endif

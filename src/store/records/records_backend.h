/*
 * records_backend.h: what a back end of records.h has to offer; records_backends.def lists them.
 * For records.c, records_calls.c and the back ends only. Each function does what its namesake in
 * records.h does.
 */
#ifndef STORE_RECORDS_BACKEND_H
#define STORE_RECORDS_BACKEND_H

#include <stdatomic.h>

#include "store/counters/counters.h"
#include "store/records/answers.h"
#include "store/records/records.h"
#include "store/records/records_bans.h"
#include "store/records/records_codes.h"
#include "store/records/records_export.h"
#include "store/records/records_keys.h"
#include "store/records/records_reviews.h"
#include "store/records/records_users.h"

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
    enum records_result (*site_add)(void *store, const struct records_site *site);
    enum records_result (*site_rotate)(void *store, const char *name,
                                       const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                       uint64_t previous_until_ms, struct records_site *site);
    enum records_result (*site_set_difficulty)(void *store, const char *name,
                                               const char *difficulty);
    enum records_result (*site_set_wishes)(void *store, const char *name,
                                           const struct records_wishes *wishes);
    enum records_result (*site_set_hostnames)(void *store, const struct records_site *site);
    enum records_result (*site_remove)(void *store, const char *name);
    enum records_result (*site_list)(void *store,
                                     bool (*each)(void *context, const struct records_site *site),
                                     void *context);
    uint64_t (*version)(void *store, enum records_list list);
    enum records_result (*stats)(void *store,
                                 bool (*each)(void *context, const struct records_stats_row *row),
                                 void *context);
    enum records_result (*performance)(void *store, const char *user,
                                       bool (*each)(void *context,
                                                    const struct records_performance_row *row),
                                       void *context);
    enum records_result (*profile_read)(void *store, const struct records_user *user,
                                        struct records_profile *profile);
    enum records_result (*state_read)(void *store, const struct records_user *user,
                                      const char *name, void *bytes, size_t size, size_t *length);
    enum records_result (*state_write)(void *store, const struct records_user *user,
                                       const char *name, struct tes_slice bytes);
    enum records_result (*review_add)(void *store, const struct records_review *review,
                                      const struct records_review_room *room);
    enum records_result (*review_find)(void *store, const char *id, struct records_review *review);
    enum records_result (*review_decide)(void *store, const char *id,
                                         enum records_review_state state);
    enum records_result (*review_list)(void *store, bool decided_too,
                                       bool (*each)(void *context,
                                                    const struct records_review *review),
                                       void *context);
    enum records_result (*ban_add)(void *store, const struct records_ban *ban);
    enum records_result (*ban_remove)(void *store, const struct tes_address_range *network);
    enum records_result (*ban_sweep)(void *store, uint64_t before_ms);
    enum records_result (*ban_list)(void *store,
                                    bool (*each)(void *context, const struct records_ban *ban),
                                    void *context);
    enum records_result (*code_add)(void *store, const struct records_code *code,
                                    const struct records_code_bounds *bounds);
    enum records_result (*code_find)(void *store, const char *site, const char *hash,
                                     struct records_code *code);
    enum records_result (*export)(void *store, const struct records_choice *choice,
                                  bool (*each)(void *context, const struct records_row *row),
                                  void *context);
    enum records_result (*forget)(void *store, const struct records_choice *choice,
                                  void (*each)(void *context, const char *png_path), void *context,
                                  struct records_forgotten *forgotten);
    /* The next five are NULL where keys can't be kept. */
    enum records_result (*keys_read)(void *store, uint64_t retired_ms, struct records_keys *keys);
    enum records_result (*key_add)(void *store, const struct records_key *key, bool is_first,
                                   uint64_t retired_ms);
    enum records_result (*key_signs)(void *store, uint32_t id);
    enum records_result (*key_reseal)(void *store, const struct records_key *key);
    enum records_result (*key_remove)(void *store, uint32_t id);
    bool (*is_lost)(void *store);
    bool (*has_room)(void *store);
    bool (*ready)(void *store);
    /* Both are called from one thread. */
    answers_write *write_answers;
    answers_forget *forget_answers;
};

/* The texts of a review as columns, each with a comma behind it; and the numbers of columns where
 * the other three follow these. */
#define RECORDS_REVIEW_COMMA_NAME(name, most) #name ", "
#define RECORDS_REVIEW_NAMES                  RECORDS_REVIEW_TEXTS(RECORDS_REVIEW_COMMA_NAME)
enum {
#define RECORDS_REVIEW_COLUMN(name, most) RECORDS_REVIEW_COLUMN_##name,
    RECORDS_REVIEW_TEXTS(RECORDS_REVIEW_COLUMN)
#undef RECORDS_REVIEW_COLUMN
        RECORDS_REVIEW_COLUMN_state,
    RECORDS_REVIEW_COLUMN_created_at,
    RECORDS_REVIEW_COLUMN_decided_at,
};

/* The state of that name. One that nobody knows still waits. */
enum records_review_state records_review_state_read(const char *name);

/* For lists of sites: copies the first one to `site`, a struct records_site, and ends the list. */
bool records_site_copy(void *site, const struct records_site *first);

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

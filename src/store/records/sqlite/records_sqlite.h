/*
 * records_sqlite.h: what the files of the SQLite back end share. Every connection has one user at a
 * time: `admin` and `watch` by their locks, `answers` because one thread writes.
 */
#ifndef STORE_RECORDS_SQLITE_H
#define STORE_RECORDS_SQLITE_H

#include <pthread.h>

#include "store/db/disk_room.h"
#include "store/db/moment.h"
#include "store/db/sqlite/sqlite_file.h"
#include "store/db/sqlite/sqlite_watch.h"
#include "store/records/records_backend.h"

#define RECORDS_SQLITE_FILE "records.db"

/* A row's key: the milliseconds since 2020 when it was presented, and behind them some bits of the
 * id. Two rows of one millisecond have one key in one of eight million cases; then the first is
 * kept. */
#define RECORDS_ROW_KEY_EPOCH_MS_TEXT "1577836800000"
#define RECORDS_ROW_KEY_ID_BITS_TEXT  "23"
#define RECORDS_ROW_KEY_EPOCH_MS      UINT64_C(1577836800000)
#define RECORDS_ROW_KEY_ID_BITS       23

enum records_sqlite_answer_statement {
    ANSWER_BEGIN,
    ANSWER_COMMIT,
    ANSWER_PRESENT,
    ANSWER_COMPLETE,
    ANSWER_INSERT,
    ANSWER_PICTURE,
    ANSWER_PROFILE,
    ANSWER_RECOMMEND,
    LIMIT_ROWS_AGED,
    LIMIT_ROWS,
    LIMIT_PROFILES_AGED,
    LIMIT_PROFILES,
    LIMIT_PROFILES_MANY,
    LIMIT_STATES_AGED,
    LIMIT_STATES_MANY,
    LIMIT_STATES_BYTES,
    LIMIT_STATES,
    LIMIT_REVIEWS_AGED,
    LIMIT_REVIEWS_MANY,
    LIMIT_CODES_OVER,
    LIMIT_PAGES,
    LIMIT_PAGES_FREE,
    LIMIT_GIVE_BACK,
    ANSWER_STATEMENT_COUNT
};

struct records_sqlite_store {
    pthread_mutex_t admin_lock;
    sqlite3 *admin;

    /* A connection of its own, so that looking for changes never waits for a long list. */
    pthread_mutex_t watch_lock;
    sqlite3 *watch;
    sqlite3_stmt *watch_count;
    uint64_t last_counts[RECORDS_LISTS];

    struct sqlite_watch watch_files;
    struct disk_room room;
    uint64_t history_ms, history_bytes_max; /* 0: no bound */
    unsigned profiles_max;
    records_recommend *recommend;
    void *recommend_context;
    sqlite3 *answers;
    sqlite3_stmt *answer_statements[ANSWER_STATEMENT_COUNT];
};

/* A moment of a column in milliseconds: its seconds and its three digits after the point. */
#define RECORDS_SQLITE_MS(column)                                                                  \
    "CAST(strftime('%s', " column ") AS INTEGER) * 1000 + CAST(substr(" column                     \
    ", 21, 3) AS INTEGER)"

/* Copies a column's text, cut to fit; NULL gives the empty text. */
void records_sqlite_text(sqlite3_stmt *statement, int column, char *text, size_t text_size);

/* Takes the lock of `admin` and opens a transaction, which records_sqlite_end() closes: it keeps
 * the changes where `result` is RECORDS_OK. */
enum records_result records_sqlite_begin(struct records_sqlite_store *store, const char *begin);
enum records_result records_sqlite_end(struct records_sqlite_store *store,
                                       enum records_result result);

/* Steps a statement that changes rows, and frees it. RECORDS_ABSENT: it changed none. */
enum records_result records_sqlite_change(sqlite3 *db, sqlite3_stmt *statement);

/* The key of a challenge's row; with an empty id, the least of that moment. */
int64_t records_sqlite_row_key(uint64_t presented_at_ms, struct tes_slice challenge_id);

/* What records_sqlite_read_profile() reads, in its order. */
#define RECORDS_SQLITE_PROFILE_COLUMNS                                                             \
    "easy_completed, easy_passed, medium_completed, medium_passed, hard_completed, hard_passed,"   \
    " level_began_completed, level_began_passed, recommended_difficulty"
void records_sqlite_read_profile(sqlite3_stmt *row, struct records_profile *profile);

/* Binds a text, the empty one as NULL; the statement is stepped before the text is freed. */
void records_sqlite_bind(sqlite3_stmt *statement, int index, struct tes_slice text);

/* A user's rows: ?1 is the user, ?2 a site, or NULL for every one. */
#define RECORDS_SQLITE_CHOSEN "user_id = ?1 AND (?2 IS NULL OR site = ?2)"

/* Prepares what those after it use. */
TES_MUST_CHECK bool records_sqlite_prepare_answers(struct records_sqlite_store *store);
bool records_sqlite_write_answers(void *store, const struct answer *batch);

/* The statements of records_sqlite_limits.c; NULL for those of others. */
const char *records_sqlite_limit_text(enum records_sqlite_answer_statement which);

/* Within a transaction that has added `added` rows: where the file has grown too large, deletes
 * more than that. */
TES_MUST_CHECK bool records_sqlite_make_room(struct records_sqlite_store *store, int added);
bool records_sqlite_forget_answers(void *store);

enum records_result records_sqlite_site_add(void *store, const struct records_site *site);
enum records_result records_sqlite_site_rotate(void *store, const char *name,
                                               const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                               uint64_t previous_until_ms,
                                               struct records_site *site);
enum records_result records_sqlite_site_set_difficulty(void *store, const char *name,
                                                       const char *difficulty);
enum records_result records_sqlite_site_set_wishes(void *store, const char *name,
                                                   const struct records_wishes *wishes);
enum records_result records_sqlite_site_set_hostnames(void *store, const struct records_site *site);
enum records_result records_sqlite_site_remove(void *store, const char *name);
enum records_result
records_sqlite_site_list(void *store, bool (*each)(void *context, const struct records_site *site),
                         void *each_context);

enum records_result records_sqlite_profile_read(void *store, const struct records_user *user,
                                                struct records_profile *profile);
enum records_result records_sqlite_state_read(void *store, const struct records_user *user,
                                              const char *name, void *bytes, size_t size,
                                              size_t *length);
enum records_result records_sqlite_state_write(void *store, const struct records_user *user,
                                               const char *name, struct tes_slice bytes);

enum records_result records_sqlite_review_add(void *store, const struct records_review *review,
                                              const struct records_review_room *room);
enum records_result records_sqlite_review_find(void *store, const char *id,
                                               struct records_review *review);
enum records_result records_sqlite_review_decide(void *store, const char *id,
                                                 enum records_review_state state);
enum records_result records_sqlite_review_list(void *store, bool decided_too,
                                               bool (*each)(void *context,
                                                            const struct records_review *review),
                                               void *each_context);

enum records_result records_sqlite_ban_add(void *store, const struct records_ban *ban);
enum records_result records_sqlite_ban_remove(void *store, const struct tes_address_range *network);
enum records_result records_sqlite_ban_sweep(void *store, uint64_t before_ms);
enum records_result
records_sqlite_ban_list(void *store, bool (*each)(void *context, const struct records_ban *ban),
                        void *each_context);

enum records_result records_sqlite_code_add(void *store, const struct records_code *code,
                                            const struct records_code_bounds *bounds);
enum records_result records_sqlite_code_find(void *store, const char *site, const char *hash,
                                             struct records_code *code);

enum records_result records_sqlite_export(void *store, const struct records_choice *choice,
                                          bool (*each)(void *context,
                                                       const struct records_row *row),
                                          void *each_context);
enum records_result records_sqlite_forget(void *store, const struct records_choice *choice,
                                          void (*each)(void *context, const char *png_path),
                                          void *each_context, struct records_forgotten *forgotten);

#endif

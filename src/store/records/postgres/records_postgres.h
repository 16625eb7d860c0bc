/*
 * records_postgres.h: what the files of the PostgreSQL back end share. Calls that somebody waits
 * for take a link of the pool; the thread that writes and whoever watches have one of their own.
 */
#ifndef STORE_RECORDS_POSTGRES_H
#define STORE_RECORDS_POSTGRES_H

#include <stdatomic.h>

#include "store/db/moment.h"
#include "store/db/postgres/postgres_columns.h"
#include "store/db/postgres/postgres_pool.h"
#include "store/records/records_backend.h"

struct records_postgres_store {
    struct postgres_server server;
    struct postgres_pool pool;

    pthread_mutex_t watch_lock;
    struct postgres_link watch;
    uint64_t last_counts[RECORDS_LISTS];

    struct postgres_link writer;
    struct postgres_columns *columns;       /* the writer's */
    uint64_t history_ms, history_bytes_max; /* 0: no bound */
    unsigned profiles_max;
    records_recommend *recommend;
    void *recommend_context;
    _Atomic uint64_t full_until_us; /* until when its disk counts as full */
};

/* One statement on a link of the pool, and what it gave. */
struct records_postgres_call {
    struct records_postgres_store *store;
    struct postgres_link *link;
    PGresult *rows;
    int count; /* of rows, or of those that it changed */
    enum records_result result;
};

/* `result` is RECORDS_OK where there are rows or it changed some, RECORDS_ABSENT where none,
 * RECORDS_EXISTS where one is there already, and RECORDS_FAILED. To be ended in any case. */
void records_postgres_call(struct records_postgres_call *call, struct records_postgres_store *store,
                           const char *sql, const struct postgres_values *values);
void records_postgres_call_end(struct records_postgres_call *call);

/* A call of one statement whose rows nobody reads. */
enum records_result records_postgres_change(struct records_postgres_store *store, const char *sql,
                                            const struct postgres_values *values);

/* The same within a transaction on this link, which records_postgres_begin() opened. `_end` keeps
 * the changes where `result` is RECORDS_OK. */
struct postgres_link *records_postgres_begin(struct records_postgres_store *store);
enum records_result records_postgres_run(struct postgres_link *link, const char *sql,
                                         const struct postgres_values *values);
enum records_result records_postgres_end(struct records_postgres_store *store,
                                         struct postgres_link *link, enum records_result result);

/* Columns of a row of the call; a text is cut to fit, NULL gives the empty one. */
void records_postgres_text(const struct records_postgres_call *call, int row, int column,
                           char *text, size_t text_size);
uint64_t records_postgres_number(const struct records_postgres_call *call, int row, int column);
double records_postgres_real(const struct records_postgres_call *call, int row, int column);

/* A moment of a column in milliseconds, and in the form of moment.h; both give NULL for NULL. */
#define RECORDS_POSTGRES_MS(column)     "(extract(epoch FROM " column ") * 1000)::bigint"
#define RECORDS_POSTGRES_MOMENT(column) "to_char(" column ", 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"

/* Adds a row for the statement of its event. */
void records_postgres_add_row(struct postgres_columns *columns, const struct answer *answer);

/* Within the writer's transaction: adds answers, which completed their rows, to the profiles of
 * their users, for whom the sites vouch. */
TES_MUST_CHECK bool records_postgres_write_profiles(struct records_postgres_store *store,
                                                    const struct records_answer *const *rows,
                                                    size_t count);

/* The statements of the thread that writes. */
extern const struct postgres_statement records_postgres_statements[];
bool records_postgres_write_answers(void *store, const struct answer *batch);
bool records_postgres_forget_answers(void *store);

/* What records_postgres_read_profile() reads, in its order. */
#define RECORDS_POSTGRES_PROFILE_COLUMNS                                                           \
    "easy_completed, easy_passed, medium_completed, medium_passed, hard_completed, hard_passed,"   \
    " level_began_completed, level_began_passed, recommended_difficulty"
#define RECORDS_POSTGRES_PROFILE_COUNT 9
void records_postgres_read_profile(const struct postgres_library *pq, const PGresult *rows, int row,
                                   struct records_profile *profile);

enum records_result records_postgres_site_add(void *store, const struct records_site *site);
enum records_result records_postgres_site_rotate(void *store, const char *name,
                                                 const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                                 uint64_t previous_until_ms,
                                                 struct records_site *site);
enum records_result records_postgres_site_set_difficulty(void *store, const char *name,
                                                         const char *difficulty);
enum records_result records_postgres_site_set_wishes(void *store, const char *name,
                                                     const struct records_wishes *wishes);
enum records_result records_postgres_site_set_hostnames(void *store,
                                                        const struct records_site *site);
enum records_result records_postgres_site_remove(void *store, const char *name);
enum records_result records_postgres_site_list(
    void *store, bool (*each)(void *context, const struct records_site *site), void *each_context);

enum records_result records_postgres_profile_read(void *store, const struct records_user *user,
                                                  struct records_profile *profile);
enum records_result records_postgres_state_read(void *store, const struct records_user *user,
                                                const char *name, void *bytes, size_t size,
                                                size_t *length);
enum records_result records_postgres_state_write(void *store, const struct records_user *user,
                                                 const char *name, struct tes_slice bytes);

enum records_result records_postgres_review_add(void *store, const struct records_review *review,
                                                const struct records_review_room *room);
enum records_result records_postgres_review_find(void *store, const char *id,
                                                 struct records_review *review);
enum records_result records_postgres_review_decide(void *store, const char *id,
                                                   enum records_review_state state);
enum records_result records_postgres_review_list(void *store, bool decided_too,
                                                 bool (*each)(void *context,
                                                              const struct records_review *review),
                                                 void *each_context);

enum records_result records_postgres_ban_add(void *store, const struct records_ban *ban);
enum records_result records_postgres_ban_remove(void *store,
                                                const struct tes_address_range *network);
enum records_result records_postgres_ban_sweep(void *store, uint64_t before_ms);
enum records_result
records_postgres_ban_list(void *store, bool (*each)(void *context, const struct records_ban *ban),
                          void *each_context);

enum records_result records_postgres_code_add(void *store, const struct records_code *code,
                                              const struct records_code_bounds *bounds);
enum records_result records_postgres_code_find(void *store, const char *site, const char *hash,
                                               struct records_code *code);

enum records_result records_postgres_export(void *store, const struct records_choice *choice,
                                            bool (*each)(void *context,
                                                         const struct records_row *row),
                                            void *each_context);
enum records_result records_postgres_forget(void *store, const struct records_choice *choice,
                                            void (*each)(void *context, const char *png_path),
                                            void *each_context,
                                            struct records_forgotten *forgotten);

enum records_result records_postgres_keys_read(void *store, uint64_t retired_ms,
                                               struct records_keys *keys);
enum records_result records_postgres_key_add(void *store, const struct records_key *key,
                                             bool is_first, uint64_t retired_ms);
enum records_result records_postgres_key_signs(void *store, uint32_t id);
enum records_result records_postgres_key_reseal(void *store, const struct records_key *key);
enum records_result records_postgres_key_remove(void *store, uint32_t id);

#endif

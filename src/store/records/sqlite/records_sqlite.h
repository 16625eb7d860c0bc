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
    struct records_settings settings;
    sqlite3 *answers;
    sqlite3_stmt *answer_statements[ANSWER_STATEMENT_COUNT];
};

extern const struct sql_driver records_sqlite_sql;

/* The key of a challenge's row; with an empty id, the least of that moment. */
int64_t records_sqlite_row_key(uint64_t presented_at_ms, struct tes_slice challenge_id);

/* Binds a text, the empty one as NULL; the statement is stepped before the text is freed. */
void records_sqlite_bind(sqlite3_stmt *statement, int index, struct tes_slice text);

/* Prepares what those after it use. */
TES_MUST_CHECK bool records_sqlite_prepare_answers(struct records_sqlite_store *store);
bool records_sqlite_write_answers(void *store, const struct answer *batch);

/* The statements of records_sqlite_limits.c; NULL for those of others. */
const char *records_sqlite_limit_text(enum records_sqlite_answer_statement which);

/* Within a transaction that has added `added` rows: where the file has grown too large, deletes
 * more than that. */
TES_MUST_CHECK bool records_sqlite_make_room(struct records_sqlite_store *store, int added);
bool records_sqlite_forget_answers(void *store);

#endif

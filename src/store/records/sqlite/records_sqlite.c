/* Records in a file, DATA/records.db: opening it, watching the sites, reading the views. */
#include "store/records/sqlite/records_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_schema.h"

#define DAY_MS 86400000

/* In the order of enum records_list. */
#define WATCHED "SELECT (SELECT count FROM site_changes), (SELECT count FROM ban_changes)"

void records_sqlite_text(sqlite3_stmt *statement, int column, char *text, size_t text_size)
{
    const unsigned char *from = sqlite3_column_text(statement, column);
    snprintf(text, text_size, "%s", from ? (const char *)from : "");
}

/* ---------------------------------------------------------- transactions */

enum records_result records_sqlite_begin(struct records_sqlite_store *store, const char *begin)
{
    pthread_mutex_lock(&store->admin_lock);
    /* Without memory the one before may not even have been undone. */
    sqlite_file_rollback(store->admin);
    return sqlite_file_execute(store->admin, begin) ? RECORDS_OK : RECORDS_FAILED;
}

enum records_result records_sqlite_end(struct records_sqlite_store *store,
                                       enum records_result result)
{
    if (result == RECORDS_OK && !sqlite_file_execute(store->admin, "COMMIT"))
        result = RECORDS_FAILED;
    if (result != RECORDS_OK)
        sqlite_file_rollback(store->admin);
    pthread_mutex_unlock(&store->admin_lock);
    return result;
}

enum records_result records_sqlite_change(sqlite3 *db, sqlite3_stmt *statement)
{
    if (statement == NULL)
        return RECORDS_FAILED;
    int step = sqlite3_step(statement);
    sqlite3_finalize(statement);
    switch (step) {
    case SQLITE_DONE:
        return sqlite3_changes(db) > 0 ? RECORDS_OK : RECORDS_ABSENT;
    case SQLITE_CONSTRAINT:
        step = sqlite3_extended_errcode(db);
        return step == SQLITE_CONSTRAINT_PRIMARYKEY || step == SQLITE_CONSTRAINT_UNIQUE
                   ? RECORDS_EXISTS
                   : RECORDS_FAILED;
    default:
        return RECORDS_FAILED;
    }
}

/* ---------------------------------------------------------- open, close */

static void sqlite_close(void *context)
{
    struct records_sqlite_store *store = context;
    sqlite3_finalize(store->watch_count);
    for (size_t i = 0; i < ANSWER_STATEMENT_COUNT; i++)
        sqlite3_finalize(store->answer_statements[i]);
    sqlite3_close(store->answers);
    sqlite3_close(store->watch);
    sqlite3_close(store->admin);
    pthread_mutex_destroy(&store->watch_lock);
    pthread_mutex_destroy(&store->admin_lock);
    free(store);
}

static bool bring_up_to_date(sqlite3 *db, const struct records_settings *settings, char *error,
                             size_t error_size)
{
    int version = records_schema_read(db), latest = records_schema_last();
    if (version == latest)
        return true;
    if (version > latest)
        snprintf(error, error_size,
                 "%s/" RECORDS_SQLITE_FILE " has schema version %d, but this build knows only %d: "
                 "it was written by a newer one",
                 settings->data, version, latest);
    else if (version >= 0 && !settings->migrate)
        snprintf(error, error_size,
                 "%s/" RECORDS_SQLITE_FILE " has schema version %d, this build needs %d: "
                 "run \"tessera migrate\"",
                 settings->data, version, latest);
    else if (version < 0 || !records_schema_migrate(db, latest))
        snprintf(error, error_size, "cannot use %s/" RECORDS_SQLITE_FILE ": %s", settings->data,
                 sqlite3_errmsg(db));
    else
        return true;
    return false;
}

static bool open_connections(struct records_sqlite_store *store, const char *folder, char *error,
                             size_t error_size)
{
    sqlite3 **const connections[] = {&store->admin, &store->watch, &store->answers};
    for (size_t i = 0; i < sizeof connections / sizeof connections[0]; i++) {
        *connections[i] =
            sqlite_file_open(folder, RECORDS_SQLITE_FILE, SQLITE_FILE_NORMAL, error, error_size);
        if (*connections[i] == NULL)
            return false;
    }
    return true;
}

static void *sqlite_open(const struct records_settings *settings, char *error, size_t error_size)
{
    struct records_sqlite_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        snprintf(error, error_size, "records: out of memory");
        return NULL;
    }
    store->history_ms = (uint64_t)settings->history_days * DAY_MS;
    store->history_bytes_max = settings->history_bytes_max;
    store->profiles_max = settings->profiles_max;
    store->recommend = settings->recommend;
    store->recommend_context = settings->recommend_context;
    disk_room_start(&store->room, settings->data != NULL ? settings->data : "",
                    settings->free_bytes_min);
    pthread_mutex_init(&store->admin_lock, NULL);
    pthread_mutex_init(&store->watch_lock, NULL);
    if (!open_connections(store, settings->data, error, error_size) ||
        !bring_up_to_date(store->admin, settings, error, error_size))
        goto failed;
    store->watch_count = sqlite_file_prepare(store->watch, WATCHED);
    if (store->watch_count == NULL || !records_sqlite_prepare_answers(store)) {
        snprintf(error, error_size, "cannot use %s/" RECORDS_SQLITE_FILE ": %s", settings->data,
                 sqlite3_errmsg(store->watch_count ? store->answers : store->watch));
        goto failed;
    }
    if (!sqlite_watch_start(&store->watch_files, settings->data, RECORDS_SQLITE_FILE)) {
        snprintf(error, error_size, "cannot find the files of %s/" RECORDS_SQLITE_FILE,
                 settings->data);
        goto failed;
    }
    return store;

failed:
    sqlite_close(store);
    return NULL;
}

static int sqlite_schema_version(const struct records_settings *settings)
{
    if (!sqlite_file_exists(settings->data, RECORDS_SQLITE_FILE))
        return 0;
    sqlite3 *db = sqlite_file_read(settings->data, RECORDS_SQLITE_FILE);
    if (db == NULL)
        return -1;
    int version = records_schema_read(db);
    sqlite3_close(db);
    return version;
}

static bool sqlite_is_lost(void *context)
{
    struct records_sqlite_store *store = context;
    (void)sqlite_watch_in_place(&store->watch_files);
    return sqlite_watch_is_lost(&store->watch_files);
}

static bool sqlite_has_room(void *context)
{
    struct records_sqlite_store *store = context;
    return disk_room_is_there(&store->room);
}

static bool sqlite_ready(void *context)
{
    struct records_sqlite_store *store = context;
    if (!sqlite_watch_in_place(&store->watch_files))
        return false;
    pthread_mutex_lock(&store->watch_lock);
    bool ready = sqlite3_step(store->watch_count) == SQLITE_ROW;
    sqlite3_reset(store->watch_count);
    pthread_mutex_unlock(&store->watch_lock);
    return ready;
}

static uint64_t sqlite_version(void *context, enum records_list list)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->watch_lock);
    /* Where it can't be read the list can't be read either: nothing has changed, for now. */
    if (sqlite3_step(store->watch_count) == SQLITE_ROW)
        store->last_counts[list] = (uint64_t)sqlite3_column_int64(store->watch_count, (int)list);
    sqlite3_reset(store->watch_count);
    uint64_t version = store->last_counts[list];
    pthread_mutex_unlock(&store->watch_lock);
    return version;
}

/* ----------------------------------------------------------------- views */

static uint64_t column_count(sqlite3_stmt *statement, int column)
{
    return (uint64_t)sqlite3_column_int64(statement, column);
}

static enum records_result
sqlite_stats(void *context, bool (*each)(void *context, const struct records_stats_row *row),
             void *each_context)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin, "SELECT difficulty, total_challenges, passed, failed, suspicious,"
                      " unique_users, avg_response_time_ms, stddev_response_time_ms,"
                      " pass_rate, fail_rate"
                      " FROM spatial_challenge_stats ORDER BY difficulty");
    int step = SQLITE_ERROR;
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct records_stats_row row = {
            .total_challenges = column_count(statement, 1),
            .passed = column_count(statement, 2),
            .failed = column_count(statement, 3),
            .suspicious = column_count(statement, 4),
            .unique_users = column_count(statement, 5),
            .avg_response_time_ms = sqlite3_column_double(statement, 6),
            .stddev_response_time_ms = sqlite3_column_double(statement, 7),
            .pass_rate = sqlite3_column_double(statement, 8),
            .fail_rate = sqlite3_column_double(statement, 9),
        };
        records_sqlite_text(statement, 0, row.difficulty, sizeof row.difficulty);
        if (!each(each_context, &row))
            break;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_DONE || step == SQLITE_ROW ? RECORDS_OK : RECORDS_FAILED;
}

#define PERFORMANCE_COLUMNS                                                                        \
    "SELECT user_id, total_attempts, passed, suspicious_count, pass_rate, avg_response_time_ms,"   \
    " last_attempt_at, user_source FROM spatial_user_performance"

static enum records_result
sqlite_performance(void *context, const char *user,
                   bool (*each)(void *context, const struct records_performance_row *row),
                   void *each_context)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin, user != NULL ? PERFORMANCE_COLUMNS " WHERE user_id = ?1 ORDER BY user_source"
                                   : PERFORMANCE_COLUMNS " ORDER BY user_id, user_source");
    if (statement != NULL && user != NULL)
        sqlite3_bind_text(statement, 1, user, -1, SQLITE_STATIC);
    int step = SQLITE_ERROR;
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct records_performance_row row = {
            .total_attempts = column_count(statement, 1),
            .passed = column_count(statement, 2),
            .suspicious_count = column_count(statement, 3),
            .pass_rate = sqlite3_column_double(statement, 4),
            .avg_response_time_ms = sqlite3_column_double(statement, 5),
        };
        records_sqlite_text(statement, 0, row.user_id, sizeof row.user_id);
        records_sqlite_text(statement, 6, row.last_attempt_at, sizeof row.last_attempt_at);
        records_sqlite_text(statement, 7, row.user_source, sizeof row.user_source);
        if (!each(each_context, &row))
            break;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_DONE || step == SQLITE_ROW ? RECORDS_OK : RECORDS_FAILED;
}

const struct records_backend records_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .schema_version = sqlite_schema_version,
    .schema_latest = records_schema_last,
    .site_add = records_sqlite_site_add,
    .site_rotate = records_sqlite_site_rotate,
    .site_set_difficulty = records_sqlite_site_set_difficulty,
    .site_set_wishes = records_sqlite_site_set_wishes,
    .site_set_hostnames = records_sqlite_site_set_hostnames,
    .site_remove = records_sqlite_site_remove,
    .site_list = records_sqlite_site_list,
    .version = sqlite_version,
    .stats = sqlite_stats,
    .performance = sqlite_performance,
    .profile_read = records_sqlite_profile_read,
    .state_read = records_sqlite_state_read,
    .state_write = records_sqlite_state_write,
    .review_add = records_sqlite_review_add,
    .review_find = records_sqlite_review_find,
    .review_decide = records_sqlite_review_decide,
    .review_list = records_sqlite_review_list,
    .ban_add = records_sqlite_ban_add,
    .ban_remove = records_sqlite_ban_remove,
    .ban_sweep = records_sqlite_ban_sweep,
    .ban_list = records_sqlite_ban_list,
    .code_add = records_sqlite_code_add,
    .code_find = records_sqlite_code_find,
    .export = records_sqlite_export,
    .forget = records_sqlite_forget,
    .is_lost = sqlite_is_lost,
    .has_room = sqlite_has_room,
    .ready = sqlite_ready,
    .write_answers = records_sqlite_write_answers,
    .forget_answers = records_sqlite_forget_answers,
};

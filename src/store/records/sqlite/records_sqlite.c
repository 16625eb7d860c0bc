/* Records in a file, DATA/records.db: opening it, and watching the lists. */
#include "store/records/sqlite/records_sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_schema.h"

/* In the order of enum records_list. */
#define WATCHED "SELECT (SELECT count FROM site_changes), (SELECT count FROM ban_changes)"

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
    store->settings = *settings;
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

const struct records_backend records_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .schema_version = sqlite_schema_version,
    .schema_latest = records_schema_last,
    .sql = &records_sqlite_sql,
    .version = sqlite_version,
    .is_lost = sqlite_is_lost,
    .has_room = sqlite_has_room,
    .ready = sqlite_ready,
    .write_answers = records_sqlite_write_answers,
    .forget_answers = records_sqlite_forget_answers,
};

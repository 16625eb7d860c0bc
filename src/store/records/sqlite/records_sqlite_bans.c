/* Bans: seldom changed, and read as a whole, so statements are prepared for each call. */
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

static void bind_moment(sqlite3_stmt *statement, int index, uint64_t ms, char text[MOMENT_MAX])
{
    if (ms == 0)
        return;
    moment_write(text, ms);
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

enum records_result records_sqlite_ban_add(void *context, const struct records_ban *ban)
{
    static const char insert[] =
        "INSERT INTO bans(network, reason, created_at, expires_at) SELECT ?1, ?2, ?3, ?4"
        " WHERE (SELECT count(*) FROM bans) < ?5 OR EXISTS (SELECT 1 FROM bans WHERE network = ?1)"
        " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason,"
        "  created_at = excluded.created_at, expires_at = excluded.expires_at";
    struct records_sqlite_store *store = context;
    char network[TES_ADDRESS_RANGE_MAX + 1], created_at[MOMENT_MAX], expires_at[MOMENT_MAX];
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(store->admin, insert);
        records_sqlite_bind(statement, 1, tes_address_range_text(&ban->network, network));
        records_sqlite_bind(statement, 2, tes_slice_of(ban->reason));
        bind_moment(statement, 3, ban->created_at_ms ? ban->created_at_ms : tes_clock_wall_ms(),
                    created_at);
        bind_moment(statement, 4, ban->expires_at_ms, expires_at);
        sqlite3_bind_int64(statement, 5, RECORDS_BANS_MAX);
        result = records_sqlite_change(store->admin, statement);
    }
    result = records_sqlite_end(store, result);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

/* A statement with one parameter that deletes. */
static enum records_result delete_rows(struct records_sqlite_store *store, const char *sql,
                                       struct tes_slice parameter)
{
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(store->admin, sql);
        records_sqlite_bind(statement, 1, parameter);
        result = records_sqlite_change(store->admin, statement);
    }
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_ban_remove(void *context,
                                              const struct tes_address_range *network)
{
    char text[TES_ADDRESS_RANGE_MAX + 1];
    return delete_rows(context, "DELETE FROM bans WHERE network = ?1",
                       tes_address_range_text(network, text));
}

enum records_result records_sqlite_ban_sweep(void *context, uint64_t before_ms)
{
    char before[MOMENT_MAX];
    moment_write(before, before_ms);
    return delete_rows(context, "DELETE FROM bans WHERE expires_at < ?1", tes_slice_of(before));
}

static bool read_ban(sqlite3_stmt *row, struct records_ban *ban)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    memset(ban, 0, sizeof *ban);
    records_sqlite_text(row, 0, network, sizeof network);
    records_sqlite_text(row, 1, ban->reason, sizeof ban->reason);
    ban->created_at_ms = (uint64_t)sqlite3_column_int64(row, 2);
    ban->expires_at_ms = (uint64_t)sqlite3_column_int64(row, 3);
    return tes_address_range_read(tes_slice_of(network), &ban->network);
}

enum records_result
records_sqlite_ban_list(void *context, bool (*each)(void *context, const struct records_ban *ban),
                        void *each_context)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin,
        "SELECT network, reason, " RECORDS_SQLITE_MS("created_at") ", " RECORDS_SQLITE_MS(
            "expires_at") " FROM bans ORDER BY network");
    int step = SQLITE_ERROR;
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct records_ban ban;
        /* A row that can't be read is a ban that would not hold: the whole list is refused. */
        if (!read_ban(statement, &ban)) {
            step = SQLITE_ERROR;
            break;
        }
        if (!each(each_context, &ban))
            break;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_DONE || step == SQLITE_ROW ? RECORDS_OK : RECORDS_FAILED;
}

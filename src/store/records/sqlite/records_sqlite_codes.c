/* Short codes. A few a minute: statements are prepared for each call. */
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

/* Deletes some of those that were over long ago, so that they do not count. */
static enum records_result sweep(struct records_sqlite_store *store)
{
    char before[MOMENT_MAX];
    moment_write(before, tes_clock_wall_ms() - RECORDS_CODE_KEPT_MS);
    sqlite3_stmt *statement =
        sqlite_file_prepare(store->admin, "DELETE FROM codes WHERE rowid IN (SELECT rowid FROM"
                                          " codes WHERE expires_at < ?1 LIMIT 128)");
    records_sqlite_bind(statement, 1, tes_slice_of(before));
    enum records_result result = records_sqlite_change(store->admin, statement);
    return result == RECORDS_ABSENT ? RECORDS_OK : result;
}

static enum records_result insert(struct records_sqlite_store *store,
                                  const struct records_code *code,
                                  const struct records_code_bounds *bounds)
{
    static const char sql[] =
        "INSERT INTO codes(hash, site, token, expires_at) SELECT ?1, ?2, ?3, ?4"
        " WHERE ((SELECT count(*) FROM codes WHERE site = ?2) < ?5"
        "  AND (SELECT count(*) FROM codes) < ?6) OR EXISTS (SELECT 1 FROM codes WHERE hash = ?1)"
        " ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash";
    char expires_at[MOMENT_MAX];
    moment_write(expires_at, code->expires_at_ms);
    sqlite3_stmt *statement = sqlite_file_prepare(store->admin, sql);
    records_sqlite_bind(statement, 1, tes_slice_of(code->hash));
    records_sqlite_bind(statement, 2, tes_slice_of(code->site));
    records_sqlite_bind(statement, 3, tes_slice_of(code->token));
    records_sqlite_bind(statement, 4, tes_slice_of(expires_at));
    sqlite3_bind_int64(statement, 5, bounds->of_site);
    sqlite3_bind_int64(statement, 6, bounds->of_all);
    return records_sqlite_change(store->admin, statement);
}

/* Where there is no room, those that are over give way, too: of the site, or of all where all are
 * too many. */
static enum records_result make_room(struct records_sqlite_store *store,
                                     const struct records_code *code,
                                     const struct records_code_bounds *bounds)
{
    char now[MOMENT_MAX];
    moment_write(now, tes_clock_wall_ms());
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin, "DELETE FROM codes WHERE rowid IN (SELECT rowid FROM codes"
                      " WHERE expires_at < ?1 AND (site = ?2 OR (SELECT count(*) FROM codes) >= ?3)"
                      " LIMIT 128)");
    records_sqlite_bind(statement, 1, tes_slice_of(now));
    records_sqlite_bind(statement, 2, tes_slice_of(code->site));
    sqlite3_bind_int64(statement, 3, bounds->of_all);
    return records_sqlite_change(store->admin, statement);
}

enum records_result records_sqlite_code_add(void *context, const struct records_code *code,
                                            const struct records_code_bounds *bounds)
{
    struct records_sqlite_store *store = context;
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK)
        result = sweep(store);
    if (result == RECORDS_OK)
        result = insert(store, code, bounds);
    if (result == RECORDS_ABSENT) {
        result = make_room(store, code, bounds);
        if (result == RECORDS_OK)
            result = insert(store, code, bounds);
    }
    result = records_sqlite_end(store, result);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_sqlite_code_find(void *context, const char *site, const char *hash,
                                             struct records_code *code)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin, "SELECT hash, site, token, " RECORDS_SQLITE_MS(
                          "expires_at") " FROM codes WHERE hash = ?1 AND site = ?2");
    records_sqlite_bind(statement, 1, tes_slice_of(hash));
    records_sqlite_bind(statement, 2, tes_slice_of(site));
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW) {
        memset(code, 0, sizeof *code);
        records_sqlite_text(statement, 0, code->hash, sizeof code->hash);
        records_sqlite_text(statement, 1, code->site, sizeof code->site);
        records_sqlite_text(statement, 2, code->token, sizeof code->token);
        code->expires_at_ms = (uint64_t)sqlite3_column_int64(statement, 3);
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_ROW ? RECORDS_OK : step == SQLITE_DONE ? RECORDS_ABSENT : RECORDS_FAILED;
}

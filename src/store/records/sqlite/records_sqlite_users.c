/* One user: how they did, and what other parts keep of them. */
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

static sqlite3_stmt *prepare_for(struct records_sqlite_store *store, const char *sql,
                                 const struct records_user *user)
{
    sqlite3_stmt *statement = sqlite_file_prepare(store->admin, sql);
    sqlite3_bind_text(statement, 1, user->site, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, user->name, -1, SQLITE_STATIC);
    return statement;
}

/* What a statement that was stepped once says of itself. */
static enum records_result found(int step)
{
    return step == SQLITE_ROW ? RECORDS_OK : step == SQLITE_DONE ? RECORDS_ABSENT : RECORDS_FAILED;
}

void records_sqlite_read_profile(sqlite3_stmt *row, struct records_profile *profile)
{
    for (int level = 0; level < RECORDS_LEVEL_COUNT; level++) {
        profile->completed[level] = (uint64_t)sqlite3_column_int64(row, 2 * level);
        profile->passed[level] = (uint64_t)sqlite3_column_int64(row, 2 * level + 1);
    }
    const int more = 2 * RECORDS_LEVEL_COUNT;
    profile->before_completed = (uint64_t)sqlite3_column_int64(row, more);
    profile->before_passed = (uint64_t)sqlite3_column_int64(row, more + 1);
    profile->level = records_level_find((const char *)sqlite3_column_text(row, more + 2));
}

enum records_result records_sqlite_profile_read(void *context, const struct records_user *user,
                                                struct records_profile *profile)
{
    struct records_sqlite_store *store = context;
    memset(profile, 0, sizeof *profile);
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement =
        prepare_for(store,
                    "SELECT " RECORDS_SQLITE_PROFILE_COLUMNS " FROM spatial_user_profiles"
                    " WHERE site = ?1 AND user_id = ?2",
                    user);
    enum records_result result = found(sqlite3_step(statement));
    if (result == RECORDS_OK)
        records_sqlite_read_profile(statement, profile);
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return result;
}

enum records_result records_sqlite_state_read(void *context, const struct records_user *user,
                                              const char *name, void *bytes, size_t size,
                                              size_t *length)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = prepare_for(
        store, "SELECT bytes FROM user_states WHERE site = ?1 AND user_id = ?2 AND name = ?3",
        user);
    sqlite3_bind_text(statement, 3, name, -1, SQLITE_STATIC);
    enum records_result result = found(sqlite3_step(statement));
    if (result == RECORDS_OK) {
        const void *from = sqlite3_column_blob(statement, 0);
        *length = (size_t)sqlite3_column_bytes(statement, 0);
        if (*length > size || (from == NULL && *length > 0))
            result = RECORDS_FAILED;
        else if (*length > 0)
            memcpy(bytes, from, *length);
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return result;
}

enum records_result records_sqlite_state_write(void *context, const struct records_user *user,
                                               const char *name, struct tes_slice bytes)
{
    struct records_sqlite_store *store = context;
    char now[MOMENT_MAX];
    moment_write(now, tes_clock_wall_ms());
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement =
            prepare_for(store,
                        "INSERT INTO user_states(site, user_id, name, bytes, updated_at)"
                        " VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT(site, user_id, name)"
                        " DO UPDATE SET bytes = excluded.bytes, updated_at = excluded.updated_at",
                        user);
        sqlite3_bind_text(statement, 3, name, -1, SQLITE_STATIC);
        sqlite3_bind_blob64(statement, 4, bytes.length > 0 ? bytes.at : "", bytes.length,
                            SQLITE_STATIC);
        sqlite3_bind_text(statement, 5, now, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    return records_sqlite_end(store, result);
}

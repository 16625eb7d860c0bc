/* Those who wait for a person. Few rows, seldom changed: statements are prepared for each call. */
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

#define SELECT_REVIEWS                                                                             \
    "SELECT " RECORDS_REVIEW_NAMES                                                                 \
    "state, " RECORDS_SQLITE_MS("created_at") ", " RECORDS_SQLITE_MS("decided_at") " FROM reviews"

enum records_result records_sqlite_review_add(void *context, const struct records_review *review,
                                              const struct records_review_room *room)
{
    static const char insert[] =
        "INSERT INTO reviews(" RECORDS_REVIEW_NAMES "state, created_at)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', ?9"
        " WHERE (SELECT count(*) FROM reviews WHERE state = 'waiting') < ?10"
        " OR ((SELECT count(*) FROM reviews WHERE state = 'waiting') < ?12"
        " AND (SELECT count(*) FROM reviews WHERE state = 'waiting' AND site = ?2) < ?11)";
    struct records_sqlite_store *store = context;
    char created_at[MOMENT_MAX];
    moment_write(created_at, review->created_at_ms);
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(store->admin, insert);
#define BIND_TEXT(name, most)                                                                      \
    if (review->name[0] != '\0')                                                                   \
        sqlite3_bind_text(statement, RECORDS_REVIEW_COLUMN_##name + 1, review->name, -1,           \
                          SQLITE_STATIC);
        RECORDS_REVIEW_TEXTS(BIND_TEXT)
#undef BIND_TEXT
        sqlite3_bind_text(statement, 9, created_at, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 10, room->of_all);
        sqlite3_bind_int64(statement, 11, room->of_site);
        sqlite3_bind_int64(statement, 12, room->of_queue);
        result = records_sqlite_change(store->admin, statement);
    }
    result = records_sqlite_end(store, result);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

static void read_review(sqlite3_stmt *row, struct records_review *review)
{
    memset(review, 0, sizeof *review);
#define READ_TEXT(name, most)                                                                      \
    records_sqlite_text(row, RECORDS_REVIEW_COLUMN_##name, review->name, sizeof review->name);
    RECORDS_REVIEW_TEXTS(READ_TEXT)
#undef READ_TEXT
    char text[16];
    records_sqlite_text(row, RECORDS_REVIEW_COLUMN_state, text, sizeof text);
    review->state = records_review_state_read(text);
    review->created_at_ms = (uint64_t)sqlite3_column_int64(row, RECORDS_REVIEW_COLUMN_created_at);
    review->decided_at_ms = (uint64_t)sqlite3_column_int64(row, RECORDS_REVIEW_COLUMN_decided_at);
}

enum records_result records_sqlite_review_find(void *context, const char *id,
                                               struct records_review *review)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement =
        sqlite_file_prepare(store->admin, SELECT_REVIEWS " WHERE review_id = ?1");
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW)
        read_review(statement, review);
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_ROW ? RECORDS_OK : step == SQLITE_DONE ? RECORDS_ABSENT : RECORDS_FAILED;
}

enum records_result records_sqlite_review_decide(void *context, const char *id,
                                                 enum records_review_state state)
{
    struct records_sqlite_store *store = context;
    struct records_review before;
    enum records_result found = records_sqlite_review_find(store, id, &before);
    if (found != RECORDS_OK)
        return found;
    char now[MOMENT_MAX];
    moment_write(now, tes_clock_wall_ms());
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement =
            sqlite_file_prepare(store->admin, "UPDATE reviews SET state = ?2, decided_at = ?3"
                                              " WHERE review_id = ?1 AND state = 'waiting'");
        sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, records_review_state_name(state), -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, now, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    result = records_sqlite_end(store, result);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_sqlite_review_list(void *context, bool decided_too,
                                               bool (*each)(void *context,
                                                            const struct records_review *review),
                                               void *each_context)
{
    struct records_sqlite_store *store = context;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin, decided_too ? SELECT_REVIEWS " ORDER BY created_at"
                                  : SELECT_REVIEWS " WHERE state = 'waiting' ORDER BY created_at");
    int step = SQLITE_ERROR;
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        struct records_review review;
        read_review(statement, &review);
        if (!each(each_context, &review))
            break;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    return step == SQLITE_DONE || step == SQLITE_ROW ? RECORDS_OK : RECORDS_FAILED;
}

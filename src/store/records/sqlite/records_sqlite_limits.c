/*
 * What bounds the history, in a file. Deleting leaves empty pages in it, which new rows fill. Where
 * there are many, the file gives them back, some at a time.
 */
#include "store/records/records_limits.h"
#include "store/records/sqlite/records_sqlite.h"

#define FORGET_MAX        128
#define FORGET_STATES_MAX 16   /* they are larger */
#define EMPTY_PAGES       256  /* that the file may keep, beside an eighth of all */
#define PAGE_BYTES        4096 /* SQLite's, unless somebody has laid the file out anew */
#define GIVE_BACK_TEXT    "64"

#define DELETE_ROWS(table, order, where)                                                           \
    "DELETE FROM " table " WHERE rowid IN (SELECT rowid FROM " table where " ORDER BY " order      \
    " LIMIT ?2)"
/* Of more than ?1. */
#define DELETE_BEYOND(table, order, where, count)                                                  \
    "DELETE FROM " table " WHERE rowid IN (SELECT rowid FROM " table where " ORDER BY " order      \
    " LIMIT min(?2, max(0, (" count ") - ?1)))"
#define COUNT(table) "SELECT count(*) FROM " table

#define OF_LARGEST_SITE(table, measure)                                                            \
    " WHERE site = (SELECT site FROM " table " GROUP BY site ORDER BY " measure " DESC LIMIT 1)"
/* ?1 is a moment or a number, ?2 how many at most. */
static const char *const texts[ANSWER_STATEMENT_COUNT] = {
    [LIMIT_ROWS_AGED] = DELETE_ROWS("spatial_challenges", "row_key", " WHERE row_key < ?1"),
    [LIMIT_ROWS] = DELETE_ROWS("spatial_challenges", "row_key", ""),
    [LIMIT_PROFILES_AGED] =
        DELETE_ROWS("spatial_user_profiles", "last_updated", " WHERE last_updated < ?1"),
    /* Those who have no row left; '9' is after every moment. */
    [LIMIT_PROFILES] = DELETE_ROWS("spatial_user_profiles", "last_updated",
                                   " WHERE last_updated < coalesce((SELECT presented_at"
                                   " FROM spatial_challenges ORDER BY row_key LIMIT 1), '9')"),
    [LIMIT_PROFILES_MANY] = DELETE_BEYOND("spatial_user_profiles", "last_updated",
                                          OF_LARGEST_SITE("spatial_user_profiles", "count(*)"),
                                          COUNT("spatial_user_profiles")),
    [LIMIT_STATES_AGED] = DELETE_ROWS("user_states", "updated_at", " WHERE updated_at < ?1"),
    [LIMIT_STATES_MANY] =
        DELETE_BEYOND("user_states", "updated_at", OF_LARGEST_SITE("user_states", "count(*)"),
                      COUNT("user_states")),
    [LIMIT_STATES_BYTES] = DELETE_BEYOND("user_states", "updated_at",
                                         OF_LARGEST_SITE("user_states", "sum(length(bytes))"),
                                         "SELECT coalesce(sum(length(bytes)), 0) FROM user_states"),
    [LIMIT_REVIEWS_AGED] = DELETE_ROWS("reviews", "created_at", " WHERE created_at < ?1"),
    [LIMIT_REVIEWS_MANY] = DELETE_BEYOND("reviews", "created_at", " WHERE state <> 'waiting'",
                                         COUNT("reviews WHERE state <> 'waiting'")),
    [LIMIT_CODES_OVER] = DELETE_ROWS("codes", "expires_at", " WHERE expires_at < ?1"),
    [LIMIT_PAGES] = "PRAGMA page_count",
    [LIMIT_PAGES_FREE] = "PRAGMA freelist_count",
    [LIMIT_GIVE_BACK] = "PRAGMA incremental_vacuum(" GIVE_BACK_TEXT ")",
};

const char *records_sqlite_limit_text(enum records_sqlite_answer_statement which)
{
    return texts[which];
}

/* The number that the statement gives; false where it gives none. */
static bool read_number(struct records_sqlite_store *store,
                        enum records_sqlite_answer_statement which, uint64_t *number)
{
    sqlite3_stmt *statement = store->answer_statements[which];
    bool done = sqlite3_step(statement) == SQLITE_ROW;
    if (done)
        *number = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return done;
}

/* Deletes at most `most`; says how many those were, or -1. */
static int delete_some(struct records_sqlite_store *store,
                       enum records_sqlite_answer_statement which, int most)
{
    sqlite3_stmt *statement = store->answer_statements[which];
    sqlite3_bind_int(statement, 2, most);
    bool done = sqlite_file_run(statement);
    sqlite3_clear_bindings(statement);
    return done ? sqlite3_changes(store->answers) : -1;
}

static bool is_too_large(struct records_sqlite_store *store, bool *is_so)
{
    uint64_t pages, empty;
    *is_so = false;
    if (store->settings.history_bytes_max == 0)
        return true;
    if (!read_number(store, LIMIT_PAGES, &pages) || !read_number(store, LIMIT_PAGES_FREE, &empty))
        return false;
    *is_so = (pages - empty) * PAGE_BYTES > store->settings.history_bytes_max;
    return true;
}

/* A user who names themselves anew for each answer leaves as many profiles as rows. */
static int delete_oldest(struct records_sqlite_store *store, int most)
{
    int rows = delete_some(store, LIMIT_ROWS, most);
    int profiles = rows < 0 ? -1 : delete_some(store, LIMIT_PROFILES, most);
    return profiles < 0 ? -1 : rows > profiles ? rows : profiles;
}

bool records_sqlite_make_room(struct records_sqlite_store *store, int added)
{
    bool is_large;
    /* A few at a time, so that no more go than must. */
    for (int deleted = 0; deleted < added * 2 + FORGET_MAX; deleted += FORGET_MAX) {
        if (!is_too_large(store, &is_large))
            return false;
        if (!is_large)
            return true;
        if (delete_oldest(store, FORGET_MAX) < 0)
            return false;
    }
    return true;
}

/* The rules of records_limits.h: each deletes so many at a time. */
static const struct {
    enum records_sqlite_answer_statement which;
    enum records_limit limit;
    int most;
} RULES[] = {
    {LIMIT_ROWS_AGED, RECORDS_LIMIT_AGE, FORGET_MAX},
    {LIMIT_PROFILES_AGED, RECORDS_LIMIT_AGE, FORGET_MAX},
    {LIMIT_STATES_AGED, RECORDS_LIMIT_AGE, FORGET_MAX},
    {LIMIT_REVIEWS_AGED, RECORDS_LIMIT_AGE, FORGET_MAX},
    {LIMIT_CODES_OVER, RECORDS_LIMIT_CODES, FORGET_MAX},
    {LIMIT_PROFILES_MANY, RECORDS_LIMIT_USERS, FORGET_MAX},
    {LIMIT_STATES_MANY, RECORDS_LIMIT_USERS, FORGET_MAX},
    {LIMIT_STATES_BYTES, RECORDS_LIMIT_STATES_BYTES, FORGET_STATES_MAX},
    {LIMIT_REVIEWS_MANY, RECORDS_LIMIT_REVIEWS, FORGET_MAX},
};

/* True where there may be more to delete. */
static bool follow_rule(struct records_sqlite_store *store, size_t rule)
{
    enum records_sqlite_answer_statement which = RULES[rule].which;
    sqlite3_stmt *statement = store->answer_statements[which];
    uint64_t limit = records_limit(&store->settings, RULES[rule].limit);
    char moment[MOMENT_MAX];
    if (limit == 0)
        return false;
    if (which == LIMIT_ROWS_AGED) {
        sqlite3_bind_int64(statement, 1, records_sqlite_row_key(limit, TES_SLICE("")));
    } else if (RULES[rule].limit <= RECORDS_LIMIT_CODES) {
        moment_write(moment, limit);
        sqlite3_bind_text(statement, 1, moment, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)limit);
    }
    return delete_some(store, which, RULES[rule].most) == RULES[rule].most;
}

static int delete_too_large(struct records_sqlite_store *store)
{
    bool is_large;
    return is_too_large(store, &is_large) && is_large ? delete_oldest(store, FORGET_MAX) : 0;
}

/* True where there are more pages to give back. A file that was made without this has none to give:
 * it stays as it is. */
static bool give_back(struct records_sqlite_store *store)
{
    uint64_t pages, empty, left;
    if (!read_number(store, LIMIT_PAGES, &pages) || !read_number(store, LIMIT_PAGES_FREE, &empty) ||
        empty <= EMPTY_PAGES + pages / 8)
        return false;
    sqlite3_stmt *statement = store->answer_statements[LIMIT_GIVE_BACK];
    while (sqlite3_step(statement) == SQLITE_ROW)
        ;
    sqlite3_reset(statement);
    return read_number(store, LIMIT_PAGES_FREE, &left) && left < empty;
}

bool records_sqlite_forget_answers(void *context)
{
    struct records_sqlite_store *store = context;
    sqlite_file_rollback(store->answers);
    /* It can be done later, answers can't wait: whoever holds the lock goes first. */
    sqlite_file_wait(store->answers, 0);
    bool more = false;
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++)
        more = follow_rule(store, i) || more;
    more = delete_too_large(store) == FORGET_MAX || more;
    more = give_back(store) || more;
    sqlite_file_wait(store->answers, SQLITE_FILE_WAIT_MS);
    return more;
}

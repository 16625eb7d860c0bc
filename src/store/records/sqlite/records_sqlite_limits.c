/*
 * What bounds the history: rows and profiles go when they are old, and the oldest go first when
 * there are too many. Dropping the oldest lets whoever can answer from very many networks push out
 * what is older; to refuse new ones would let them keep out all that comes after, for as long as
 * rows are kept. Of users, the oldest of the site that has the most go: no site makes room for its
 * own by inventing some.
 *
 * Deleting leaves empty pages in the file, which new rows fill. Where there are many, the file
 * gives them back, some at a time.
 */
#include "os/clock.h"
#include "store/records/records_codes.h"
#include "store/records/sqlite/records_sqlite.h"

#define FORGET_MAX        128
#define FORGET_STATES_MAX 16   /* they are larger */
#define EMPTY_PAGES       256  /* that the file may keep, beside an eighth of all */
#define PAGE_BYTES        4096 /* SQLite's, unless somebody has laid the file out anew */
#define GIVE_BACK_TEXT    "64"

/* Those that nobody waits for; the number of those that wait has a bound of its own. */
#define DECIDED_REVIEWS_MAX_TEXT "10000"
/* States may take a quarter of what sites and history may take. */
#define STATES_SHARE 4

#define DELETE_ROWS(table, order, where)                                                           \
    "DELETE FROM " table " WHERE rowid IN (SELECT rowid FROM " table where " ORDER BY " order      \
    " LIMIT ?2)"
#define DELETE_BEYOND(table, order, where, most)                                                   \
    "DELETE FROM " table " WHERE rowid IN (SELECT rowid FROM " table where " ORDER BY " order      \
    " LIMIT min(?2, max(0, (SELECT count(*) FROM " table where ") - " most ")))"

#define OF_LARGEST_SITE(table, measure)                                                            \
    " WHERE site = (SELECT site FROM " table " GROUP BY site ORDER BY " measure " DESC LIMIT 1)"
/* The oldest of the largest site where all have more than ?1. */
#define DELETE_USERS_BEYOND(table, order)                                                          \
    "DELETE FROM " table " WHERE rowid IN (SELECT rowid FROM " table OF_LARGEST_SITE(              \
        table, "count(*)") " ORDER BY " order " LIMIT min(?2, max(0, (SELECT count(*) FROM " table \
                           ") - ?1)))"

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
    [LIMIT_PROFILES_MANY] = DELETE_USERS_BEYOND("spatial_user_profiles", "last_updated"),
    [LIMIT_STATES_AGED] = DELETE_ROWS("user_states", "updated_at", " WHERE updated_at < ?1"),
    [LIMIT_STATES_MANY] = DELETE_USERS_BEYOND("user_states", "updated_at"),
    [LIMIT_STATES_BYTES] = "SELECT coalesce(sum(length(bytes)), 0) FROM user_states",
    [LIMIT_STATES] = DELETE_ROWS("user_states", "updated_at",
                                 OF_LARGEST_SITE("user_states", "sum(length(bytes))")),
    [LIMIT_REVIEWS_AGED] = DELETE_ROWS("reviews", "created_at", " WHERE created_at < ?1"),
    [LIMIT_REVIEWS_MANY] = DELETE_BEYOND("reviews", "created_at", " WHERE state <> 'waiting'",
                                         DECIDED_REVIEWS_MAX_TEXT),
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
    if (store->history_bytes_max == 0)
        return true;
    if (!read_number(store, LIMIT_PAGES, &pages) || !read_number(store, LIMIT_PAGES_FREE, &empty))
        return false;
    *is_so = (pages - empty) * PAGE_BYTES > store->history_bytes_max;
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

/* The moment before which things are too old; 0: nothing is. */
static uint64_t oldest_ms(const struct records_sqlite_store *store)
{
    uint64_t now_ms = tes_clock_wall_ms();
    return store->history_ms > 0 && now_ms > store->history_ms ? now_ms - store->history_ms : 0;
}

static int delete_aged_rows(struct records_sqlite_store *store)
{
    uint64_t before_ms = oldest_ms(store);
    if (before_ms == 0)
        return 0;
    sqlite3_bind_int64(store->answer_statements[LIMIT_ROWS_AGED], 1,
                       records_sqlite_row_key(before_ms, TES_SLICE("")));
    return delete_some(store, LIMIT_ROWS_AGED, FORGET_MAX);
}

static int delete_before(struct records_sqlite_store *store,
                         enum records_sqlite_answer_statement which, uint64_t before_ms)
{
    char before[MOMENT_MAX];
    moment_write(before, before_ms);
    sqlite3_bind_text(store->answer_statements[which], 1, before, -1, SQLITE_STATIC);
    return delete_some(store, which, FORGET_MAX);
}

static int delete_aged(struct records_sqlite_store *store,
                       enum records_sqlite_answer_statement which)
{
    uint64_t before_ms = oldest_ms(store);
    return before_ms > 0 ? delete_before(store, which, before_ms) : 0;
}

static int delete_too_many(struct records_sqlite_store *store,
                           enum records_sqlite_answer_statement which)
{
    if (store->profiles_max == 0)
        return 0;
    sqlite3_bind_int64(store->answer_statements[which], 1, store->profiles_max);
    return delete_some(store, which, FORGET_MAX);
}

static int delete_large_states(struct records_sqlite_store *store)
{
    uint64_t bytes;
    return store->history_bytes_max > 0 && read_number(store, LIMIT_STATES_BYTES, &bytes) &&
                   bytes > store->history_bytes_max / STATES_SHARE
               ? delete_some(store, LIMIT_STATES, FORGET_STATES_MAX)
               : 0;
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
    const int deleted[] = {
        delete_aged_rows(store),
        delete_aged(store, LIMIT_PROFILES_AGED),
        delete_aged(store, LIMIT_STATES_AGED),
        delete_aged(store, LIMIT_REVIEWS_AGED),
        delete_too_many(store, LIMIT_PROFILES_MANY),
        delete_too_many(store, LIMIT_STATES_MANY),
        delete_some(store, LIMIT_REVIEWS_MANY, FORGET_MAX),
        delete_before(store, LIMIT_CODES_OVER, tes_clock_wall_ms() - RECORDS_CODE_KEPT_MS),
        delete_too_large(store),
    };
    const int states = delete_large_states(store);
    bool more = give_back(store) || states == FORGET_STATES_MAX;
    sqlite_file_wait(store->answers, SQLITE_FILE_WAIT_MS);
    for (size_t i = 0; i < sizeof deleted / sizeof deleted[0]; i++)
        more = more || deleted[i] == FORGET_MAX;
    return more;
}

#include "store/ledger/sqlite/ledger_sqlite_about.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/db/sqlite/sqlite_file.h"
#include "store/ledger/ledger_loss.h"

#define NUMBER_AT    16 /* in the log: two salts, of 4 bytes each */
#define TRIES        3
#define PAUSE_NS     1000000L
#define COLUMNS      4
#define MARK_NUMBERS 4
#define MARK_LENGTH  84 /* numbers of 20 digits, each with a blank or a line break */

static const char schema[] = "CREATE TABLE IF NOT EXISTS about("
                             " only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
                             " created_at INTEGER NOT NULL,"
                             " knows_from INTEGER NOT NULL,"
                             " alive_at INTEGER NOT NULL,"
                             " commits INTEGER NOT NULL)";

/* ------------------------------------------------------------------ mark */

static int open_mark(const char *folder)
{
    char path[TES_FOLDER_MAX];
    int length = snprintf(path, sizeof path, "%s/ledger.mark", folder);
    if (length < 0 || length >= (int)sizeof path)
        return -1;
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static void write_mark(const struct ledger_about *about)
{
    char text[MARK_LENGTH + 1];
    snprintf(text, sizeof text, "%020" PRIu64 " %020" PRIu64 " %020" PRIu64 " %020" PRIu64 "\n",
             about->created_at_ms, about->commits, about->log, about->base);
    /* In one piece and in its place. A mark that could not be written is behind, which is safe. */
    if (about->mark >= 0 && pwrite(about->mark, text, MARK_LENGTH, 0) != MARK_LENGTH)
        return;
}

/* Whether there is a mark, of this ledger, that is not ahead of it. `*least` is what the file
 * itself must have then. */
static bool mark_agrees(const struct ledger_about *about, uint64_t *least)
{
    char text[MARK_LENGTH];
    uint64_t numbers[MARK_NUMBERS];
    if (about->mark < 0 || pread(about->mark, text, sizeof text, 0) != MARK_LENGTH)
        return false;
    struct tes_slice rest = {text, MARK_LENGTH - 1};
    for (size_t i = 0; i < MARK_NUMBERS; i++)
        if (!tes_slice_number(tes_slice_cut(&rest, ' '), UINT64_MAX, &numbers[i]))
            return false;
    uint64_t created_at_ms = numbers[0], commits = numbers[1], log = numbers[2], base = numbers[3];
    *least = log == about->log ? base : commits;
    return created_at_ms == about->created_at_ms && commits <= about->commits;
}

/* ------------------------------------------------------------ under the log */

/* The log's number, which SQLite picks when it begins the log anew; 0 where it is empty. */
static uint64_t read_log_number(const struct ledger_about *about)
{
    unsigned char salts[8];
    uint64_t number = 0;
    if (pread(about->log_file, salts, sizeof salts, NUMBER_AT) != (ssize_t)sizeof salts)
        return 0;
    for (size_t i = 0; i < sizeof salts; i++)
        number = number << 8 | salts[i];
    return number;
}

/* Through SQLite, whose locks on the file stay when it closes a second connection of its own. */
static sqlite3 *open_under(const char *path)
{
    char uri[TES_FOLDER_MAX * 3 + 32] = "file:";
    size_t length = strlen(uri);
    for (; *path != '\0'; path++)
        length += (size_t)(strchr("%?#", *path) != NULL
                               ? snprintf(uri + length, 4, "%%%02X", (unsigned char)*path)
                               : snprintf(uri + length, 2, "%c", *path));
    snprintf(uri + length, sizeof uri - length, "?immutable=1");
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    /* The flag has it read a file that is shorter than it says: so it is where the disk was full
     * when the log was written into it. */
    if (sqlite3_open_v2(uri, &db, flags, NULL) == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL) == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}

/* The commits that the file itself has; 0 where it is no ledger. False where that can't be known
 * at this moment. */
static bool read_commits_under(const struct ledger_about *about, uint64_t *commits)
{
    *commits = 0;
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = open_under(about->path);
    if (db == NULL)
        return false;
    int result = sqlite3_prepare_v2(db, "SELECT commits FROM about", -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *commits = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    /* SQLITE_ERROR: no such table. */
    return result == SQLITE_ROW || result == SQLITE_DONE || result == SQLITE_ERROR ||
           result == SQLITE_NOTADB || result == SQLITE_CORRUPT;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
           a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* ----------------------------------------------------------------- table */

/* Runs a statement with a moment as ?1; where it gives a row, its columns go to `numbers`. */
static bool ask(sqlite3 *db, const char *sql, uint64_t moment_ms, uint64_t numbers[COLUMNS],
                bool *is_row)
{
    sqlite3_stmt *statement = sqlite_file_prepare(db, sql);
    if (statement == NULL)
        return false;
    if (sqlite3_bind_parameter_count(statement) > 0)
        sqlite3_bind_int64(statement, 1, (sqlite3_int64)moment_ms);
    int result = sqlite3_step(statement);
    *is_row = result == SQLITE_ROW;
    for (int i = 0; *is_row && i < COLUMNS; i++)
        numbers[i] = (uint64_t)sqlite3_column_int64(statement, i);
    sqlite3_finalize(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE;
}

static enum ledger_doubt doubt_of(const struct ledger_about *about, bool is_there, uint64_t now_ms)
{
    uint64_t least, alive_ms = about->alive_at_ms;
    const struct ledger_loss_facts facts = {
        .is_there = is_there,
        .is_older = !mark_agrees(about, &least) || about->base<least, .idle_ms = now_ms> alive_ms
                        ? now_ms - alive_ms
                        : alive_ms - now_ms,
    };
    return ledger_loss_judge(&facts);
}

/* A log over a file that is not its own can leave pages in two places at once. What was spent
 * before does not matter then, and what is written from now on must stay. */
static bool is_whole(sqlite3 *db)
{
    sqlite3_stmt *statement = sqlite_file_prepare(db, "PRAGMA quick_check(1)");
    bool is_ok = statement != NULL && sqlite3_step(statement) == SQLITE_ROW &&
                 strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    sqlite3_finalize(statement);
    return is_ok;
}

/* Inside of a transaction, so that of two processes that open a new ledger one makes it. */
static bool adopt(struct ledger_about *about, sqlite3 *db, uint64_t now_ms)
{
    uint64_t row[COLUMNS] = {now_ms, now_ms, now_ms, 0};
    bool is_row;
    if (!sqlite_file_execute(db, schema) ||
        !ask(db, "SELECT created_at, knows_from, alive_at, commits FROM about", 0, row, &is_row))
        return false;
    about->created_at_ms = row[0];
    about->alive_at_ms = row[2];
    about->commits = row[3];
    about->log = read_log_number(about);
    if (!read_commits_under(about, &about->base))
        return false;
    about->doubt = doubt_of(about, is_row, now_ms);
    about->is_damaged = about->doubt == LEDGER_DOUBT_OLDER && !is_whole(db);
    if (about->is_damaged)
        return false;
    /* A moment to come, of a clock that was wrong, would refuse everybody until then. */
    bool is_good = about->doubt == LEDGER_DOUBT_NONE && row[1] <= now_ms;
    about->knows_from_ms = is_good ? row[1] : now_ms;
    const char *change = is_row ? "UPDATE about SET knows_from = ?1, alive_at = ?1"
                                : "INSERT INTO about VALUES(1, ?1, ?1, ?1, 0)";
    if (!is_good && !ask(db, change, now_ms, row, &is_row))
        return false;
    write_mark(about);
    return true;
}

bool ledger_about_open(struct ledger_about *about, sqlite3 *db, const char *folder,
                       const char *name, uint64_t now_ms)
{
    char log[TES_FOLDER_MAX + 8];
    *about = (struct ledger_about){.mark = open_mark(folder), .log_file = -1};
    int length = snprintf(about->path, sizeof about->path, "%s/%s", folder, name);
    if (length < 0 || length >= (int)sizeof about->path)
        return false;
    snprintf(log, sizeof log, "%s-wal", about->path);
    /* SQLite has no locks on the log itself, which closing this would drop. */
    about->log_file = open(log, O_RDONLY | O_CLOEXEC);
    if (about->log_file < 0 || !sqlite_file_execute(db, "BEGIN IMMEDIATE"))
        return false;
    if (!adopt(about, db, now_ms) || !sqlite_file_execute(db, "COMMIT"))
        return false;
    about->note = sqlite_file_prepare(db, "UPDATE about SET commits = commits + 1, alive_at = ?1"
                                          " RETURNING commits");
    return about->note != NULL;
}

bool ledger_about_note(struct ledger_about *about, uint64_t now_ms, bool *is_older)
{
    *is_older = false;
    sqlite3_bind_int64(about->note, 1, (sqlite3_int64)now_ms);
    bool done = sqlite3_step(about->note) == SQLITE_ROW;
    if (done) {
        about->noted = (uint64_t)sqlite3_column_int64(about->note, 0);
        done = sqlite3_step(about->note) == SQLITE_DONE;
        *is_older = about->noted <= about->commits;
    }
    sqlite3_reset(about->note);
    return done;
}

bool ledger_about_committed(struct ledger_about *about)
{
    uint64_t log = read_log_number(about), base;
    if (log != about->log) {
        /* Not known for now: the mark stays behind, which is safe. */
        if (!read_commits_under(about, &base))
            return true;
        if (base < about->commits)
            return false;
        about->log = log;
        about->base = base;
    }
    about->commits = about->noted;
    write_mark(about);
    return true;
}

bool ledger_about_is_older(struct ledger_about *about, bool look_always)
{
    struct stat file;
    uint64_t commits;
    if (stat(about->path, &file) != 0 || (!look_always && is_same_file(&file, &about->seen)))
        return false;
    /* Another process may be writing its log into the file, and a page be read half written. */
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (tries > 0)
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        if (!read_commits_under(about, &commits))
            return false;
        if (commits < about->base)
            continue;
        about->seen = file;
        return false;
    }
    return true;
}

void ledger_about_close(struct ledger_about *about)
{
    sqlite3_finalize(about->note);
    if (about->log_file >= 0)
        close(about->log_file);
    if (about->mark >= 0)
        close(about->mark);
}

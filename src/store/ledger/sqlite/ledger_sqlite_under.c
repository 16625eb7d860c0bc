#include "store/ledger/sqlite/ledger_sqlite_under.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NUMBER_AT 16 /* in the log: two salts, of 4 bytes each */
#define TRIES     3
#define PAUSE_NS  1000000L

bool ledger_under_open(struct ledger_under *under, const char *folder, const char *name)
{
    char log[TES_FOLDER_MAX + 8];
    *under = (struct ledger_under){.log = -1};
    int length = snprintf(under->path, sizeof under->path, "%s/%s", folder, name);
    if (length < 0 || length >= (int)sizeof under->path)
        return false;
    snprintf(log, sizeof log, "%s-wal", under->path);
    /* SQLite has no locks on the log itself, which closing this would drop. */
    under->log = open(log, O_RDONLY | O_CLOEXEC);
    return under->log >= 0;
}

void ledger_under_close(struct ledger_under *under)
{
    if (under->log >= 0)
        close(under->log);
}

uint64_t ledger_under_log(const struct ledger_under *under)
{
    unsigned char salts[8];
    uint64_t number = 0;
    if (pread(under->log, salts, sizeof salts, NUMBER_AT) != (ssize_t)sizeof salts)
        return 0;
    for (size_t i = 0; i < sizeof salts; i++)
        number = number << 8 | salts[i];
    return number;
}

/* Through SQLite, whose locks on the file stay when it closes a second connection of its own. */
static sqlite3 *open_alone(const char *path)
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

bool ledger_under_commits(const struct ledger_under *under, uint64_t *commits)
{
    *commits = 0;
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = open_alone(under->path);
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

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
           a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

bool ledger_under_is_older(struct ledger_under *under, uint64_t least, bool look_always)
{
    struct stat about;
    uint64_t commits;
    if (stat(under->path, &about) != 0 || (!look_always && is_same(&about, &under->seen)))
        return false;
    /* Another process may be writing its log into the file, and a page be read half written. */
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (tries > 0)
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
        if (!ledger_under_commits(under, &commits))
            return false;
        if (commits < least)
            continue;
        under->seen = about;
        return false;
    }
    return true;
}

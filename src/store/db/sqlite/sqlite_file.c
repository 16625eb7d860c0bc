#include "store/db/sqlite/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "os/folder.h"

#define PAUSE_NS 500000L

static bool make_path(const char *folder, const char *name, char path[TES_FOLDER_MAX])
{
    int length = snprintf(path, TES_FOLDER_MAX, "%s/%s", folder, name);
    return length > 0 && length < TES_FOLDER_MAX;
}

static bool make_file(const char *path)
{
    /* SQLite gives its other files the mode of the first. Only a new file is opened here: to close
     * one that is in use would drop SQLite's locks on it. */
    int fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno == EEXIST;
    close(fd);
    return true;
}

/* SQLite's own busy handler sleeps up to 100 ms at a time, which starves a writer among writers. */
static bool pause_for_lock(unsigned most_ms, int tries)
{
    if (tries >= (int)most_ms * (1000000L / PAUSE_NS))
        return false;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    return true;
}

static int wait_for_lock(void *most_ms, int tries)
{
    return pause_for_lock((unsigned)(uintptr_t)most_ms, tries);
}

void sqlite_file_wait(sqlite3 *db, unsigned most_ms)
{
    /* The handler's context is the number itself. */
    sqlite3_busy_handler(db, wait_for_lock, (void *)(uintptr_t)most_ms);
}

bool sqlite_file_execute(sqlite3 *db, const char *sql)
{
    int result;
    int tries = 0;
    do
        result = sqlite3_exec(db, sql, NULL, NULL, NULL);
    while (result == SQLITE_BUSY && pause_for_lock(SQLITE_FILE_WAIT_MS, tries++));
    return result == SQLITE_OK;
}

static bool is_empty(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && about.st_size == 0;
}

static bool configure(sqlite3 *db, enum sqlite_file_sync sync, bool is_new)
{
    /* A burst's log does not stay for ever: it is cut to the limit once it is in the file. */
    static const char *const own[] = {
        [SQLITE_FILE_FULL] = "PRAGMA synchronous = FULL;"
                             "PRAGMA journal_size_limit = 16777216;",
        [SQLITE_FILE_NORMAL] = "PRAGMA synchronous = NORMAL;"
                               "PRAGMA journal_size_limit = 4194304;",
    };
    sqlite_file_wait(db, SQLITE_FILE_WAIT_MS);
    const char *const texts[] = {
        /* How a new file is laid out: so that it can give room back. The ledger's file
         * keeps about the same size, and this would make each of its rows cost more. */
        is_new && sync == SQLITE_FILE_NORMAL ? "PRAGMA auto_vacuum = INCREMENTAL" : "",
        "PRAGMA journal_mode = WAL",
        own[sync],
        "PRAGMA foreign_keys = ON",
        "PRAGMA trusted_schema = OFF",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!sqlite_file_execute(db, texts[i]))
            return false;
    return true;
}

/* Once, before the first file: SQLite would count the bytes that it has under one lock for all
 * threads, at each allocation, and nobody asks for the count. */
static void set_up(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

sqlite3 *sqlite_file_open(const char *folder, const char *name, enum sqlite_file_sync sync,
                          char *error, size_t error_size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char path[TES_FOLDER_MAX];
    sqlite3 *db = NULL;
    pthread_once(&once, set_up);
    if (!tes_folder_make(folder, error, error_size))
        return NULL;
    if (!make_path(folder, name, path)) {
        snprintf(error, error_size, "the data folder's name is too long");
        return NULL;
    }
    if (!make_file(path)) {
        snprintf(error, error_size, "cannot create %s: %s", path, strerror(errno));
        return NULL;
    }
    bool is_new = is_empty(path);
    bool opened =
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK;
    if (opened && sqlite3_db_readonly(db, "main") == 1)
        snprintf(error, error_size, "cannot open %s: it is read-only", path);
    else if (!opened || !configure(db, sync, is_new))
        snprintf(error, error_size, "cannot open %s: %s", path,
                 db ? sqlite3_errmsg(db) : "out of memory");
    else
        return db;
    sqlite3_close(db);
    return NULL;
}

bool sqlite_file_exists(const char *folder, const char *name)
{
    char path[TES_FOLDER_MAX];
    return folder != NULL && make_path(folder, name, path) && access(path, F_OK) == 0;
}

sqlite3 *sqlite_file_read(const char *folder, const char *name)
{
    char path[TES_FOLDER_MAX];
    sqlite3 *db = NULL;
    if (folder == NULL || !make_path(folder, name, path))
        return NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite_file_wait(db, SQLITE_FILE_WAIT_MS);
    return db;
}

void sqlite_file_rollback(sqlite3 *db)
{
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

sqlite3_stmt *sqlite_file_prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        return NULL;
    return statement;
}

bool sqlite_file_run(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return done;
}

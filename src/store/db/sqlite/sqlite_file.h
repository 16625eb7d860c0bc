/*
 * sqlite_file.h: opening the SQLite files of the data folder, all in one way: WAL, a folder with
 * mode 0700, files with mode 0600, a wait of bounded length where another process writes.
 */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <sqlite3.h>

#include "base/slice.h"

#define SQLITE_FILE_WAIT_MS 2500 /* for another process's transaction */

enum sqlite_file_sync {
    SQLITE_FILE_FULL,   /* a commit is on the disk when it returns */
    SQLITE_FILE_NORMAL, /* a power cut may undo the last commits, never damage the file */
};

/* Makes the folder, and those above it, where they are missing; then opens `name` in it, which is
 * created where it is missing. The connection is for one thread at a time. NULL on failure, with a
 * message for people. */
sqlite3 *sqlite_file_open(const char *folder, const char *name, enum sqlite_file_sync sync,
                          char *error, size_t error_size);

/* Whether there is such a file. */
bool sqlite_file_exists(const char *folder, const char *name);

/* Opens a file that exists, to read only; NULL where it doesn't exist or can't be opened. */
sqlite3 *sqlite_file_read(const char *folder, const char *name);

/* How long statements on this connection wait for another process's transaction, from now on;
 * SQLITE_FILE_WAIT_MS at first. */
void sqlite_file_wait(sqlite3 *db, unsigned most_ms);

/* Runs fixed SQL texts. Waits for other processes even where SQLite does not ask its busy handler,
 * such as while two of them switch a new file to WAL. */
TES_MUST_CHECK bool sqlite_file_execute(sqlite3 *db, const char *sql);

/* Undoes the open transaction, if SQLite has not done so by itself after an error. */
void sqlite_file_rollback(sqlite3 *db);

/* Prepares a statement that is kept. NULL on failure. */
sqlite3_stmt *sqlite_file_prepare(sqlite3 *db, const char *sql);

/* Steps a statement that returns no row, and resets it. */
TES_MUST_CHECK bool sqlite_file_run(sqlite3_stmt *statement);

#endif

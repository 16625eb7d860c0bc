/*
 * ledger_sqlite_about.h: since when a ledger's file knows all that was spent.
 *
 * A file that is new knows nothing of before. One that was put back from a copy, or whose log was
 * removed, has forgotten what was spent since, and does not look any different. So the ledger
 * counts its transactions, those within milliseconds as one, and the count is also kept beside it,
 * in the file `ledger.mark`: a ledger that counts less than its mark is an older one. And it notes
 * that it is in use at least every LEDGER_ALIVE_EVERY_MS: where that is longer ago than
 * LEDGER_LOSS_IDLE_MS, it and its mark may both come from a copy of the whole folder. In each of
 * these cases all that was issued before the opening may have been spent elsewhere, and that moment
 * is noted in the file.
 *
 * The mark is written without waiting for the disk, after the ledger's commit has been: it may lag
 * behind after a power cut, and is never ahead of an honest ledger.
 *
 * The count is read through SQLite's log, which covers up an older file under it. So the mark also
 * says which log there was, and how many commits the file itself had under it, its base. SQLite
 * begins a log anew only when all of the one before is in the file. So a file has the base of the
 * log that the mark names, and under any later log all that was in the mark.
 */
#ifndef STORE_LEDGER_SQLITE_ABOUT_H
#define STORE_LEDGER_SQLITE_ABOUT_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "os/folder.h"
#include "store/ledger/ledger.h"

#define LEDGER_ALIVE_EVERY_MS 60000

struct ledger_about {
    sqlite3_stmt *note;
    int mark;                                           /* file descriptor, or -1 */
    uint64_t created_at_ms, knows_from_ms, alive_at_ms; /* as it was opened */
    uint64_t commits, noted; /* as of the last commit; within an open transaction */
    char path[TES_FOLDER_MAX];
    int log_file;       /* file descriptor, or -1 */
    struct stat seen;   /* the file, when it was last found to be new enough */
    uint64_t log, base; /* the log's number; the commits that the file itself has at least */
    bool is_damaged;    /* file and log do not fit together */
    enum ledger_doubt doubt;
};

/* Makes or reads what the file says of itself, and compares. The table `spent` is there. False
 * where the store fails, and a transaction may be left open. Close it in either case. */
TES_MUST_CHECK bool ledger_about_open(struct ledger_about *about, sqlite3 *db, const char *folder,
                                      const char *name, uint64_t now_ms);

/* Counts a transaction, inside of it. `*is_older` says that the store counts less than it did:
 * somebody has written an older one over it, and the transaction is to be undone. */
TES_MUST_CHECK bool ledger_about_note(struct ledger_about *about, uint64_t now_ms, bool *is_older);

/* After the commit of what was noted. False where the file under a new log is an older one. */
TES_MUST_CHECK bool ledger_about_committed(struct ledger_about *about);

/* Whether the file itself, without its log, is an older one: somebody has written over it. Asked
 * before the log is written into it, which would hide that, it always looks; else only where the
 * file has changed. */
bool ledger_about_is_older(struct ledger_about *about, bool look_always);

void ledger_about_close(struct ledger_about *about);

#endif

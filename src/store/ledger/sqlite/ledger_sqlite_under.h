/*
 * ledger_sqlite_under.h: a ledger's file without its log, and which log that is.
 *
 * SQLite reads a database through its log, and takes any log for the right one. So a file that was
 * put back under the log of a later one looks as new as the log. What the file itself says is read
 * here, past the log.
 */
#ifndef STORE_LEDGER_SQLITE_UNDER_H
#define STORE_LEDGER_SQLITE_UNDER_H

#include <sys/stat.h>

#include "base/slice.h"
#include "os/folder.h"

struct ledger_under {
    char path[TES_FOLDER_MAX];
    int log;          /* file descriptor, or -1 */
    struct stat seen; /* the file, when it was last found to be new enough */
};

/* The file and its log are there and open. False where the log can't be opened. Close it in either
 * case. */
TES_MUST_CHECK bool ledger_under_open(struct ledger_under *under, const char *folder,
                                      const char *name);
void ledger_under_close(struct ledger_under *under);

/* The log's number, which SQLite picks when it begins the log anew; 0 where it is empty. */
uint64_t ledger_under_log(const struct ledger_under *under);

/* The commits that the file itself has; 0 where it is no ledger. False where that can't be known
 * at this moment. */
TES_MUST_CHECK bool ledger_under_commits(const struct ledger_under *under, uint64_t *commits);

/* Whether somebody has written to the file since it was last found to have `least` commits, and it
 * has them no longer. False also where that can't be known at this moment. */
bool ledger_under_is_older(struct ledger_under *under, uint64_t least, bool look_always);

#endif

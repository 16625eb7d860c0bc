/*
 * ledger_about.h: since when a ledger's file knows all that was spent.
 *
 * A file that is new knows nothing of before. One that was put back from a copy, or whose log was
 * removed, has forgotten what was spent since, and does not look any different. So the ledger
 * counts its transactions, those within milliseconds as one, and the count is also kept beside it,
 * in the file `ledger.mark`: a ledger that counts less than its mark is an older one. And it notes
 * that it is in use at least every LEDGER_ALIVE_EVERY_MS: where that is longer ago than
 * LEDGER_ALIVE_MAX_MS, it and its mark may both come from a copy of the whole folder. In each of
 * these cases all that was issued before the opening may have been spent elsewhere, and that moment
 * is noted in the file.
 *
 * The mark is written without waiting for the disk, after the ledger's commit has been: it may lag
 * behind after a power cut, and is never ahead of an honest ledger.
 */
#ifndef STORE_LEDGER_ABOUT_H
#define STORE_LEDGER_ABOUT_H

#include <sqlite3.h>

#include "store/ledger.h"

#define LEDGER_ALIVE_EVERY_MS 60000
#define LEDGER_ALIVE_MAX_MS   600000

struct ledger_about {
    sqlite3_stmt *note;
    int mark; /* file descriptor, or -1 */
    uint64_t created_at_ms, knows_from_ms;
    uint64_t commits, noted; /* as of the last commit; within an open transaction */
    enum ledger_doubt doubt;
};

/* Makes or reads what the file says of itself, and compares. The table `spent` is there. False
 * where the store fails, and a transaction may be left open. Close it in either case. */
TES_MUST_CHECK bool ledger_about_open(struct ledger_about *about, sqlite3 *db, const char *folder,
                                      uint64_t now_ms);

/* Counts a transaction, inside of it. `*is_older` says that the store counts less than it did:
 * somebody has written an older one over it, and the transaction is to be undone. */
TES_MUST_CHECK bool ledger_about_note(struct ledger_about *about, uint64_t now_ms, bool *is_older);

/* After the commit of what was noted. */
void ledger_about_committed(struct ledger_about *about);

void ledger_about_close(struct ledger_about *about);

#endif

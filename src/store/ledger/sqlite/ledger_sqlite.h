/*
 * ledger_sqlite.h: what the files of the SQLite back end of the ledger share. All of it belongs to
 * one thread at a time: to who opens or closes the ledger, and in between to the queue's thread
 * (ledger_queue.h); but for `watch`, which any thread may look at.
 */
#ifndef STORE_LEDGER_SQLITE_H
#define STORE_LEDGER_SQLITE_H

#include "store/db/disk_room.h"
#include "store/db/sqlite/sqlite_file.h"
#include "store/db/sqlite/sqlite_watch.h"
#include "store/ledger/ledger_backend.h"
#include "store/ledger/sqlite/ledger_sqlite_about.h"

enum ledger_sqlite_statement {
    LEDGER_BEGIN,
    LEDGER_COMMIT,
    LEDGER_INSERT,
    LEDGER_FIND_KEY,
    LEDGER_SWEEP_END,
    LEDGER_SWEEP,
    LEDGER_SWEEP_REST,
    LEDGER_ADD, /* from here on, only where counts are shared */
    LEDGER_FORGET_COUNTED,
    LEDGER_STATEMENT_COUNT
};

struct sqlite_ledger {
    struct ledger_store shared;
    sqlite3 *db;
    struct sqlite_watch watch;
    struct ledger_about about;
    sqlite3_stmt *statements[LEDGER_STATEMENT_COUNT];
    sqlite3_value *swept_to; /* the key; NULL: the sweep begins anew */
    bool has_failed;         /* the last batch */
    int reason;              /* SQLite's, where it has */
    struct disk_room room;
    int log_pages, log_pages_max; /* as of the last commit; then it is written into the file */
    uint64_t noted_us;            /* when it was noted last that the ledger is in use */
    bool is_noted;                /* nothing was written after it */
    uint64_t look_due_us;         /* when files and disk are to be looked at */
};

TES_MUST_CHECK bool ledger_sqlite_make_tables(struct sqlite_ledger *ledger);
TES_MUST_CHECK bool ledger_sqlite_prepare(struct sqlite_ledger *ledger);
TES_MUST_CHECK bool ledger_sqlite_find_count_key(struct sqlite_ledger *ledger);
TES_MUST_CHECK bool ledger_sqlite_run(struct sqlite_ledger *ledger,
                                      enum ledger_sqlite_statement which);

/* Within a transaction: does what each request asks for, and says how many rows that wrote. */
TES_MUST_CHECK bool ledger_sqlite_write_rows(struct sqlite_ledger *ledger,
                                             struct ledger_request *first, size_t *rows);

#endif

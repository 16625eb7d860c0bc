/*
 * The ledger in a file: DATA/ledger.db. Durable, and shared by all processes that open it. A batch
 * is one transaction; ledger_sqlite_rows.c has what is written in it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "os/clock.h"
#include "store/ledger/ledger_loss.h"
#include "store/ledger/sqlite/ledger_sqlite.h"

#define FILE_NAME "ledger.db"
/* Keys are random: a longer log saves writing a page many times. */
#define LOG_PAGES      4000
#define LOG_PAGES_LOW  250 /* where the disk has little room */
#define BEGIN_TRIES    2
#define FAILED_WAIT_MS 50
#define NOTE_EVERY_MS  20 /* at most, while batches come: a note costs as much as some spends */
#define LOOK_EVERY_MS  5

/* ---------------------------------------------------------------- writer */

static bool begin(struct sqlite_ledger *ledger)
{
    /* Without memory the batch before may not even have been undone. */
    sqlite_file_rollback(ledger->db);
    /* Callers hold waiters while they wait, which others need: a lock that was not to be had is
     * waited for once, not by everybody who comes. */
    sqlite_file_wait(ledger->db, ledger->has_failed ? FAILED_WAIT_MS : SQLITE_FILE_WAIT_MS);
    for (unsigned tries = ledger->has_failed ? 1 : 0; tries < BEGIN_TRIES; tries++) {
        if (ledger_sqlite_run(ledger, LEDGER_BEGIN))
            return true;
        if ((sqlite3_errcode(ledger->db) & 0xFF) != SQLITE_BUSY)
            return false;
    }
    return false;
}

static int count_log_pages(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db, (void)name;
    struct sqlite_ledger *ledger = context;
    ledger->log_pages = pages;
    return SQLITE_OK;
}

static bool is_still_ours(struct sqlite_ledger *ledger, bool look_always)
{
    if (ledger_about_is_older(&ledger->about, look_always))
        sqlite_watch_lose(&ledger->watch);
    return !sqlite_watch_is_lost(&ledger->watch);
}

/* Writes the log into the file; never into an older one, which would then look like the newest. */
static bool write_log(struct sqlite_ledger *ledger, int how)
{
    return is_still_ours(ledger, true) &&
           sqlite3_wal_checkpoint_v2(ledger->db, NULL, how, NULL, NULL) == SQLITE_OK;
}

/* What is in the log takes less room in the file itself. */
static bool shorten_log(struct sqlite_ledger *ledger)
{
    return write_log(ledger, SQLITE_CHECKPOINT_TRUNCATE);
}

static void look_after_log(struct sqlite_ledger *ledger)
{
    ledger->log_pages_max = disk_room_is_there(&ledger->room) ? LOG_PAGES : LOG_PAGES_LOW;
}

/* Whether a batch of so many spends is noted. After a failure it is in any case: a disk that is
 * full still takes a transaction that writes nothing. */
static bool is_note_due(const struct sqlite_ledger *ledger, const struct ledger_request *batch,
                        size_t count, uint64_t now_us)
{
    uint64_t every_ms = count > 0 ? NOTE_EVERY_MS : LEDGER_ALIVE_EVERY_MS;
    return batch == NULL || ledger->has_failed || now_us >= ledger->noted_us + every_ms * 1000;
}

static bool note(struct sqlite_ledger *ledger)
{
    bool is_older;
    if (!ledger_about_note(&ledger->about, tes_clock_wall_ms(), &is_older))
        return false;
    if (is_older)
        sqlite_watch_lose(&ledger->watch);
    return !is_older;
}

/* False where what was written is not kept, since the files are gone. */
static bool look(struct sqlite_ledger *ledger, uint64_t now_us)
{
    if (now_us < ledger->look_due_us)
        return !sqlite_watch_is_lost(&ledger->watch);
    ledger->look_due_us = now_us + (uint64_t)LOOK_EVERY_MS * 1000;
    look_after_log(ledger);
    return sqlite_watch_in_place(&ledger->watch) && is_still_ours(ledger, false);
}

/* `batch` may be NULL: then it is only noted that the ledger is in use. */
static bool write_batch(struct sqlite_ledger *ledger, struct ledger_request *batch)
{
    size_t count;
    uint64_t now_us = tes_clock_steady_us();
    ledger->reason = SQLITE_OK;
    if (sqlite_watch_is_lost(&ledger->watch))
        return false;
    if (!begin(ledger) || !ledger_sqlite_write_rows(ledger, batch, &count))
        goto undo;
    bool is_noted = is_note_due(ledger, batch, count, now_us);
    if ((is_noted && !note(ledger)) || !ledger_sqlite_run(ledger, LEDGER_COMMIT))
        goto undo;
    ledger->is_noted = is_noted || (ledger->is_noted && count == 0);
    if (is_noted) {
        if (!ledger_about_committed(&ledger->about))
            sqlite_watch_lose(&ledger->watch);
        ledger->noted_us = now_us;
    }
    return look(ledger, now_us);
undo:
    ledger->reason = sqlite3_extended_errcode(ledger->db);
    sqlite_file_rollback(ledger->db);
    return false;
}

/* A disk that is full has no room for a longer log, and SQLite shortens it only after it has grown:
 * so that is done here, once. Never after fsync() has failed: what it could not write is not
 * written by the next one either. */
static bool write_batch_or_shorten(struct sqlite_ledger *ledger, struct ledger_request *batch)
{
    if (write_batch(ledger, batch))
        return true;
    bool is_full = ledger->reason == SQLITE_FULL || ledger->reason == SQLITE_IOERR_WRITE;
    return is_full && !ledger->has_failed && shorten_log(ledger) && write_batch(ledger, batch);
}

/* Whatever could not be written in a way that lasts has a reason. */
static enum ledger_problem sqlite_write(void *store, struct ledger_request *first)
{
    struct sqlite_ledger *ledger = store;
    ledger->has_failed = !write_batch_or_shorten(ledger, first);
    if (!ledger->has_failed)
        return LEDGER_PROBLEM_NONE;
    snprintf(ledger->shared.said, sizeof ledger->shared.said, "%s",
             sqlite3_errstr(ledger->reason != SQLITE_OK ? ledger->reason : SQLITE_CANTOPEN));
    return LEDGER_PROBLEM_STORE;
}

/* One that fails is tried again after the next batch. */
static void sqlite_tidy(void *store)
{
    struct sqlite_ledger *ledger = store;
    if (ledger->log_pages >= ledger->log_pages_max && write_log(ledger, SQLITE_CHECKPOINT_PASSIVE))
        ledger->log_pages = 0;
}

/* --------------------------------------------------------------- callers */

static bool sqlite_is_lost(void *store)
{
    struct sqlite_ledger *ledger = store;
    (void)sqlite_watch_in_place(&ledger->watch);
    return sqlite_watch_is_lost(&ledger->watch);
}

static bool sqlite_exists(const struct ledger_settings *settings)
{
    return sqlite_file_exists(settings->data, FILE_NAME);
}

static void release(struct sqlite_ledger *ledger)
{
    for (size_t i = 0; i < LEDGER_STATEMENT_COUNT; i++)
        sqlite3_finalize(ledger->statements[i]);
    sqlite3_value_free(ledger->swept_to);
    ledger_about_close(&ledger->about);
    sqlite3_close(ledger->db);
    free(ledger);
}

static void sqlite_close(void *store)
{
    struct sqlite_ledger *ledger = store;
    if (!ledger->is_noted) {
        /* Not worth a wait: a count that lags behind is safe (ledger_sqlite_about.h). */
        ledger->has_failed = true;
        (void)write_batch(ledger, NULL);
    }
    if (sqlite_watch_in_place(&ledger->watch) && is_still_ours(ledger, true))
        sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    release(ledger);
}

static struct sqlite_ledger *new_ledger(void)
{
    struct sqlite_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL)
        return NULL;
    ledger->about.mark = ledger->about.log_file = -1;
    ledger->log_pages_max = LOG_PAGES;
    return ledger;
}

static bool prepare(struct sqlite_ledger *ledger, const char *folder)
{
    return ledger_sqlite_make_tables(ledger) &&
           ledger_about_open(&ledger->about, ledger->db, folder, FILE_NAME, tes_clock_wall_ms()) &&
           ledger_sqlite_prepare(ledger) && ledger_sqlite_find_count_key(ledger);
}

static void *sqlite_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct sqlite_ledger *ledger = new_ledger();
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    ledger->shared.has_count_key = settings->has_counts;
    ledger->db = sqlite_file_open(settings->data, FILE_NAME, SQLITE_FILE_FULL, error, error_size);
    if (ledger->db == NULL)
        goto failed;
    disk_room_start(&ledger->room, settings->data, settings->free_bytes_min);
    /* The log is written into the file by write_log() alone. */
    sqlite3_wal_hook(ledger->db, count_log_pages, ledger);
    sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!prepare(ledger, settings->data)) {
        snprintf(error, error_size, "cannot use %s/" FILE_NAME ": %s", settings->data,
                 ledger->about.is_damaged
                     ? "it and its log do not belong together; remove " FILE_NAME ", -wal and -shm"
                     : sqlite3_errmsg(ledger->db));
        goto failed;
    }
    if (!sqlite_watch_start(&ledger->watch, settings->data, FILE_NAME)) {
        snprintf(error, error_size, "cannot find the files of %s/" FILE_NAME, settings->data);
        goto failed;
    }
    ledger->shared.alive_at_ms = ledger->about.alive_at_ms;
    ledger_loss_take(&ledger->shared, ledger->about.doubt, ledger->about.doubt,
                     ledger->about.knows_from_ms);
    return ledger;

failed:
    release(ledger);
    return NULL;
}

const struct ledger_backend ledger_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .write = sqlite_write,
    .write_every_ms = LEDGER_ALIVE_EVERY_MS,
    .tidy = sqlite_tidy,
    .can_count = true,
    .exists = sqlite_exists,
    .is_lost = sqlite_is_lost,
};

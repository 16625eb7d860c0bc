/*
 * The ledger in a file: DATA/ledger.db. Durable, and shared by all processes that open it.
 *
 * One thread writes. Callers enqueue what they spend and wait; the writer takes all that wait into
 * one transaction, so that one fsync serves all of them, and wakes them once it is on the disk.
 * Whatever goes wrong fails the whole batch: no caller is told "first" of what may not be there.
 */
#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "store/ledger_about.h"
#include "store/ledger_backend.h"
#include "store/room.h"
#include "store/sqlite_file.h"
#include "store/sqlite_watch.h"
#include "store/thread.h"

#define FILE_NAME "ledger.db"
#define BATCH_MAX 1024
/* Keys are random: a longer log saves writing a page many times. */
#define LOG_PAGES      4000
#define LOG_PAGES_LOW  250 /* where the disk has little room */
#define BEGIN_TRIES    2
#define FAILED_WAIT_MS 50
#define AGAIN_EVERY_MS 1000 /* what has failed is tried again, also where nobody asks */
#define NOTE_EVERY_MS  20   /* at most, while batches come: a note costs as much as some spends */
#define LOOK_EVERY_MS  5
#define SWEEP_LEAST    16 /* rows that a batch looks at, beside SWEEP_RATIO times its own number */
#define SWEEP_RATIO    4

/* One call of ledger_spend(), on its caller's stack. An empty key only asks whether the store
 * answers. */
struct request {
    struct request *next;
    struct tes_slice key;
    uint64_t now_ms, expires_at_ms;
    enum ledger_result result;
    sem_t done;
};

enum statement { BEGIN, COMMIT, SPEND, SWEEP_END, SWEEP, SWEEP_REST, STATEMENT_COUNT };

static const char schema[] = "CREATE TABLE IF NOT EXISTS spent("
                             " key TEXT PRIMARY KEY NOT NULL,"
                             " expires_at INTEGER NOT NULL"
                             ") WITHOUT ROWID;";

static const char *const statement_texts[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    /* Changes one row where the key is new or expired, none where it is spent. */
    [SPEND] = ("INSERT INTO spent(key, expires_at) VALUES(?1, ?2)"
               " ON CONFLICT(key) DO UPDATE SET expires_at = excluded.expires_at"
               " WHERE spent.expires_at <= ?3"),
    [SWEEP_END] = "SELECT key FROM spent WHERE key > ?1 ORDER BY key LIMIT 1 OFFSET ?2",
    [SWEEP] = "DELETE FROM spent WHERE key > ?1 AND key <= ?2 AND expires_at <= ?3",
    [SWEEP_REST] = "DELETE FROM spent WHERE key > ?1 AND expires_at <= ?3",
};

struct sqlite_ledger {
    sqlite3 *db;
    struct sqlite_watch watch;
    struct ledger_about about; /* the writer's, but for what opening has found out */
    /* The writer's alone, once it runs. */
    sqlite3_stmt *statements[STATEMENT_COUNT];
    sqlite3_value *swept_to; /* the key; NULL: the sweep begins anew */
    bool has_failed;         /* the last batch */
    int reason;              /* SQLite's, where it has */
    atomic_int trouble;      /* for others: the reason, 0 where it has not */
    struct room room;
    int log_pages, log_pages_max; /* as of the last commit; then it is written into the file */
    uint64_t noted_us;            /* when it was noted last that the ledger is in use */
    bool is_noted;                /* no spend came after it */
    uint64_t look_due_us;         /* when files and disk are to be looked at */
    pthread_t writer;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t wanted;
    struct request *first, **last;
    bool closing;
};

/* ---------------------------------------------------------------- writer */

static bool run(struct sqlite_ledger *ledger, enum statement which)
{
    return sqlite_file_run(ledger->statements[which]);
}

static bool begin(struct sqlite_ledger *ledger)
{
    /* Without memory the batch before may not even have been undone. */
    sqlite_file_rollback(ledger->db);
    /* Callers hold workers while they wait, which others need: a lock that was not to be had is
     * waited for once, not by everybody who comes. */
    sqlite_file_wait(ledger->db, ledger->has_failed ? FAILED_WAIT_MS : SQLITE_FILE_WAIT_MS);
    for (unsigned tries = ledger->has_failed ? 1 : 0; tries < BEGIN_TRIES; tries++) {
        if (run(ledger, BEGIN))
            return true;
        if ((sqlite3_errcode(ledger->db) & 0xFF) != SQLITE_BUSY)
            return false;
    }
    return false;
}

/* Keys are text where they can be, for whoever looks into the file; SQLite leaves text with NUL or
 * with bytes that are not UTF-8 undefined, so such a key is a blob. One key is always the same. */
static int bind_key(sqlite3_stmt *statement, struct tes_slice key)
{
    bool is_text = memchr(key.at, '\0', key.length) == NULL && tes_utf8_valid(key);
    return is_text ? sqlite3_bind_text(statement, 1, key.at, (int)key.length, SQLITE_STATIC)
                   : sqlite3_bind_blob(statement, 1, key.at, (int)key.length, SQLITE_STATIC);
}

static bool spend_row(struct sqlite_ledger *ledger, struct request *request)
{
    sqlite3_stmt *statement = ledger->statements[SPEND];
    if (bind_key(statement, request->key) != SQLITE_OK)
        return false;
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)request->expires_at_ms);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)request->now_ms);
    bool done = run(ledger, SPEND);
    /* Let go of the caller's memory: it ends with the call. */
    sqlite3_clear_bindings(statement);
    if (!done)
        return false;
    request->result = sqlite3_changes(ledger->db) > 0 ? LEDGER_FIRST : LEDGER_AGAIN;
    return true;
}

static void bind_sweep_start(struct sqlite_ledger *ledger, enum statement which)
{
    if (ledger->swept_to != NULL)
        sqlite3_bind_value(ledger->statements[which], 1, ledger->swept_to);
    else
        sqlite3_bind_text(ledger->statements[which], 1, "", 0, SQLITE_STATIC);
}

/* Removes what has expired among the next few rows. Going round by key needs no index on the
 * expiry, which would cost as much again as the table, and what is removed lies on few pages. Each
 * batch passes more rows than it adds, so the table stays within a constant factor of what lives.
 */
static bool sweep(struct sqlite_ledger *ledger, uint64_t now_ms, size_t batch_count)
{
    sqlite3_stmt *end = ledger->statements[SWEEP_END];
    bind_sweep_start(ledger, SWEEP_END);
    sqlite3_bind_int64(end, 2, (sqlite3_int64)(batch_count * SWEEP_RATIO + SWEEP_LEAST - 1));
    int found = sqlite3_step(end);
    sqlite3_value *swept_to =
        found == SQLITE_ROW ? sqlite3_value_dup(sqlite3_column_value(end, 0)) : NULL;
    sqlite3_reset(end);
    if (found != SQLITE_DONE && swept_to == NULL)
        return false;

    enum statement which = swept_to != NULL ? SWEEP : SWEEP_REST;
    bind_sweep_start(ledger, which);
    if (swept_to != NULL)
        sqlite3_bind_value(ledger->statements[which], 2, swept_to);
    sqlite3_bind_int64(ledger->statements[which], 3, (sqlite3_int64)now_ms);
    sqlite3_value_free(ledger->swept_to);
    ledger->swept_to = swept_to;
    return run(ledger, which);
}

/* Spends what the batch asks for, and says how many that were. */
static bool spend_rows(struct sqlite_ledger *ledger, struct request *batch, size_t *count)
{
    uint64_t earliest_ms = UINT64_MAX;
    *count = 0;
    for (struct request *request = batch; request != NULL; request = request->next) {
        if (request->key.length == 0) {
            request->result = LEDGER_FIRST;
            continue;
        }
        if (!spend_row(ledger, request))
            return false;
        ++*count;
        if (request->now_ms < earliest_ms)
            earliest_ms = request->now_ms;
    }
    return *count == 0 || sweep(ledger, earliest_ms, *count);
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
    ledger->log_pages_max = room_is_there(&ledger->room) ? LOG_PAGES : LOG_PAGES_LOW;
}

/* Whether a batch of so many spends is noted. After a failure it is in any case: a disk that is
 * full still takes a transaction that writes nothing. */
static bool is_note_due(const struct sqlite_ledger *ledger, const struct request *batch,
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
static bool write_batch(struct sqlite_ledger *ledger, struct request *batch)
{
    size_t count;
    uint64_t now_us = tes_clock_steady_us();
    ledger->reason = SQLITE_OK;
    if (sqlite_watch_is_lost(&ledger->watch))
        return false;
    if (!begin(ledger) || !spend_rows(ledger, batch, &count))
        goto undo;
    bool is_noted = is_note_due(ledger, batch, count, now_us);
    if ((is_noted && !note(ledger)) || !run(ledger, COMMIT))
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
static bool write_batch_or_shorten(struct sqlite_ledger *ledger, struct request *batch)
{
    if (write_batch(ledger, batch))
        return true;
    bool is_full = ledger->reason == SQLITE_FULL || ledger->reason == SQLITE_IOERR_WRITE;
    return is_full && !ledger->has_failed && shorten_log(ledger) && write_batch(ledger, batch);
}

/* Cuts off up to BATCH_MAX waiting requests; NULL where none came until it is time to write without
 * any, or the ledger closes and none is left. */
static struct request *take_batch(struct sqlite_ledger *ledger, bool *closing)
{
    uint64_t wait_ms = ledger->has_failed ? AGAIN_EVERY_MS : LEDGER_ALIVE_EVERY_MS;
    uint64_t until_us = tes_clock_steady_us() + wait_ms * 1000;
    struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                             .tv_nsec = (long)(until_us % 1000000) * 1000};
    pthread_mutex_lock(&ledger->lock);
    while (ledger->first == NULL && !ledger->closing &&
           pthread_cond_timedwait(&ledger->wanted, &ledger->lock, &until) == 0)
        ;
    *closing = ledger->closing;
    struct request *batch = ledger->first;
    struct request **end = &ledger->first;
    for (size_t count = 0; count < BATCH_MAX && *end != NULL; count++)
        end = &(*end)->next;
    ledger->first = *end;
    if (ledger->first == NULL)
        ledger->last = &ledger->first;
    if (batch != NULL)
        *end = NULL;
    pthread_mutex_unlock(&ledger->lock);
    return batch;
}

static void *write_batches(void *context)
{
    struct sqlite_ledger *ledger = context;
    struct request *batch;
    bool closing;
    while ((batch = take_batch(ledger, &closing)) != NULL || !closing) {
        bool written = write_batch_or_shorten(ledger, batch);
        int reason = ledger->reason != SQLITE_OK ? ledger->reason : SQLITE_CANTOPEN;
        ledger->has_failed = !written;
        atomic_store(&ledger->trouble, written ? SQLITE_OK : reason);
        while (batch != NULL) {
            /* Once posted, the request's memory may be gone. */
            struct request *next = batch->next;
            if (!written)
                batch->result = LEDGER_FAILED;
            sem_post(&batch->done);
            batch = next;
        }
        /* Nobody waits for this. One that fails is tried again after the next batch. */
        if (written && ledger->log_pages >= ledger->log_pages_max &&
            write_log(ledger, SQLITE_CHECKPOINT_PASSIVE))
            ledger->log_pages = 0;
    }
    if (!ledger->is_noted)
        (void)write_batch(ledger, NULL);
    return NULL;
}

/* --------------------------------------------------------------- callers */

static enum ledger_result ask_writer(struct sqlite_ledger *ledger, struct request *request)
{
    sem_init(&request->done, 0, 0);
    pthread_mutex_lock(&ledger->lock);
    *ledger->last = request;
    ledger->last = &request->next;
    pthread_cond_signal(&ledger->wanted);
    pthread_mutex_unlock(&ledger->lock);
    while (sem_wait(&request->done) != 0 && errno == EINTR)
        ;
    sem_destroy(&request->done);
    return request->result;
}

static enum ledger_result sqlite_spend(void *store, struct tes_slice key, uint64_t now_ms,
                                       uint64_t expires_at_ms)
{
    /* What SQLite's integers can't hold would turn negative: expired at once. */
    if (expires_at_ms > INT64_MAX)
        expires_at_ms = INT64_MAX;
    return ask_writer(store, &(struct request){.key = key,
                                               .now_ms = now_ms,
                                               .expires_at_ms = expires_at_ms,
                                               .result = LEDGER_FAILED});
}

static bool sqlite_ready(void *store)
{
    return ask_writer(store, &(struct request){.result = LEDGER_FAILED}) == LEDGER_FIRST;
}

static bool sqlite_is_lost(void *store)
{
    struct sqlite_ledger *ledger = store;
    (void)sqlite_watch_in_place(&ledger->watch);
    return sqlite_watch_is_lost(&ledger->watch);
}

static const char *sqlite_trouble(const void *store)
{
    const struct sqlite_ledger *ledger = store;
    int reason = atomic_load(&ledger->trouble);
    return reason != SQLITE_OK ? sqlite3_errstr(reason) : NULL;
}

static uint64_t sqlite_knows_from_ms(const void *store)
{
    const struct sqlite_ledger *ledger = store;
    return ledger->about.knows_from_ms;
}

static enum ledger_doubt sqlite_doubt(const void *store)
{
    const struct sqlite_ledger *ledger = store;
    return ledger->about.doubt;
}

static uint64_t sqlite_alive_at_ms(const void *store)
{
    const struct sqlite_ledger *ledger = store;
    return ledger->about.alive_at_ms;
}

static bool sqlite_exists(const struct ledger_settings *settings)
{
    return sqlite_file_exists(settings->data, FILE_NAME);
}

static uint64_t sqlite_entries(const void *store)
{
    (void)store; /* SQLite counts rows by reading them all */
    return 0;
}

static void release(struct sqlite_ledger *ledger)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(ledger->statements[i]);
    sqlite3_value_free(ledger->swept_to);
    ledger_about_close(&ledger->about);
    sqlite3_close(ledger->db);
    pthread_cond_destroy(&ledger->wanted);
    pthread_mutex_destroy(&ledger->lock);
    free(ledger);
}

static void sqlite_close(void *store)
{
    struct sqlite_ledger *ledger = store;
    pthread_mutex_lock(&ledger->lock);
    ledger->closing = true;
    pthread_cond_signal(&ledger->wanted);
    pthread_mutex_unlock(&ledger->lock);
    pthread_join(ledger->writer, NULL);
    if (sqlite_watch_in_place(&ledger->watch) && is_still_ours(ledger, true))
        sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    release(ledger);
}

static struct sqlite_ledger *new_ledger(void)
{
    struct sqlite_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL)
        return NULL;
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&ledger->lock, NULL);
    pthread_cond_init(&ledger->wanted, &steady);
    pthread_condattr_destroy(&steady);
    ledger->last = &ledger->first;
    ledger->about.mark = ledger->about.under.log = -1;
    ledger->log_pages_max = LOG_PAGES;
    return ledger;
}

static bool prepare(struct sqlite_ledger *ledger, const char *folder)
{
    if (!sqlite_file_execute(ledger->db, schema) ||
        !ledger_about_open(&ledger->about, ledger->db, folder, FILE_NAME, tes_clock_wall_ms()))
        return false;
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        ledger->statements[i] = sqlite_file_prepare(ledger->db, statement_texts[i]);
        if (ledger->statements[i] == NULL)
            return false;
    }
    return true;
}

static void *sqlite_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct sqlite_ledger *ledger = new_ledger();
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    ledger->db = sqlite_file_open(settings->data, FILE_NAME, SQLITE_FILE_FULL, error, error_size);
    if (ledger->db == NULL)
        goto failed;
    room_start(&ledger->room, settings->data, settings->free_bytes_min);
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
    if (!thread_start(&ledger->writer, write_batches, ledger)) {
        snprintf(error, error_size, "ledger: cannot start the writing thread");
        goto failed;
    }
    return ledger;

failed:
    release(ledger);
    return NULL;
}

const struct ledger_backend ledger_sqlite = {
    .name = "sqlite",
    .spend_blocks = true,
    .open = sqlite_open,
    .spend = sqlite_spend,
    .exists = sqlite_exists,
    .knows_from_ms = sqlite_knows_from_ms,
    .doubt = sqlite_doubt,
    .alive_at_ms = sqlite_alive_at_ms,
    .is_lost = sqlite_is_lost,
    .trouble = sqlite_trouble,
    .ready = sqlite_ready,
    .entries = sqlite_entries,
    .close = sqlite_close,
};

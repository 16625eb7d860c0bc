/*
 * The ledger in a file: DATA/ledger.db. Durable, and shared by all processes that open it.
 *
 * One thread writes. Callers enqueue what they spend and wait; the writer takes all that wait into
 * one transaction, so that one fsync serves all of them, and wakes them once it is on the disk.
 * Whatever goes wrong fails the whole batch: no caller is told "first" of what may not be there.
 */
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "store/ledger_backend.h"
#include "store/sqlite_file.h"
#include "store/thread.h"

#define BATCH_MAX   1024
#define BEGIN_TRIES 2
#define PURGE_LEAST 16 /* expired rows that a batch removes, beside twice its own number */

/* One call of ledger_spend(), on its caller's stack. An empty key only asks whether the store
 * answers. */
struct request {
    struct request *next;
    struct tes_slice key;
    uint64_t now_ms, expires_at_ms;
    enum ledger_result result;
    sem_t done;
};

enum statement { BEGIN, COMMIT, ROLLBACK, SPEND, PURGE, STATEMENT_COUNT };

static const char schema[] = "CREATE TABLE IF NOT EXISTS spent("
                             " key TEXT PRIMARY KEY NOT NULL,"
                             " expires_at INTEGER NOT NULL"
                             ") WITHOUT ROWID;"
                             "CREATE INDEX IF NOT EXISTS spent_expires_at ON spent(expires_at);";

static const char *const statement_texts[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    /* Changes one row where the key is new or expired, none where it is spent. */
    [SPEND] = ("INSERT INTO spent(key, expires_at) VALUES(?1, ?2)"
               " ON CONFLICT(key) DO UPDATE SET expires_at = excluded.expires_at"
               " WHERE spent.expires_at <= ?3"),
    [PURGE] = ("DELETE FROM spent WHERE key IN"
               " (SELECT key FROM spent WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)"),
};

struct sqlite_ledger {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT]; /* the writer's alone, once it runs */
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
    for (unsigned tries = 0; tries < BEGIN_TRIES; tries++) {
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

/* Removes more rows than the batch may have added, so that the file stops growing. */
static bool purge(struct sqlite_ledger *ledger, uint64_t now_ms, size_t batch_count)
{
    sqlite3_stmt *statement = ledger->statements[PURGE];
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)now_ms);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)(batch_count * 2 + PURGE_LEAST));
    return run(ledger, PURGE);
}

static bool write_batch(struct sqlite_ledger *ledger, struct request *batch)
{
    if (!begin(ledger))
        return false;
    size_t count = 0;
    uint64_t earliest_ms = UINT64_MAX;
    for (struct request *request = batch; request != NULL; request = request->next) {
        if (request->key.length == 0) {
            request->result = LEDGER_FIRST;
            continue;
        }
        if (!spend_row(ledger, request))
            goto undo;
        count++;
        if (request->now_ms < earliest_ms)
            earliest_ms = request->now_ms;
    }
    if (count > 0 && !purge(ledger, earliest_ms, count))
        goto undo;
    if (run(ledger, COMMIT))
        return true;
undo:
    /* SQLite has rolled back by itself after some errors; then this fails, and that is right. */
    (void)run(ledger, ROLLBACK);
    return false;
}

/* Cuts off up to BATCH_MAX waiting requests; NULL where none waits and the ledger closes. */
static struct request *take_batch(struct sqlite_ledger *ledger)
{
    pthread_mutex_lock(&ledger->lock);
    while (ledger->first == NULL && !ledger->closing)
        pthread_cond_wait(&ledger->wanted, &ledger->lock);
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
    while ((batch = take_batch(ledger)) != NULL) {
        bool written = write_batch(ledger, batch);
        while (batch != NULL) {
            /* Once posted, the request's memory may be gone. */
            struct request *next = batch->next;
            if (!written)
                batch->result = LEDGER_FAILED;
            sem_post(&batch->done);
            batch = next;
        }
    }
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

static uint64_t sqlite_entries(const void *store)
{
    (void)store; /* SQLite counts rows by reading them all */
    return 0;
}

static void release(struct sqlite_ledger *ledger)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(ledger->statements[i]);
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
    release(ledger);
}

static void *sqlite_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct sqlite_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    pthread_mutex_init(&ledger->lock, NULL);
    pthread_cond_init(&ledger->wanted, NULL);
    ledger->last = &ledger->first;
    ledger->db = sqlite_file_open(settings->data, "ledger.db", SQLITE_FILE_FULL, error, error_size);
    if (ledger->db == NULL)
        goto failed;
    if (!sqlite_file_execute(ledger->db, schema))
        goto unusable;
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        ledger->statements[i] = sqlite_file_prepare(ledger->db, statement_texts[i]);
        if (ledger->statements[i] == NULL)
            goto unusable;
    }
    if (!thread_start(&ledger->writer, write_batches, ledger)) {
        snprintf(error, error_size, "ledger: cannot start the writing thread");
        goto failed;
    }
    return ledger;

unusable:
    snprintf(error, error_size, "cannot use %s/ledger.db: %s", settings->data,
             sqlite3_errmsg(ledger->db));
failed:
    release(ledger);
    return NULL;
}

const struct ledger_backend ledger_sqlite = {
    .name = "sqlite",
    .spend_blocks = true,
    .open = sqlite_open,
    .spend = sqlite_spend,
    .ready = sqlite_ready,
    .entries = sqlite_entries,
    .close = sqlite_close,
};

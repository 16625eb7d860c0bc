/*
 * Deletes what has expired, by a thread and a connection of its own, so that no spend waits for it.
 * It walks through the table's pages, some at a time: rows that were spent together lie together,
 * and no index on the expiry is needed, which would cost as much again as the table. One node
 * sweeps at a time, whoever has the lock; what a sweep loses in a crash is deleted by the next one,
 * so its commits wait for no disk.
 */
#include "store/ledger/postgres/ledger_postgres_sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/db/write_queue.h"
#include "store/ledger/postgres/ledger_postgres.h"

#define WAIT_MS       1500
#define STEP_EVERY_MS 250
#define PAGES_LEAST   64
#define STEPS_MOST    200                /* that a pass through the whole table takes */
#define LOCK_TEXT     "7310589121469764" /* "tessera" told as a number, and one more */

struct ledger_postgres_sweep {
    struct postgres_server server; /* its own: that it fails is no trouble of the ledger's */
    struct postgres_link link;
    unsigned pass_every_ms;
    struct write_queue *thread; /* nothing is ever queued: it only keeps time */
    _Atomic uint64_t forgets_to_ms;
    /* The thread's: */
    uint64_t swept_to_ms; /* `forgets_to_ms` as the last pass had it */
    uint64_t page, pages; /* of this pass; 0 of 0: there is none */
};

static const char LOCK[] =
    "SELECT pg_try_advisory_xact_lock(" LOCK_TEXT "),"
    " pg_relation_size('ledger_spent') / current_setting('block_size')::bigint,"
    " set_config('synchronous_commit', 'off', true), set_config('statement_timeout', '1300', true),"
    " set_config('idle_in_transaction_session_timeout', '1300', true)";

static const char SWEEP[] =
    "DELETE FROM ledger_spent WHERE ctid = ANY(ARRAY(SELECT ctid FROM ledger_spent"
    " WHERE ctid >= $1::tid AND ctid < $2::tid"
    " AND expires_at <= (SELECT least($3::bigint, " LEDGER_POSTGRES_NOW
    ")) FOR UPDATE SKIP LOCKED))";

/* Whether the lock is this node's for the transaction; and how long the table is. */
static bool take_lock(struct ledger_postgres_sweep *sweep, uint64_t *pages)
{
    const struct postgres_library *pq = sweep->server.pq;
    PGresult *row = postgres_link_ask(&sweep->link, LOCK, NULL);
    bool is_ours = row != NULL && *pq->getvalue(row, 0, 0) == 't';
    *pages = row != NULL ? strtoull(pq->getvalue(row, 0, 1), NULL, 10) : 0;
    pq->clear(row);
    return is_ours;
}

static bool delete_pages(struct ledger_postgres_sweep *sweep, uint64_t from, uint64_t to)
{
    char first[32], end[32];
    struct postgres_values values = {0};
    snprintf(first, sizeof first, "(%" PRIu64 ",0)", from);
    snprintf(end, sizeof end, "(%" PRIu64 ",0)", to);
    postgres_values_add(&values, tes_slice_of(first));
    postgres_values_add(&values, tes_slice_of(end));
    postgres_values_add_number(&values, (int64_t)sweep->swept_to_ms);
    PGresult *result = postgres_link_ask(&sweep->link, SWEEP, &values);
    sweep->server.pq->clear(result);
    return result != NULL;
}

/* Some pages, in a transaction. Where another node sweeps there is nothing to do in this pass. */
static void step(struct ledger_postgres_sweep *sweep)
{
    uint64_t pages;
    bool done = postgres_link_run(&sweep->link, LEDGER_POSTGRES_BEGIN) && take_lock(sweep, &pages);
    if (done) {
        uint64_t most = pages / STEPS_MOST > PAGES_LEAST ? pages / STEPS_MOST : PAGES_LEAST;
        uint64_t to = sweep->page + most < pages ? sweep->page + most : pages;
        done = sweep->page >= pages || delete_pages(sweep, sweep->page, to);
        sweep->page = to;
        sweep->pages = pages;
    }
    if (!done)
        sweep->page = sweep->pages = 0;
    if (!postgres_link_run(&sweep->link, done ? "COMMIT" : "ROLLBACK"))
        postgres_link_close(&sweep->link);
}

static uint64_t work(struct write_queue *batch, void *context, void *first, size_t count)
{
    (void)batch, (void)first, (void)count;
    struct ledger_postgres_sweep *sweep = context;
    uint64_t forgets_to_ms = atomic_load(&sweep->forgets_to_ms);
    bool is_new = sweep->page >= sweep->pages;
    if (is_new && forgets_to_ms != sweep->swept_to_ms) {
        sweep->page = 0;
        sweep->pages = 1;
        sweep->swept_to_ms = forgets_to_ms;
    }
    if (sweep->page < sweep->pages) {
        if (postgres_link_begin(&sweep->link))
            step(sweep);
        else
            sweep->page = sweep->pages = 0;
        postgres_link_end(&sweep->link);
    }
    unsigned wait_ms = sweep->page < sweep->pages ? STEP_EVERY_MS : sweep->pass_every_ms;
    return tes_clock_steady_us() + (uint64_t)wait_ms * 1000;
}

void ledger_postgres_sweep_to(struct ledger_postgres_sweep *sweep, uint64_t now_ms)
{
    atomic_store(&sweep->forgets_to_ms, now_ms);
}

struct ledger_postgres_sweep *ledger_postgres_sweep_start(const char *where, unsigned pass_every_ms,
                                                          char *error, size_t error_size)
{
    struct ledger_postgres_sweep *sweep = calloc(1, sizeof *sweep);
    if (sweep == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    sweep->pass_every_ms = pass_every_ms;
    if (!postgres_server_start(&sweep->server, where, error, error_size))
        goto failed;
    sweep->link = (struct postgres_link){.server = &sweep->server,
                                         .wait_ms = WAIT_MS,
                                         .has_own_settings = true,
                                         .needs_writes = true};
    sweep->thread = write_queue_start(&(struct write_queue_settings){
        .work = work,
        .context = sweep,
        .batch_max = 1,
        .first_due_us = tes_clock_steady_us() + (uint64_t)pass_every_ms * 1000,
    });
    if (sweep->thread != NULL)
        return sweep;
    snprintf(error, error_size, "ledger: no memory or thread to sweep with");
failed:
    postgres_server_end(&sweep->server);
    free(sweep);
    return NULL;
}

void ledger_postgres_sweep_stop(struct ledger_postgres_sweep *sweep)
{
    if (sweep == NULL)
        return;
    write_queue_stop(sweep->thread);
    postgres_link_close(&sweep->link);
    postgres_server_end(&sweep->server);
    free(sweep);
}

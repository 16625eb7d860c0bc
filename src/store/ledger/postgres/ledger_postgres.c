/*
 * The ledger in a PostgreSQL, which several servers share: opening it, and its connection. A batch
 * is one transaction (ledger_postgres_batch.c); ledger_postgres_about.c has since when it knows.
 */
#include "store/ledger/postgres/ledger_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/postgres/postgres_schema.h"

#define WAIT_MS        3000 /* that a batch may take */
#define RETRY_MOST_MS  500
#define WRITE_EVERY_MS 10000
#define READ_ONLY      "25006" /* SQLSTATE */

static const struct postgres_schema SCHEMA = {
    .what = "ledger", .folder = "ledger/", .table = "ledger_schema"};

/* ----------------------------------------------------------------- writer */

/* Ends a transaction that has failed. The connection to a server that is read-only is of no use:
 * the next one may lead to another server. */
static void give_up(struct postgres_ledger *ledger)
{
    struct postgres_link *link = &ledger->link;
    if (link->connection == NULL)
        return;
    if (strcmp(link->state, READ_ONLY) == 0 || link->state[0] == '\0' ||
        !postgres_link_run(link, "ROLLBACK"))
        postgres_link_close(link);
}

static enum ledger_problem write_in_call(struct postgres_ledger *ledger,
                                         struct ledger_request *first)
{
    if (!postgres_link_begin(&ledger->link) ||
        (!ledger->is_looked_at && !ledger_postgres_look(ledger)))
        return LEDGER_PROBLEM_STORE;
    return ledger_postgres_write_batch(ledger, first);
}

static enum ledger_problem postgres_write(void *store, struct ledger_request *first)
{
    struct postgres_ledger *ledger = store;
    enum ledger_problem problem = write_in_call(ledger, first);
    if (problem == LEDGER_PROBLEM_STORE)
        postgres_server_error(&ledger->server, ledger->shared.said, sizeof ledger->shared.said);
    ledger->has_failed = problem != LEDGER_PROBLEM_NONE;
    if (ledger->has_failed)
        give_up(ledger);
    if (ledger->link.connection == NULL)
        ledger->is_looked_at = false;
    postgres_link_end(&ledger->link);
    return problem;
}

/* ------------------------------------------------------------ open, close */

static void postgres_close(void *store)
{
    struct postgres_ledger *ledger = store;
    ledger_postgres_sweep_stop(ledger->sweep);
    if (ledger->server.pq != NULL)
        postgres_link_close(&ledger->link);
    postgres_server_end(&ledger->server);
    postgres_columns_free(ledger->columns);
    free(ledger->keys);
    free(ledger->changes);
    free(ledger);
}

static void tell_error(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    char why[POSTGRES_ERROR_MAX];
    postgres_server_error(&ledger->server, why, sizeof why);
    snprintf(error, error_size, "ledger: %s", why);
}

/* Connects, and does something with the connection. */
static bool in_call(struct postgres_ledger *ledger,
                    bool (*act)(struct postgres_ledger *ledger, char *error, size_t error_size),
                    char *error, size_t error_size)
{
    bool done = postgres_link_begin(&ledger->link);
    if (!done)
        tell_error(ledger, error, error_size);
    done = done && act(ledger, error, error_size);
    postgres_link_end(&ledger->link);
    return done;
}

static bool start_server(struct postgres_server *server, const char *where, char *error,
                         size_t error_size)
{
    char why[POSTGRES_ERROR_MAX];
    bool done = postgres_server_start(server, where, why, sizeof why);
    if (!done)
        snprintf(error, error_size, "ledger: %s", why);
    return done;
}

static struct postgres_ledger *new_ledger(const struct ledger_settings *settings, char *error,
                                          size_t error_size)
{
    struct postgres_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL || (ledger->columns = postgres_columns_new()) == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        free(ledger);
        return NULL;
    }
    if (!start_server(&ledger->server, settings->where, error, error_size)) {
        ledger->server.pq = NULL;
        postgres_close(ledger);
        return NULL;
    }
    ledger->shared.has_count_key = true;
    ledger->server.retry_most_ms = RETRY_MOST_MS;
    ledger->link = (struct postgres_link){.server = &ledger->server,
                                          .wait_ms = WAIT_MS,
                                          .has_own_settings = true,
                                          .needs_writes = true};
    return ledger;
}

static bool check_schema(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    return postgres_schema_check(&SCHEMA, &ledger->link, false, error, error_size);
}

/* What the settings mean for what was spent. */
static bool write_notes(struct postgres_ledger *ledger)
{
    static const char *const KEPT[] = {
        "fsync is off, or ledger_spent is an unlogged table: a crash can lose what was spent, so "
        "what "
        "was issued before any restart of the server counts as expired",
        "a crash loses nothing while a server of Tessera runs; a standby that takes over may lack "
        "what was written last, so what was issued before that counts as expired",
        ("every commit waits for a standby: nothing is lost by a crash, or by that one taking "
         "over, while a server of Tessera runs"),
    };
    const struct postgres_library *pq = ledger->server.pq;
    PGresult *rows = postgres_link_ask(
        &ledger->link, "SELECT current_setting('full_page_writes'), current_setting('autovacuum')",
        NULL);
    if (rows != NULL)
        snprintf(ledger->shared.notes, sizeof ledger->shared.notes, "%s%s%s",
                 KEPT[ledger->durability],
                 strcmp(pq->getvalue(rows, 0, 0), "on") == 0
                     ? ""
                     : "; full_page_writes is off: a power cut can damage what was written before, "
                       "unless the file system writes pages whole",
                 strcmp(pq->getvalue(rows, 0, 1), "on") == 0
                     ? ""
                     : "; autovacuum is off: what has expired takes up room for ever");
    pq->clear(rows);
    return rows != NULL;
}

static bool look_first(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    if (!check_schema(ledger, error, error_size))
        return false;
    if (ledger_postgres_look(ledger) && write_notes(ledger))
        return true;
    tell_error(ledger, error, error_size);
    return false;
}

static void *postgres_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct postgres_ledger *ledger = new_ledger(settings, error, error_size);
    if (ledger == NULL)
        return NULL;
    if (in_call(ledger, look_first, error, error_size)) {
        ledger->sweep = ledger_postgres_sweep_start(settings->where, LEDGER_POSTGRES_SWEEP_MS,
                                                    error, error_size);
        if (ledger->sweep != NULL)
            return ledger;
    }
    postgres_close(ledger);
    return NULL;
}

/* ----------------------------------------------------- before it is opened */

static bool migrate(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    return postgres_schema_check(&SCHEMA, &ledger->link, true, error, error_size);
}

static bool read_version(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    (void)error, (void)error_size;
    ledger->version = postgres_schema_read(&SCHEMA, &ledger->link);
    return true;
}

static bool postgres_migrate(const struct ledger_settings *settings,
                             struct ledger_versions *versions, char *error, size_t error_size)
{
    struct postgres_ledger *ledger = new_ledger(settings, error, error_size);
    if (ledger == NULL)
        return false;
    bool done = in_call(ledger, read_version, error, error_size) &&
                in_call(ledger, migrate, error, error_size);
    versions->before = ledger->version > 0 ? ledger->version : 0;
    versions->after = postgres_schema_last(&SCHEMA);
    postgres_close(ledger);
    return done;
}

static bool postgres_reads(const char *where, char *error, size_t error_size)
{
    struct postgres_server server;
    bool done = start_server(&server, where, error, error_size);
    postgres_server_end(&server);
    return done;
}

static bool postgres_check(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct postgres_ledger *ledger = new_ledger(settings, error, error_size);
    if (ledger == NULL)
        return false;
    bool done = in_call(ledger, check_schema, error, error_size);
    postgres_close(ledger);
    return done;
}

/* Whether it has been opened before. */
static bool find_row(struct postgres_ledger *ledger, char *error, size_t error_size)
{
    (void)error, (void)error_size;
    PGresult *rows = postgres_link_ask(&ledger->link, "SELECT FROM ledger_about", NULL);
    bool is_empty = rows != NULL && ledger->server.pq->ntuples(rows) == 0;
    ledger->server.pq->clear(rows);
    return !is_empty;
}

/* Where that can't be known there may be one. */
static bool postgres_exists(const struct ledger_settings *settings)
{
    char error[POSTGRES_ERROR_MAX];
    struct postgres_ledger *ledger = new_ledger(settings, error, sizeof error);
    if (ledger == NULL)
        return true;
    bool exists = !postgres_link_begin(&ledger->link) || find_row(ledger, error, sizeof error);
    postgres_link_end(&ledger->link);
    postgres_close(ledger);
    return exists;
}

const struct ledger_backend ledger_postgres = {
    .open = postgres_open,
    .close = postgres_close,
    .write = postgres_write,
    .write_every_ms = WRITE_EVERY_MS,
    .can_count = true,
    .can_meet = true,
    .has_own_clock = true,
    .exists = postgres_exists,
    .reads = postgres_reads,
    .check = postgres_check,
    .migrate = postgres_migrate,
};

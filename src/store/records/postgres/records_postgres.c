/* Records in a PostgreSQL, which several servers can share: opening it, and watching the lists. */
#include "store/records/postgres/records_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/db/postgres/postgres_schema.h"

#define CALL_WAIT_MS   3000 /* that somebody waits for */
#define WRITER_WAIT_MS 5000

/* In the order of enum records_list. */
#define WATCHED "SELECT site_changes.count, ban_changes.count FROM site_changes, ban_changes"

static const struct postgres_schema SCHEMA = {
    .what = "records", .folder = "postgres/", .table = "tessera_schema"};

/* ------------------------------------------------------------ open, close */

static void postgres_close(void *context)
{
    struct records_postgres_store *store = context;
    if (store->server.pq != NULL) {
        postgres_link_close(&store->writer);
        postgres_link_close(&store->watch);
        postgres_pool_end(&store->pool);
        pthread_mutex_destroy(&store->watch_lock);
    }
    postgres_server_end(&store->server);
    postgres_columns_free(store->columns);
    free(store);
}

static bool check_server(struct records_postgres_store *store,
                         const struct records_settings *settings, char *error, size_t error_size)
{
    bool done = postgres_link_begin(&store->watch);
    if (!done)
        postgres_server_error(&store->server, error, error_size);
    done = done && postgres_schema_check(&SCHEMA, &store->watch, settings->migrate_shared, error,
                                         error_size);
    postgres_link_end(&store->watch);
    return done;
}

static void *postgres_open(const struct records_settings *settings, char *error, size_t error_size)
{
    struct records_postgres_store *store = calloc(1, sizeof *store);
    if (store == NULL || (store->columns = postgres_columns_new()) == NULL) {
        snprintf(error, error_size, "records: out of memory");
        free(store);
        return NULL;
    }
    char why[POSTGRES_ERROR_MAX];
    if (!postgres_server_start(&store->server, settings->where, why, sizeof why)) {
        snprintf(error, error_size, "records: %s", why);
        store->server.pq = NULL;
        postgres_close(store);
        return NULL;
    }
    store->settings = *settings;
    store->watch = (struct postgres_link){.server = &store->server, .wait_ms = CALL_WAIT_MS};
    store->writer = (struct postgres_link){.server = &store->server,
                                           .wait_ms = WRITER_WAIT_MS,
                                           .statements = records_postgres_statements};
    pthread_mutex_init(&store->watch_lock, NULL);
    postgres_pool_start(&store->pool, &store->server, CALL_WAIT_MS);
    if (check_server(store, settings, error, error_size))
        return store;
    postgres_close(store);
    return NULL;
}

static int postgres_schema_version(const struct records_settings *settings)
{
    struct postgres_server server;
    char error[POSTGRES_ERROR_MAX];
    int version = -1;
    if (postgres_server_start(&server, settings->where, error, sizeof error)) {
        struct postgres_link link = {.server = &server, .wait_ms = CALL_WAIT_MS};
        if (postgres_link_begin(&link))
            version = postgres_schema_read(&SCHEMA, &link);
        postgres_link_end(&link);
        postgres_link_close(&link);
    }
    postgres_server_end(&server);
    return version;
}

static int postgres_schema_latest(void)
{
    return postgres_schema_last(&SCHEMA);
}

/* ------------------------------------------------------------------ watch */

static bool read_count(struct records_postgres_store *store, enum records_list list,
                       uint64_t *count)
{
    const struct postgres_library *pq = store->server.pq;
    PGresult *rows = NULL;
    pthread_mutex_lock(&store->watch_lock);
    if (postgres_link_begin(&store->watch))
        rows = postgres_link_ask(&store->watch, WATCHED, NULL);
    bool done = rows != NULL && pq->ntuples(rows) == 1;
    if (done)
        store->last_counts[list] = strtoull(pq->getvalue(rows, 0, (int)list), NULL, 10);
    *count = store->last_counts[list];
    pq->clear(rows);
    postgres_link_end(&store->watch);
    pthread_mutex_unlock(&store->watch_lock);
    return done;
}

static uint64_t postgres_version(void *context, enum records_list list)
{
    uint64_t count;
    /* Where it can't be read the list can't be read either: nothing has changed, for now. */
    (void)read_count(context, list, &count);
    return count;
}

static bool postgres_ready(void *context)
{
    uint64_t count;
    return read_count(context, RECORDS_LIST_SITES, &count);
}

/* A server that comes back is the same one: there is nothing to be lost but what waits. */
static bool postgres_is_lost(void *context)
{
    (void)context;
    return false;
}

/* Its disk is elsewhere: that it is full is known from what it says, for a while. */
static bool postgres_has_room(void *context)
{
    struct records_postgres_store *store = context;
    return tes_clock_steady_us() >= atomic_load(&store->full_until_us);
}

const struct records_backend records_postgres = {
    .is_shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .schema_version = postgres_schema_version,
    .schema_latest = postgres_schema_latest,
    .sql = &records_postgres_sql,
    .version = postgres_version,
    .is_lost = postgres_is_lost,
    .has_room = postgres_has_room,
    .ready = postgres_ready,
    .write_answers = records_postgres_write_answers,
    .forget_answers = records_postgres_forget_answers,
};

/* Records in a PostgreSQL, which several servers can share: opening it, watching the sites, reading
 * the views. */
#include "store/records/postgres/records_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/db/postgres/postgres_schema.h"

#define DAY_MS         86400000
#define CALL_WAIT_MS   3000 /* that somebody waits for */
#define WRITER_WAIT_MS 5000
#define UNIQUE_STATE   "23505"

/* In the order of enum records_list. */
#define WATCHED "SELECT site_changes.count, ban_changes.count FROM site_changes, ban_changes"

static const struct postgres_schema SCHEMA = {
    .what = "records", .folder = "postgres/", .table = "tessera_schema"};

/* ------------------------------------------------------------------ calls */

static enum records_result result_of(const struct postgres_link *link, const PGresult *rows)
{
    if (rows != NULL)
        return RECORDS_OK;
    return strcmp(link->state, UNIQUE_STATE) == 0 ? RECORDS_EXISTS : RECORDS_FAILED;
}

/* How many rows it gave, or changed. */
static int count_of(const struct postgres_library *pq, PGresult *rows)
{
    return pq->resultStatus(rows) == PGRES_TUPLES_OK ? pq->ntuples(rows)
                                                     : atoi(pq->cmdTuples(rows));
}

void records_postgres_call(struct records_postgres_call *call, struct records_postgres_store *store,
                           const char *sql, const struct postgres_values *values)
{
    *call = (struct records_postgres_call){.store = store, .result = RECORDS_FAILED};
    call->link = postgres_pool_take(&store->pool);
    if (call->link == NULL)
        return;
    call->rows = postgres_link_ask(call->link, sql, values);
    call->result = result_of(call->link, call->rows);
    if (call->rows == NULL)
        return;
    call->count = count_of(store->server.pq, call->rows);
    if (call->count == 0)
        call->result = RECORDS_ABSENT;
}

void records_postgres_call_end(struct records_postgres_call *call)
{
    call->store->server.pq->clear(call->rows);
    postgres_pool_give(&call->store->pool, call->link);
}

enum records_result records_postgres_change(struct records_postgres_store *store, const char *sql,
                                            const struct postgres_values *values)
{
    struct records_postgres_call call;
    records_postgres_call(&call, store, sql, values);
    records_postgres_call_end(&call);
    return call.result;
}

struct postgres_link *records_postgres_begin(struct records_postgres_store *store)
{
    struct postgres_link *link = postgres_pool_take(&store->pool);
    if (link == NULL || postgres_link_run(link, "BEGIN"))
        return link;
    postgres_pool_give(&store->pool, link);
    return NULL;
}

enum records_result records_postgres_run(struct postgres_link *link, const char *sql,
                                         const struct postgres_values *values)
{
    const struct postgres_library *pq = link->server->pq;
    PGresult *rows = postgres_link_ask(link, sql, values);
    enum records_result result = result_of(link, rows);
    if (rows != NULL && count_of(pq, rows) == 0)
        result = RECORDS_ABSENT;
    pq->clear(rows);
    return result;
}

enum records_result records_postgres_end(struct records_postgres_store *store,
                                         struct postgres_link *link, enum records_result result)
{
    if (result == RECORDS_OK && !postgres_link_run(link, "COMMIT"))
        result = RECORDS_FAILED;
    /* A transaction that can't even be undone must not be the next one's. */
    if (result != RECORDS_OK && !postgres_link_run(link, "ROLLBACK"))
        postgres_link_close(link);
    postgres_pool_give(&store->pool, link);
    return result;
}

static const char *column_of(const struct records_postgres_call *call, int row, int column)
{
    return call->store->server.pq->getvalue(call->rows, row, column); /* "" for NULL */
}

void records_postgres_text(const struct records_postgres_call *call, int row, int column,
                           char *text, size_t text_size)
{
    snprintf(text, text_size, "%s", column_of(call, row, column));
}

uint64_t records_postgres_number(const struct records_postgres_call *call, int row, int column)
{
    return strtoull(column_of(call, row, column), NULL, 10);
}

double records_postgres_real(const struct records_postgres_call *call, int row, int column)
{
    return strtod(column_of(call, row, column), NULL);
}

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
    store->history_ms = (uint64_t)settings->history_days * DAY_MS;
    store->history_bytes_max = settings->history_bytes_max;
    store->profiles_max = settings->profiles_max;
    store->recommend = settings->recommend;
    store->recommend_context = settings->recommend_context;
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

/* ------------------------------------------------------------------ views */

static enum records_result
postgres_stats(void *context, bool (*each)(void *context, const struct records_stats_row *row),
               void *each_context)
{
    struct records_postgres_call call;
    records_postgres_call(&call, context,
                          "SELECT difficulty, total_challenges, passed, failed, suspicious,"
                          " unique_users, avg_response_time_ms, stddev_response_time_ms,"
                          " pass_rate, fail_rate"
                          " FROM spatial_challenge_stats ORDER BY difficulty COLLATE \"C\"",
                          NULL);
    for (int i = 0; i < call.count; i++) {
        struct records_stats_row row = {
            .total_challenges = records_postgres_number(&call, i, 1),
            .passed = records_postgres_number(&call, i, 2),
            .failed = records_postgres_number(&call, i, 3),
            .suspicious = records_postgres_number(&call, i, 4),
            .unique_users = records_postgres_number(&call, i, 5),
            .avg_response_time_ms = records_postgres_real(&call, i, 6),
            .stddev_response_time_ms = records_postgres_real(&call, i, 7),
            .pass_rate = records_postgres_real(&call, i, 8),
            .fail_rate = records_postgres_real(&call, i, 9),
        };
        records_postgres_text(&call, i, 0, row.difficulty, sizeof row.difficulty);
        if (!each(each_context, &row))
            break;
    }
    records_postgres_call_end(&call);
    return call.result == RECORDS_ABSENT ? RECORDS_OK : call.result;
}

#define PERFORMANCE_COLUMNS                                                                        \
    "SELECT user_id, total_attempts, passed, suspicious_count, pass_rate, "                        \
    "avg_response_time_ms, " RECORDS_POSTGRES_MOMENT(                                              \
        "last_attempt_at") ", user_source FROM spatial_user_performance"

static enum records_result
postgres_performance(void *context, const char *user,
                     bool (*each)(void *context, const struct records_performance_row *row),
                     void *each_context)
{
    struct records_postgres_call call;
    struct postgres_values values = {0};
    if (user != NULL)
        postgres_values_add(&values, tes_slice_of(user));
    records_postgres_call(&call, context,
                          user != NULL
                              ? PERFORMANCE_COLUMNS " WHERE user_id = $1 ORDER BY user_source"
                              : PERFORMANCE_COLUMNS " ORDER BY user_id COLLATE \"C\", user_source",
                          &values);
    for (int i = 0; i < call.count; i++) {
        struct records_performance_row row = {
            .total_attempts = records_postgres_number(&call, i, 1),
            .passed = records_postgres_number(&call, i, 2),
            .suspicious_count = records_postgres_number(&call, i, 3),
            .pass_rate = records_postgres_real(&call, i, 4),
            .avg_response_time_ms = records_postgres_real(&call, i, 5),
        };
        records_postgres_text(&call, i, 0, row.user_id, sizeof row.user_id);
        records_postgres_text(&call, i, 6, row.last_attempt_at, sizeof row.last_attempt_at);
        records_postgres_text(&call, i, 7, row.user_source, sizeof row.user_source);
        if (!each(each_context, &row))
            break;
    }
    records_postgres_call_end(&call);
    return call.result == RECORDS_ABSENT ? RECORDS_OK : call.result;
}

const struct records_backend records_postgres = {
    .is_shared = true,
    .open = postgres_open,
    .close = postgres_close,
    .schema_version = postgres_schema_version,
    .schema_latest = postgres_schema_latest,
    .site_add = records_postgres_site_add,
    .site_rotate = records_postgres_site_rotate,
    .site_set_difficulty = records_postgres_site_set_difficulty,
    .site_set_wishes = records_postgres_site_set_wishes,
    .site_set_hostnames = records_postgres_site_set_hostnames,
    .site_remove = records_postgres_site_remove,
    .site_list = records_postgres_site_list,
    .version = postgres_version,
    .stats = postgres_stats,
    .performance = postgres_performance,
    .profile_read = records_postgres_profile_read,
    .state_read = records_postgres_state_read,
    .state_write = records_postgres_state_write,
    .review_add = records_postgres_review_add,
    .review_find = records_postgres_review_find,
    .review_decide = records_postgres_review_decide,
    .review_list = records_postgres_review_list,
    .ban_add = records_postgres_ban_add,
    .ban_remove = records_postgres_ban_remove,
    .ban_sweep = records_postgres_ban_sweep,
    .ban_list = records_postgres_ban_list,
    .code_add = records_postgres_code_add,
    .code_find = records_postgres_code_find,
    .export = records_postgres_export,
    .forget = records_postgres_forget,
    .keys_read = records_postgres_keys_read,
    .key_add = records_postgres_key_add,
    .key_signs = records_postgres_key_signs,
    .key_reseal = records_postgres_key_reseal,
    .key_remove = records_postgres_key_remove,
    .is_lost = postgres_is_lost,
    .has_room = postgres_has_room,
    .ready = postgres_ready,
    .write_answers = records_postgres_write_answers,
    .forget_answers = records_postgres_forget_answers,
};

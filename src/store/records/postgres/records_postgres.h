/*
 * records_postgres.h: what the files of the PostgreSQL back end share. Calls that somebody waits
 * for take a link of the pool; the thread that writes and whoever watches have one of their own.
 */
#ifndef STORE_RECORDS_POSTGRES_H
#define STORE_RECORDS_POSTGRES_H

#include <stdatomic.h>

#include "store/db/moment.h"
#include "store/db/postgres/postgres_columns.h"
#include "store/db/postgres/postgres_pool.h"
#include "store/records/records_backend.h"

struct records_postgres_store {
    struct postgres_server server;
    struct postgres_pool pool;

    pthread_mutex_t watch_lock;
    struct postgres_link watch;
    uint64_t last_counts[RECORDS_LISTS];

    struct postgres_link writer;
    struct postgres_columns *columns; /* the writer's */
    struct records_settings settings;
    _Atomic uint64_t full_until_us; /* until when its disk counts as full */
};

extern const struct sql_driver records_postgres_sql;

/* Adds a row for the statement of its event. */
void records_postgres_add_row(struct postgres_columns *columns, const struct answer *answer);

/* The statements of the thread that writes. */
extern const struct postgres_statement records_postgres_statements[];
bool records_postgres_write_answers(void *store, const struct answer *batch);
bool records_postgres_forget_answers(void *store);

#endif

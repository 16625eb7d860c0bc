/* sql.h on PostgreSQL: each call has a link of the pool. The types of values are told, so that
 * statements cast nothing; rows come as texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "store/records/postgres/records_postgres.h"

#define NUMBER_TYPE  20 /* OIDs of bigint and timestamptz */
#define MOMENT_TYPE  1184
#define AS_TEXT      0
#define UNIQUE_STATE "23505"

static const struct postgres_library *library_of(const struct sql_call *call)
{
    return ((const struct records_postgres_store *)call->store)->server.pq;
}

static void begin_call(struct sql_call *call)
{
    struct records_postgres_store *store = call->store;
    struct postgres_link *link = postgres_pool_take(&store->pool);
    call->link = link;
    if (link == NULL || (call->mode == SQL_TRANSACTION && !postgres_link_run(link, "BEGIN")))
        call->result = RECORDS_FAILED;
}

static void end_call(struct sql_call *call)
{
    struct records_postgres_store *store = call->store;
    if (call->mode == SQL_TRANSACTION && call->link != NULL) {
        if (call->result == RECORDS_OK && !postgres_link_run(call->link, "COMMIT"))
            call->result = RECORDS_FAILED;
        /* A transaction that can't even be undone must not be the next one's. */
        if (call->result != RECORDS_OK && !postgres_link_run(call->link, "ROLLBACK"))
            postgres_link_close(call->link);
    }
    postgres_pool_give(&store->pool, call->link);
}

static void add_value(struct postgres_values *values, const struct sql_value *value)
{
    int i = values->count;
    if (value->type == SQL_NUMBER) {
        postgres_values_add_number(values, value->number);
        values->types[i] = NUMBER_TYPE;
        values->formats[i] = AS_TEXT;
    } else if (value->type == SQL_MOMENT) {
        if (value->text.at != NULL)
            postgres_values_add(values, value->text);
        else
            postgres_values_add_moment(values, (uint64_t)value->number);
        values->types[i] = MOMENT_TYPE;
        values->formats[i] = AS_TEXT;
    } else if (value->type == SQL_BYTES) {
        postgres_values_add_bytes(values, value->text);
    } else {
        postgres_values_add(values, value->text);
    }
    if (value->is_null)
        values->at[i] = NULL;
}

static void free_rows(struct sql_call *call)
{
    library_of(call)->clear(call->rows);
    call->rows = NULL;
}

static void ask(struct sql_call *call, const char *sql, const struct sql_value *values)
{
    const struct postgres_library *pq = library_of(call);
    struct postgres_link *link = call->link;
    struct postgres_values told = {0};
    for (; values != NULL && values->type != SQL_END; values++)
        add_value(&told, values);
    PGresult *result = postgres_link_ask(link, sql, &told);
    call->rows = result;
    call->result = RECORDS_OK;
    if (result == NULL) {
        call->result = strcmp(link->state, UNIQUE_STATE) == 0 ? RECORDS_EXISTS : RECORDS_FAILED;
    } else if (pq->resultStatus(result) != PGRES_TUPLES_OK) {
        call->count = atoi(pq->cmdTuples(result));
        call->result = call->count > 0 ? RECORDS_OK : RECORDS_ABSENT;
        free_rows(call);
    }
}

static bool next_row(struct sql_call *call)
{
    return ++call->row < library_of(call)->ntuples(call->rows);
}

static struct tes_slice column_text(const struct sql_call *call, int column)
{
    const struct postgres_library *pq = library_of(call);
    if (pq->getisnull(call->rows, call->row, column))
        return (struct tes_slice){NULL, 0};
    return (struct tes_slice){pq->getvalue(call->rows, call->row, column),
                              (size_t)pq->getlength(call->rows, call->row, column)};
}

static uint64_t column_number(const struct sql_call *call, int column)
{
    /* "" for NULL */
    return strtoull(library_of(call)->getvalue(call->rows, call->row, column), NULL, 10);
}

static double column_real(const struct sql_call *call, int column)
{
    return strtod(library_of(call)->getvalue(call->rows, call->row, column), NULL);
}

static bool column_bytes(const struct sql_call *call, int column, void *bytes, size_t size,
                         size_t *length)
{
    struct tes_slice hex = column_text(call, column);
    if (!tes_slice_starts(hex, TES_SLICE("\\x")))
        return false;
    hex = (struct tes_slice){hex.at + 2, hex.length - 2};
    *length = hex.length / 2;
    return *length <= size && tes_hex_decode(hex, bytes, *length);
}

static void write_position(uint64_t wall_ms, char position[SQL_POSITION_MAX])
{
    if (wall_ms == UINT64_MAX)
        snprintf(position, SQL_POSITION_MAX, "infinity");
    else
        moment_write(position, wall_ms);
}

const struct sql_driver records_postgres_sql = {
    .is_postgres = true,
    .row_order = "presented_at",
    .position = write_position,
    .begin = begin_call,
    .ask = ask,
    .next = next_row,
    .free_rows = free_rows,
    .end = end_call,
    .column = column_text,
    .number = column_number,
    .real = column_real,
    .bytes = column_bytes,
};

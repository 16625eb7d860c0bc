/* sql.h on SQLite: all calls share the connection `admin`, under its lock. They are few, so that
 * statements are prepared for each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/records/sqlite/records_sqlite.h"

static void begin_call(struct sql_call *call)
{
    struct records_sqlite_store *store = call->store;
    pthread_mutex_lock(&store->admin_lock);
    /* Without memory the one before may not even have been undone. */
    sqlite_file_rollback(store->admin);
    if (!sqlite3_get_autocommit(store->admin) ||
        (call->mode != SQL_READ && !sqlite_file_execute(store->admin, "BEGIN IMMEDIATE")))
        call->result = RECORDS_FAILED;
}

static void end_call(struct sql_call *call)
{
    struct records_sqlite_store *store = call->store;
    if (call->mode != SQL_READ && call->result == RECORDS_OK &&
        !sqlite_file_execute(store->admin, "COMMIT"))
        call->result = RECORDS_FAILED;
    if (call->mode != SQL_READ && call->result != RECORDS_OK)
        sqlite_file_rollback(store->admin);
    pthread_mutex_unlock(&store->admin_lock);
}

static bool bind_value(sqlite3_stmt *statement, int number, const struct sql_value *value)
{
    char name[16], moment[MOMENT_MAX];
    struct tes_slice text = value->text;
    snprintf(name, sizeof name, "$%d", number);
    int index = sqlite3_bind_parameter_index(statement, name);
    if (index == 0 || value->is_null) /* not in this text; NULL, as all are at first */
        return true;
    switch (value->type) {
    case SQL_NUMBER:
        return sqlite3_bind_int64(statement, index, value->number) == SQLITE_OK;
    case SQL_BYTES:
        return sqlite3_bind_blob64(statement, index, text.at, text.length, SQLITE_STATIC) ==
               SQLITE_OK;
    case SQL_MOMENT:
        if (text.at == NULL) {
            moment_write(moment, (uint64_t)value->number);
            text = tes_slice_of(moment);
        }
        return sqlite3_bind_text(statement, index, text.at, (int)text.length, SQLITE_TRANSIENT) ==
               SQLITE_OK;
    default:
        return sqlite3_bind_text(statement, index, text.at, (int)text.length, SQLITE_STATIC) ==
               SQLITE_OK;
    }
}

static void free_rows(struct sql_call *call)
{
    sqlite3_finalize(call->rows);
    call->rows = NULL;
}

/* What a statement that changes rows says of itself. */
static enum records_result result_of(sqlite3 *db, int step)
{
    if (step == SQLITE_DONE)
        return sqlite3_changes(db) > 0 ? RECORDS_OK : RECORDS_ABSENT;
    int code = sqlite3_extended_errcode(db);
    return code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE
               ? RECORDS_EXISTS
               : RECORDS_FAILED;
}

static void ask(struct sql_call *call, const char *sql, const struct sql_value *values)
{
    sqlite3 *db = ((struct records_sqlite_store *)call->store)->admin;
    sqlite3_stmt *statement = sqlite_file_prepare(db, sql);
    bool is_bound = statement != NULL;
    for (int i = 0; is_bound && values != NULL && values[i].type != SQL_END; i++)
        is_bound = bind_value(statement, i + 1, &values[i]);
    call->rows = statement;
    call->result = is_bound ? RECORDS_OK : RECORDS_FAILED;
    if (!is_bound || sqlite3_column_count(statement) > 0)
        return;
    call->result = result_of(db, sqlite3_step(statement));
    call->count = sqlite3_changes(db);
    free_rows(call);
}

/* Whether the row's columns can be read: a text for which there is no memory would look like NULL.
 */
static bool has_columns(sqlite3_stmt *row)
{
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        int type = sqlite3_column_type(row, i);
        if (type == SQLITE_BLOB
                ? sqlite3_column_blob(row, i) == NULL && sqlite3_column_bytes(row, i) > 0
                : type != SQLITE_NULL && sqlite3_column_text(row, i) == NULL)
            return false;
    }
    return true;
}

static bool next_row(struct sql_call *call)
{
    int step = sqlite3_step(call->rows);
    if (step == SQLITE_ROW && !has_columns(call->rows))
        step = SQLITE_NOMEM;
    if (step != SQLITE_ROW && step != SQLITE_DONE)
        call->result = RECORDS_FAILED;
    if (step != SQLITE_ROW)
        free_rows(call);
    return step == SQLITE_ROW;
}

static struct tes_slice column_text(const struct sql_call *call, int column)
{
    const char *text = (const char *)sqlite3_column_text(call->rows, column);
    return (struct tes_slice){text, (size_t)sqlite3_column_bytes(call->rows, column)};
}

static uint64_t column_number(const struct sql_call *call, int column)
{
    return (uint64_t)sqlite3_column_int64(call->rows, column);
}

static double column_real(const struct sql_call *call, int column)
{
    return sqlite3_column_double(call->rows, column);
}

static bool column_bytes(const struct sql_call *call, int column, void *bytes, size_t size,
                         size_t *length)
{
    bool is_null = sqlite3_column_type(call->rows, column) == SQLITE_NULL;
    const void *from = sqlite3_column_blob(call->rows, column);
    *length = (size_t)sqlite3_column_bytes(call->rows, column);
    if (is_null || *length > size)
        return false;
    if (*length > 0)
        memcpy(bytes, from, *length);
    return true;
}

static void write_position(uint64_t wall_ms, char position[SQL_POSITION_MAX])
{
    int64_t key =
        wall_ms == UINT64_MAX ? INT64_MAX : records_sqlite_row_key(wall_ms, TES_SLICE(""));
    snprintf(position, SQL_POSITION_MAX, "%lld", (long long)key);
}

const struct sql_driver records_sqlite_sql = {
    .row_order = "row_key",
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

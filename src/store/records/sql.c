#include "store/records/sql.h"

#include <stdio.h>
#include <string.h>

#include "store/db/moment.h"
#include "store/records/records_backend.h"

/* ----------------------------------------------------------------- values */

struct sql_value sql_text(const char *text)
{
    return (struct sql_value){.type = SQL_TEXT, .text = tes_slice_of(text)};
}

struct sql_value sql_text_or_null(const char *text)
{
    struct sql_value value = sql_text(text != NULL ? text : "");
    value.is_null = value.text.length == 0;
    return value;
}

struct sql_value sql_bytes(const void *bytes, size_t length)
{
    return (struct sql_value){.type = SQL_BYTES, .text = {length > 0 ? bytes : "", length}};
}

struct sql_value sql_number(int64_t number)
{
    return (struct sql_value){.type = SQL_NUMBER, .number = number};
}

struct sql_value sql_moment(uint64_t wall_ms)
{
    return (struct sql_value){
        .type = SQL_MOMENT, .is_null = wall_ms == 0, .number = (int64_t)wall_ms};
}

/* ------------------------------------------------------------------ calls */

const char *sql_pick(const struct records *records, const char *sqlite, const char *postgres)
{
    return records->backend->sql->is_postgres ? postgres : sqlite;
}

void sql_begin(struct sql_call *call, struct records *records, enum sql_mode mode)
{
    *call =
        (struct sql_call){.driver = records->backend->sql, .store = records->store, .mode = mode};
    call->driver->begin(call);
}

enum records_result sql_ask(struct sql_call *call, const char *sql, const struct sql_value *values)
{
    call->driver->free_rows(call);
    if (call->result != RECORDS_FAILED) {
        call->row = -1;
        call->driver->ask(call, sql, values);
    }
    return call->result;
}

bool sql_next(struct sql_call *call)
{
    return call->result == RECORDS_OK && call->rows != NULL && call->driver->next(call);
}

enum records_result sql_end(struct sql_call *call)
{
    call->driver->free_rows(call);
    call->driver->end(call);
    return call->result;
}

enum records_result sql_change(struct records *records, const char *sql,
                               const struct sql_value *values)
{
    struct sql_call call;
    sql_begin(&call, records, SQL_CHANGE);
    sql_ask(&call, sql, values);
    return sql_end(&call);
}

void sql_open(struct sql_call *call, struct records *records, const char *sql,
              const struct sql_value *values)
{
    sql_begin(call, records, SQL_READ);
    sql_ask(call, sql, values);
}

bool sql_find(struct sql_call *call, struct records *records, const char *sql,
              const struct sql_value *values)
{
    sql_open(call, records, sql, values);
    bool is_there = sql_next(call);
    if (!is_there && call->result == RECORDS_OK)
        call->result = RECORDS_ABSENT;
    return is_there;
}

/* ---------------------------------------------------------------- columns */

struct tes_slice sql_column(const struct sql_call *call, int column)
{
    return call->driver->column(call, column);
}

void sql_read_text(const struct sql_call *call, int column, char *text, size_t text_size)
{
    struct tes_slice from = sql_column(call, column);
    snprintf(text, text_size, "%s", from.at != NULL ? from.at : "");
}

uint64_t sql_read_number(const struct sql_call *call, int column)
{
    return call->driver->number(call, column);
}

uint64_t sql_read_moment(const struct sql_call *call, int column)
{
    struct tes_slice text = sql_column(call, column);
    return text.at != NULL ? moment_read(text.at) : 0;
}

double sql_read_real(const struct sql_call *call, int column)
{
    return call->driver->real(call, column);
}

bool sql_read_bytes(const struct sql_call *call, int column, void *bytes, size_t size,
                    size_t *length)
{
    return call->driver->bytes(call, column, bytes, size, length);
}

/* Rows for people, a page at a time, and a person's rows deleted. */
#include "store/records/records_export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/db/moment.h"
#include "store/records/records_backend.h"
#include "store/records/sql.h"

#define PAGE_ROWS      100
#define PAGE_ROWS_TEXT "100"
#define ID_MAX         65
#define SQL_MAX        1024

/* Where a page ends. */
struct position {
    char order[SQL_POSITION_MAX], id[ID_MAX];
};

/* A row that was copied, so that nothing of the store is held while it is looked at. */
struct copied {
    struct records_row row;
    char bytes[];
};

enum kind { KIND_TEXT, KIND_NUMBER, KIND_JSON, KIND_FLAG, KIND_MOMENT };

/* A column of the row, whose first one is its position; a moment is written to `moment`. */
static struct tes_slice read_value(const struct sql_call *call, int column, char *moment)
{
    static const enum kind KINDS[] = {
#define COLUMN_KIND(name, kind) KIND_##kind,
        RECORDS_COLUMNS(COLUMN_KIND)
#undef COLUMN_KIND
    };
    struct tes_slice text = sql_column(call, column + 1);
    if (text.at == NULL)
        return text;
    if (KINDS[column] == KIND_FLAG)
        return text.at[0] == '1' || text.at[0] == 't' ? TES_SLICE("true") : TES_SLICE("false");
    uint64_t ms = KINDS[column] == KIND_MOMENT ? moment_read(text.at) : 0;
    if (ms == 0)
        return text;
    moment_write(moment, ms);
    return tes_slice_of(moment);
}

static struct copied *copy_row(const struct sql_call *call)
{
    struct tes_slice values[RECORDS_COLUMN_COUNT];
    char moments[RECORDS_COLUMN_COUNT][MOMENT_MAX];
    size_t size = 0;
    for (int i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        values[i] = read_value(call, i, moments[i]);
        size += values[i].length;
    }
    struct copied *copied = calloc(1, sizeof *copied + size + 1);
    if (copied == NULL)
        return NULL;
    char *end = copied->bytes;
    for (int i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        if (values[i].at == NULL)
            continue;
        memcpy(end, values[i].at, values[i].length);
        copied->row.values[i] = (struct tes_slice){end, values[i].length};
        end += values[i].length;
    }
    return copied;
}

/* Reads a page behind `*last`, which moves on; gives the number of rows, or -1. */
static int read_page(struct records *records, const struct records_choice *choice,
                     struct position *last, struct copied *page[PAGE_ROWS])
{
    const struct sql_driver *driver = records->backend->sql;
    char sql[SQL_MAX];
    struct position until;
    struct sql_call call;
    int count = 0;
    driver->position(choice->until_ms > 0 ? choice->until_ms : UINT64_MAX, until.order);
#define COMMA_NAME(name, kind) ", " #name
    snprintf(sql, sizeof sql,
             "SELECT %s" RECORDS_COLUMNS(
                 COMMA_NAME) " FROM spatial_challenges"
                             " WHERE (%s, challenge_id) > ($1, $2) AND %s < $3 AND ($4 IS NULL OR "
                             "site = $4)"
                             " %s ORDER BY %s, challenge_id LIMIT " PAGE_ROWS_TEXT,
             driver->row_order, driver->row_order, driver->row_order,
             choice->user != NULL ? "AND user_id = $5" : "", driver->row_order);
#undef COMMA_NAME
    sql_open(&call, records, sql,
             SQL_VALUES({.type = SQL_MOMENT, .text = tes_slice_of(last->order)}, sql_text(last->id),
                        {.type = SQL_MOMENT, .text = tes_slice_of(until.order)},
                        sql_text_or_null(choice->site), sql_text_or_null(choice->user)));
    while (sql_next(&call)) {
        page[count] = copy_row(&call);
        if (page[count] == NULL) {
            call.result = RECORDS_FAILED;
            break;
        }
        count++;
        sql_read_text(&call, 0, last->order, sizeof last->order);
        sql_read_text(&call, RECORDS_COLUMN_challenge_id + 1, last->id, sizeof last->id);
    }
    if (sql_end(&call) == RECORDS_OK)
        return count;
    while (count > 0)
        free(page[--count]);
    return -1;
}

enum records_result records_export(struct records *records, const struct records_choice *choice,
                                   bool (*each)(void *context, const struct records_row *row),
                                   void *context)
{
    struct copied *page[PAGE_ROWS];
    struct position last = {.id = ""};
    bool goes_on = true;
    records->backend->sql->position(choice->since_ms, last.order);
    for (int count = PAGE_ROWS; goes_on && count == PAGE_ROWS;) {
        count = read_page(records, choice, &last, page);
        if (count < 0)
            return RECORDS_FAILED;
        for (int i = 0; i < count; i++) {
            goes_on = goes_on && each(context, &page[i]->row);
            free(page[i]);
        }
    }
    return RECORDS_OK;
}

/* ----------------------------------------------------------------- forget */

#define CHOSEN " WHERE user_id = $1 AND ($2 IS NULL OR site = $2)"

enum records_result records_forget(struct records *records, const struct records_choice *choice,
                                   void (*each)(void *context, const char *png_path), void *context,
                                   struct records_forgotten *forgotten)
{
    const struct {
        const char *sql;
        uint64_t *count;
    } tables[] = {
        {"DELETE FROM spatial_challenges" CHOSEN, &forgotten->challenges},
        {"DELETE FROM spatial_user_profiles" CHOSEN, &forgotten->profiles},
        {"DELETE FROM user_states" CHOSEN, &forgotten->states},
    };
    const struct sql_value *values =
        SQL_VALUES(sql_text_or_null(choice->user), sql_text_or_null(choice->site));
    struct sql_call call;
    memset(forgotten, 0, sizeof *forgotten);
    if (choice->user == NULL || choice->user[0] == '\0')
        return RECORDS_FAILED;
    sql_begin(&call, records, SQL_TRANSACTION);
    sql_ask(&call, "SELECT png_path FROM spatial_challenges" CHOSEN " AND png_path IS NOT NULL",
            values);
    while (sql_next(&call))
        each(context, sql_column(&call, 0).at);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (sql_ask(&call, tables[i].sql, values) == RECORDS_OK)
            *tables[i].count = (uint64_t)call.count;
        else if (call.result == RECORDS_ABSENT)
            call.result = RECORDS_OK;
    }
    return sql_end(&call);
}

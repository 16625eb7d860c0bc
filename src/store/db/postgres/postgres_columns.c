#include "store/db/postgres/postgres_columns.h"

#include <stdlib.h>

struct postgres_columns {
    struct tes_buf texts[POSTGRES_VALUES_MAX];
    int count; /* of those in use */
};

#define COLUMN_BYTES_MAX ((size_t)64 * 1024 * 1024)

static bool grow_column(struct tes_buf *buf, size_t size_wanted)
{
    size_t size = buf->size > 0 ? buf->size : 4096;
    while (size < size_wanted)
        size *= 2;
    char *at = size <= buf->ceiling ? realloc(buf->at, size) : NULL;
    if (at == NULL)
        return false;
    buf->at = at;
    buf->size = size;
    return true;
}

struct postgres_columns *postgres_columns_new(void)
{
    struct postgres_columns *columns = calloc(1, sizeof *columns);
    for (size_t i = 0; columns != NULL && i < POSTGRES_VALUES_MAX; i++)
        columns->texts[i] = (struct tes_buf){.grow = grow_column, .ceiling = COLUMN_BYTES_MAX};
    return columns;
}

void postgres_columns_free(struct postgres_columns *columns)
{
    for (size_t i = 0; columns != NULL && i < POSTGRES_VALUES_MAX; i++)
        free(columns->texts[i].at);
    free(columns);
}

static void write_element(struct tes_buf *array, const char *at, size_t length)
{
    tes_buf_char(array, array->length == 0 ? '{' : ',');
    if (at == NULL) {
        tes_buf_text(array, "NULL");
        return;
    }
    tes_buf_char(array, '"');
    for (size_t plain; length > 0; at += plain, length -= plain) {
        for (plain = 0; plain < length && at[plain] != '"' && at[plain] != '\\'; plain++)
            ;
        tes_buf_append(array, at, plain);
        if (plain < length) {
            tes_buf_char(array, '\\');
            tes_buf_char(array, at[plain++]);
        }
    }
    tes_buf_char(array, '"');
}

void postgres_columns_start(struct postgres_columns *columns)
{
    for (size_t i = 0; i < POSTGRES_VALUES_MAX; i++) {
        columns->texts[i].length = 0;
        columns->texts[i].failed = false;
    }
    columns->count = 0;
}

void postgres_columns_add(struct postgres_columns *columns, const struct postgres_values *values)
{
    columns->count = values->count;
    for (int i = 0; i < values->count; i++)
        write_element(&columns->texts[i], values->at[i], (size_t)values->lengths[i]);
}

static bool end_arrays(struct postgres_columns *columns, struct postgres_values *arrays)
{
    *arrays = (struct postgres_values){0};
    for (int i = 0; i < columns->count; i++) {
        tes_buf_char(&columns->texts[i], '}');
        if (columns->texts[i].failed)
            return false;
        postgres_values_add(arrays, tes_buf_done(&columns->texts[i]));
    }
    return true;
}

bool postgres_columns_send(struct postgres_columns *columns, struct postgres_link *link,
                           const char *name)
{
    struct postgres_values arrays;
    return end_arrays(columns, &arrays) && postgres_link_send(link, name, &arrays);
}

bool postgres_columns_send_text(struct postgres_columns *columns, struct postgres_link *link,
                                const char *sql)
{
    struct postgres_values arrays;
    return end_arrays(columns, &arrays) && postgres_link_send_values(link, sql, &arrays);
}

PGresult *postgres_columns_ask(struct postgres_columns *columns, struct postgres_link *link,
                               const char *sql)
{
    struct postgres_values arrays;
    return end_arrays(columns, &arrays) ? postgres_link_ask(link, sql, &arrays) : NULL;
}

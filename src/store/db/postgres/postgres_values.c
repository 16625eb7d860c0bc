#include "store/db/postgres/postgres_values.h"

#include "base/buf.h"

#define BYTES_TYPE 17 /* an OID as well */
#define BINARY     1

void postgres_values_add(struct postgres_values *values, struct tes_slice text)
{
    values->at[values->count] = text.length > 0 ? text.at : "";
    values->lengths[values->count] = (int)text.length;
    values->formats[values->count] = BINARY;
    values->types[values->count] = POSTGRES_TEXT_TYPE;
    values->count++;
}

void postgres_values_add_bytes(struct postgres_values *values, struct tes_slice bytes)
{
    postgres_values_add(values, bytes);
    values->types[values->count - 1] = BYTES_TYPE;
}

void postgres_values_add_or_null(struct postgres_values *values, struct tes_slice text)
{
    postgres_values_add(values, text);
    if (text.length == 0)
        values->at[values->count - 1] = NULL;
}

void postgres_values_add_number(struct postgres_values *values, int64_t number)
{
    struct tes_buf text = tes_buf_on(values->texts[values->count], MOMENT_MAX);
    tes_buf_number(&text, number);
    postgres_values_add(values, tes_buf_done(&text));
}

void postgres_values_add_moment(struct postgres_values *values, uint64_t wall_ms)
{
    char *text = values->texts[values->count];
    moment_write(text, wall_ms);
    postgres_values_add(values, tes_slice_of(text));
}

void postgres_values_add_moment_or_null(struct postgres_values *values, uint64_t wall_ms)
{
    if (wall_ms > 0)
        postgres_values_add_moment(values, wall_ms);
    else
        postgres_values_add_or_null(values, TES_SLICE(""));
}

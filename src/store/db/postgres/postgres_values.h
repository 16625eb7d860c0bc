/*
 * postgres_values.h: the values of a statement to a PostgreSQL.
 */
#ifndef STORE_POSTGRES_VALUES_H
#define STORE_POSTGRES_VALUES_H

#include <libpq-fe.h>

#include "store/db/moment.h"

#define POSTGRES_VALUES_MAX 26
#define POSTGRES_TEXT_TYPE  25 /* the OID of PostgreSQL's text */

/* In order: $1 is the first. What is added as a slice outlives the call. */
struct postgres_values {
    int count;
    const char *at[POSTGRES_VALUES_MAX];
    int lengths[POSTGRES_VALUES_MAX];
    int formats[POSTGRES_VALUES_MAX];
    Oid types[POSTGRES_VALUES_MAX];
    char texts[POSTGRES_VALUES_MAX][MOMENT_MAX]; /* of numbers and moments */
};

/* A text of UTF-8; with `_or_null`, an empty one is NULL. What is no text is cast by the statement:
 * $1::bigint. */
void postgres_values_add(struct postgres_values *values, struct tes_slice text);
void postgres_values_add_or_null(struct postgres_values *values, struct tes_slice text);
void postgres_values_add_bytes(struct postgres_values *values, struct tes_slice bytes);

/* A number, to be cast; and a moment, to be cast to timestamptz: with `_or_null`, 0 is NULL. Their
 * texts are within `values`, which is not copied from then on. */
void postgres_values_add_number(struct postgres_values *values, int64_t number);
void postgres_values_add_moment(struct postgres_values *values, uint64_t wall_ms);
void postgres_values_add_moment_or_null(struct postgres_values *values, uint64_t wall_ms);

#endif

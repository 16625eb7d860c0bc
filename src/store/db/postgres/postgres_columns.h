/*
 * postgres_columns.h: rows as statements over arrays are told them: an array for each column, with
 * an element for each row, so that a statement's own cost is that of many rows.
 */
#ifndef STORE_POSTGRES_COLUMNS_H
#define STORE_POSTGRES_COLUMNS_H

#include "base/buf.h"
#include "store/db/postgres/postgres_link.h"

/* Texts of arrays, "{...}", a column each. Their memory is kept from batch to batch. */
struct postgres_columns;

struct postgres_columns *postgres_columns_new(void);          /* NULL where memory is out */
void postgres_columns_free(struct postgres_columns *columns); /* accepts NULL */

/* Empties them; adds a row, of as many values each time. */
void postgres_columns_start(struct postgres_columns *columns);
void postgres_columns_add(struct postgres_columns *columns, const struct postgres_values *row);

/* Sends a prepared statement, or one with its text, within a pipeline: $1 is the first column.
 * False also where the arrays became too long. */
TES_MUST_CHECK bool postgres_columns_send(struct postgres_columns *columns,
                                          struct postgres_link *link, const char *name);
TES_MUST_CHECK bool postgres_columns_send_text(struct postgres_columns *columns,
                                               struct postgres_link *link, const char *sql);

/* Runs one statement outside of a pipeline, as postgres_link_ask(). */
PGresult *postgres_columns_ask(struct postgres_columns *columns, struct postgres_link *link,
                               const char *sql);

#endif

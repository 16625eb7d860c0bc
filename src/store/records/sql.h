/*
 * sql.h: statements of the records, for SQLite and PostgreSQL alike. A statement is one text for
 * both: its parameters are $1, $2 and so on, and a value says what it is, so that the text casts
 * nothing. Where the databases differ, sql_pick() picks one of two texts.
 *
 * For the files of records.h and its back ends only. A call belongs to one thread, and holds a
 * connection until sql_end(). After RECORDS_FAILED it does nothing more.
 */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/records/records.h"

#define SQL_POSITION_MAX 64

enum sql_type { SQL_END, SQL_TEXT, SQL_NUMBER, SQL_MOMENT, SQL_BYTES };

struct sql_value {
    enum sql_type type;
    bool is_null;
    struct tes_slice text; /* of a text, of bytes; of a moment that was told as a text */
    int64_t number;        /* of a number; of a moment, in milliseconds */
};

/* The values of a statement, in order; what they point to outlives the call. */
#define SQL_VALUES(...) ((const struct sql_value[]){__VA_ARGS__, {.type = SQL_END}})

struct sql_value sql_text(const char *text);
struct sql_value sql_text_or_null(const char *text); /* NULL, or "": NULL */
struct sql_value sql_bytes(const void *bytes, size_t length);
struct sql_value sql_number(int64_t number);
struct sql_value sql_moment(uint64_t wall_ms); /* 0: NULL */

enum sql_mode {
    SQL_READ,
    SQL_CHANGE,      /* one statement that changes rows */
    SQL_TRANSACTION, /* several: all or none */
};

struct sql_call {
    const struct sql_driver *driver;
    void *store; /* the back end's, as are `link` and `rows` */
    void *link, *rows;
    enum sql_mode mode;
    int row, count; /* of rows that were changed */
    enum records_result result;
};

/* What a back end offers: each does what its namesake below does. */
struct sql_driver {
    bool is_postgres;
    /* Rows of spatial_challenges are read in the order of this column, then of their ids. */
    const char *row_order;
    void (*position)(uint64_t wall_ms, char position[SQL_POSITION_MAX]);
    void (*begin)(struct sql_call *call);
    void (*ask)(struct sql_call *call, const char *sql, const struct sql_value *values);
    bool (*next)(struct sql_call *call);
    void (*free_rows)(struct sql_call *call);
    void (*end)(struct sql_call *call);
    struct tes_slice (*column)(const struct sql_call *call, int column);
    uint64_t (*number)(const struct sql_call *call, int column);
    double (*real)(const struct sql_call *call, int column);
    bool (*bytes)(const struct sql_call *call, int column, void *bytes, size_t size,
                  size_t *length);
};

const char *sql_pick(const struct records *records, const char *sqlite, const char *postgres);

void sql_begin(struct sql_call *call, struct records *records, enum sql_mode mode);

/* Runs a statement; `values` may be NULL. Of one that changes rows, the call's result is RECORDS_OK
 * where it changed some (`count`), RECORDS_ABSENT where none, and RECORDS_EXISTS where a row of
 * that key is there already. Of others, sql_next() gives the rows. */
enum records_result sql_ask(struct sql_call *call, const char *sql, const struct sql_value *values);

/* Moves to the next row, the first at first; false behind the last one, or where reading failed. */
bool sql_next(struct sql_call *call);

/* Ends the call; changes are kept where its result is RECORDS_OK. Gives the result. */
TES_MUST_CHECK enum records_result sql_end(struct sql_call *call);

/* Whole calls: of one statement that changes rows; of one whose rows are to be read; of one whose
 * first row is: false where there is none, which is RECORDS_ABSENT. */
TES_MUST_CHECK enum records_result sql_change(struct records *records, const char *sql,
                                              const struct sql_value *values);
void sql_open(struct sql_call *call, struct records *records, const char *sql,
              const struct sql_value *values);
bool sql_find(struct sql_call *call, struct records *records, const char *sql,
              const struct sql_value *values);

/* Columns of the row; a text is cut to fit, NULL gives the empty one and 0. */
struct tes_slice sql_column(const struct sql_call *call, int column); /* NULL: its `at` is NULL */
void sql_read_text(const struct sql_call *call, int column, char *text, size_t text_size);
uint64_t sql_read_number(const struct sql_call *call, int column);
uint64_t sql_read_moment(const struct sql_call *call, int column); /* in milliseconds */
double sql_read_real(const struct sql_call *call, int column);
/* False where it is NULL, or longer than `size`. */
bool sql_read_bytes(const struct sql_call *call, int column, void *bytes, size_t size,
                    size_t *length);

#endif

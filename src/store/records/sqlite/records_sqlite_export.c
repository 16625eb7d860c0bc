/* Rows for people, a page at a time, and a person's rows deleted. */
#include <stdlib.h>
#include <string.h>

#include "store/records/sqlite/records_sqlite.h"

#define PAGE_ROWS 100

#define COLUMN_TEXT(name)   ", " #name
#define COLUMN_NUMBER(name) ", " #name
#define COLUMN_MOMENT(name) ", " #name
#define COLUMN_JSON(name)   ", " #name
#define COLUMN_FLAG(name)                                                                          \
    ", CASE WHEN " #name " IS NULL THEN NULL WHEN " #name " THEN 'true' ELSE 'false' END"
#define COLUMN(name, kind) COLUMN_##kind(name)

/* ?1 is the key of the last row before, ?2 that which the rows are before, ?3 a user, ?4 a site. */
#define SELECT_PAGE                                                                                \
    "SELECT row_key" RECORDS_COLUMNS(                                                              \
        COLUMN) " FROM spatial_challenges WHERE row_key > ?1 AND row_key < ?2"
#define PAGE_END " AND (?4 IS NULL OR site = ?4) ORDER BY row_key LIMIT ?5"

/* A row that was copied, so that nothing of the store is held while it is looked at. */
struct copied {
    struct records_row row;
    char bytes[];
};

static struct copied *copy_row(sqlite3_stmt *statement)
{
    size_t size = 0;
    for (int i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        (void)sqlite3_column_text(statement, i + 1); /* numbers become texts */
        size += (size_t)sqlite3_column_bytes(statement, i + 1);
    }
    struct copied *copied = calloc(1, sizeof *copied + size + 1);
    if (copied == NULL)
        return NULL;
    char *end = copied->bytes;
    for (int i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        const unsigned char *text = sqlite3_column_text(statement, i + 1);
        size_t length = (size_t)sqlite3_column_bytes(statement, i + 1);
        if (text == NULL)
            continue;
        memcpy(end, text, length);
        copied->row.values[i] = (struct tes_slice){end, length};
        end += length;
    }
    return copied;
}

/* Reads a page behind `*last`, which moves on; gives the number of rows, or -1. */
static int read_page(struct records_sqlite_store *store, const struct records_choice *choice,
                     int64_t *last, struct copied *page[PAGE_ROWS])
{
    int count = 0, step = SQLITE_ERROR;
    pthread_mutex_lock(&store->admin_lock);
    sqlite3_stmt *statement = sqlite_file_prepare(
        store->admin,
        choice->user != NULL ? SELECT_PAGE " AND user_id = ?3" PAGE_END : SELECT_PAGE PAGE_END);
    sqlite3_bind_int64(statement, 1, *last);
    sqlite3_bind_int64(
        statement, 2,
        choice->until_ms > 0 ? records_sqlite_row_key(choice->until_ms, TES_SLICE("")) : INT64_MAX);
    sqlite3_bind_text(statement, 3, choice->user, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, choice->site, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 5, PAGE_ROWS);
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        *last = sqlite3_column_int64(statement, 0);
        page[count] = copy_row(statement);
        if (page[count] == NULL)
            break;
        count++;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->admin_lock);
    if (step == SQLITE_DONE)
        return count;
    while (count > 0)
        free(page[--count]);
    return -1;
}

enum records_result records_sqlite_export(void *store, const struct records_choice *choice,
                                          bool (*each)(void *context,
                                                       const struct records_row *row),
                                          void *each_context)
{
    struct copied *page[PAGE_ROWS];
    int64_t last =
        choice->since_ms > 0 ? records_sqlite_row_key(choice->since_ms, TES_SLICE("")) - 1 : -1;
    bool goes_on = true;
    for (int count = PAGE_ROWS; goes_on && count == PAGE_ROWS;) {
        count = read_page(store, choice, &last, page);
        if (count < 0)
            return RECORDS_FAILED;
        for (int i = 0; i < count; i++) {
            goes_on = goes_on && each(each_context, &page[i]->row);
            free(page[i]);
        }
    }
    return RECORDS_OK;
}

/* ----------------------------------------------------------------- forget */

static sqlite3_stmt *prepare_choice(struct records_sqlite_store *store, const char *sql,
                                    const struct records_choice *choice)
{
    sqlite3_stmt *statement = sqlite_file_prepare(store->admin, sql);
    sqlite3_bind_text(statement, 1, choice->user, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, choice->site, -1, SQLITE_STATIC);
    return statement;
}

static enum records_result each_picture(struct records_sqlite_store *store,
                                        const struct records_choice *choice,
                                        void (*each)(void *context, const char *png_path),
                                        void *each_context)
{
    int step = SQLITE_ERROR;
    sqlite3_stmt *statement =
        prepare_choice(store,
                       "SELECT png_path FROM spatial_challenges WHERE png_path IS NOT NULL AND"
                       " " RECORDS_SQLITE_CHOSEN,
                       choice);
    while (statement != NULL && (step = sqlite3_step(statement)) == SQLITE_ROW)
        each(each_context, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return step == SQLITE_DONE ? RECORDS_OK : RECORDS_FAILED;
}

enum records_result records_sqlite_forget(void *context, const struct records_choice *choice,
                                          void (*each)(void *context, const char *png_path),
                                          void *each_context, struct records_forgotten *forgotten)
{
    struct records_sqlite_store *store = context;
    const struct {
        const char *sql;
        uint64_t *count;
    } tables[] = {
        {"DELETE FROM spatial_challenges WHERE " RECORDS_SQLITE_CHOSEN, &forgotten->challenges},
        {"DELETE FROM spatial_user_profiles WHERE " RECORDS_SQLITE_CHOSEN, &forgotten->profiles},
        {"DELETE FROM user_states WHERE " RECORDS_SQLITE_CHOSEN, &forgotten->states},
    };
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK)
        result = each_picture(store, choice, each, each_context);
    for (size_t i = 0; result == RECORDS_OK && i < sizeof tables / sizeof tables[0]; i++) {
        result = records_sqlite_change(store->admin, prepare_choice(store, tables[i].sql, choice));
        *tables[i].count = result == RECORDS_OK ? (uint64_t)sqlite3_changes(store->admin) : 0;
        if (result == RECORDS_ABSENT)
            result = RECORDS_OK;
    }
    return records_sqlite_end(store, result);
}

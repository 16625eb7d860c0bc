/* Rows for people, a page at a time, and a person's rows deleted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/records/postgres/records_postgres.h"

#define PAGE_ROWS      200
#define PAGE_ROWS_TEXT "200"
#define ID_MAX         65

#define COLUMN_TEXT(name)   ", " #name
#define COLUMN_NUMBER(name) ", " #name
#define COLUMN_JSON(name)   ", " #name
#define COLUMN_MOMENT(name) ", " RECORDS_POSTGRES_MOMENT(#name)
#define COLUMN_FLAG(name)   ", " #name "::text"
#define COLUMN(name, kind)  COLUMN_##kind(name)

/* $1 and $2 are the moment and the id of the last row before. */
#define SELECT_PAGE                                                                                \
    "SELECT presented_at::text" RECORDS_COLUMNS(                                                   \
        COLUMN) " FROM spatial_challenges WHERE (presented_at, challenge_id) >"                    \
                " ($1::timestamptz, $2) AND presented_at < $3::timestamptz"                        \
                " AND ($4::text IS NULL OR user_id = $4) AND ($5::text IS NULL OR site = $5)"      \
                " ORDER BY presented_at, challenge_id LIMIT " PAGE_ROWS_TEXT

/* Where the last page ended. */
struct position {
    char moment[64], id[ID_MAX];
};

static struct tes_slice text_or_null(const char *text)
{
    return tes_slice_of(text != NULL ? text : "");
}

static bool give_page(const struct records_postgres_call *page, struct position *position,
                      bool (*each)(void *context, const struct records_row *row),
                      void *each_context)
{
    const struct postgres_library *pq = page->store->server.pq;
    for (int i = 0; i < page->count; i++) {
        struct records_row row;
        for (int column = 0; column < RECORDS_COLUMN_COUNT; column++)
            row.values[column] = (struct tes_slice){
                pq->getisnull(page->rows, i, column + 1) ? NULL
                                                         : pq->getvalue(page->rows, i, column + 1),
                (size_t)pq->getlength(page->rows, i, column + 1)};
        if (!each(each_context, &row))
            return false;
        records_postgres_text(page, i, 0, position->moment, sizeof position->moment);
        records_postgres_text(page, i, RECORDS_COLUMN_challenge_id + 1, position->id,
                              sizeof position->id);
    }
    return page->count == PAGE_ROWS;
}

enum records_result records_postgres_export(void *context, const struct records_choice *choice,
                                            bool (*each)(void *context,
                                                         const struct records_row *row),
                                            void *each_context)
{
    struct records_postgres_call page;
    struct position position = {"-infinity", ""};
    char until[MOMENT_MAX] = "infinity";
    if (choice->since_ms > 0)
        moment_write(position.moment, choice->since_ms);
    if (choice->until_ms > 0)
        moment_write(until, choice->until_ms);
    bool goes_on = true;
    while (goes_on) {
        struct postgres_values values = {0};
        postgres_values_add(&values, tes_slice_of(position.moment));
        postgres_values_add(&values, tes_slice_of(position.id));
        postgres_values_add(&values, tes_slice_of(until));
        postgres_values_add_or_null(&values, text_or_null(choice->user));
        postgres_values_add_or_null(&values, text_or_null(choice->site));
        records_postgres_call(&page, context, SELECT_PAGE, &values);
        /* The rows are here, and the link may go: whoever reads them may take their time. */
        postgres_pool_give(&page.store->pool, page.link);
        page.link = NULL;
        goes_on = give_page(&page, &position, each, each_context);
        records_postgres_call_end(&page);
    }
    return page.result == RECORDS_ABSENT ? RECORDS_OK : page.result;
}

/* ----------------------------------------------------------------- forget */

#define CHOSEN " WHERE user_id = $1 AND ($2::text IS NULL OR site = $2)"

static enum records_result delete_chosen(struct postgres_link *link, const char *sql,
                                         const struct postgres_values *values, uint64_t *count)
{
    const struct postgres_library *pq = link->server->pq;
    PGresult *result = postgres_link_ask(link, sql, values);
    *count = result != NULL ? strtoull(pq->cmdTuples(result), NULL, 10) : 0;
    pq->clear(result);
    return result != NULL ? RECORDS_OK : RECORDS_FAILED;
}

static enum records_result each_picture(struct postgres_link *link,
                                        const struct postgres_values *values,
                                        void (*each)(void *context, const char *png_path),
                                        void *each_context)
{
    const struct postgres_library *pq = link->server->pq;
    PGresult *result = postgres_link_ask(
        link, "SELECT png_path FROM spatial_challenges" CHOSEN " AND png_path IS NOT NULL", values);
    for (int i = 0; result != NULL && i < pq->ntuples(result); i++)
        each(each_context, pq->getvalue(result, i, 0));
    pq->clear(result);
    return result != NULL ? RECORDS_OK : RECORDS_FAILED;
}

enum records_result records_postgres_forget(void *context, const struct records_choice *choice,
                                            void (*each)(void *context, const char *png_path),
                                            void *each_context, struct records_forgotten *forgotten)
{
    const struct {
        const char *sql;
        uint64_t *count;
    } tables[] = {
        {"DELETE FROM spatial_challenges" CHOSEN, &forgotten->challenges},
        {"DELETE FROM spatial_user_profiles" CHOSEN, &forgotten->profiles},
        {"DELETE FROM user_states" CHOSEN, &forgotten->states},
    };
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(choice->user));
    postgres_values_add_or_null(&values, text_or_null(choice->site));
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    enum records_result result = each_picture(link, &values, each, each_context);
    for (size_t i = 0; result == RECORDS_OK && i < sizeof tables / sizeof tables[0]; i++)
        result = delete_chosen(link, tables[i].sql, &values, tables[i].count);
    return records_postgres_end(context, link, result);
}

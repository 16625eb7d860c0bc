/* Those who wait for a person. Few rows, seldom changed. */
#include <string.h>

#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

#define SELECT_REVIEWS                                                                             \
    "SELECT " RECORDS_REVIEW_NAMES "state, " RECORDS_POSTGRES_MS(                                  \
        "created_at") ", " RECORDS_POSTGRES_MS("decided_at") " FROM reviews"

/* Several that come at the same moment do not see each other: then some more may wait. */
enum records_result records_postgres_review_add(void *context, const struct records_review *review,
                                                const struct records_review_room *room)
{
    struct postgres_values values = {0};
#define ADD_TEXT(name, length) postgres_values_add_or_null(&values, tes_slice_of(review->name));
    RECORDS_REVIEW_TEXTS(ADD_TEXT)
#undef ADD_TEXT
    postgres_values_add_moment(&values, review->created_at_ms);
    postgres_values_add_number(&values, room->of_all);
    postgres_values_add_number(&values, room->of_site);
    postgres_values_add_number(&values, room->of_queue);
    enum records_result result = records_postgres_change(
        context,
        "INSERT INTO reviews(" RECORDS_REVIEW_NAMES "state, created_at)"
        " SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9::timestamptz"
        " WHERE (SELECT count(*) FROM reviews WHERE state = 'waiting') < $10::bigint"
        " OR ((SELECT count(*) FROM reviews WHERE state = 'waiting') < $12::bigint"
        " AND (SELECT count(*) FROM reviews WHERE state = 'waiting' AND site = $2) < $11::bigint)",
        &values);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

static void read_review(const struct records_postgres_call *call, int row,
                        struct records_review *review)
{
    memset(review, 0, sizeof *review);
#define READ_TEXT(name, most)                                                                      \
    records_postgres_text(call, row, RECORDS_REVIEW_COLUMN_##name, review->name,                   \
                          sizeof review->name);
    RECORDS_REVIEW_TEXTS(READ_TEXT)
#undef READ_TEXT
    char text[16];
    records_postgres_text(call, row, RECORDS_REVIEW_COLUMN_state, text, sizeof text);
    review->state = records_review_state_read(text);
    review->created_at_ms = records_postgres_number(call, row, RECORDS_REVIEW_COLUMN_created_at);
    review->decided_at_ms = records_postgres_number(call, row, RECORDS_REVIEW_COLUMN_decided_at);
}

enum records_result records_postgres_review_find(void *context, const char *id,
                                                 struct records_review *review)
{
    struct records_postgres_call call;
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(id));
    records_postgres_call(&call, context, SELECT_REVIEWS " WHERE review_id = $1", &values);
    if (call.result == RECORDS_OK)
        read_review(&call, 0, review);
    records_postgres_call_end(&call);
    return call.result;
}

enum records_result records_postgres_review_decide(void *context, const char *id,
                                                   enum records_review_state state)
{
    struct records_review before;
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(id));
    postgres_values_add(&values, tes_slice_of(records_review_state_name(state)));
    postgres_values_add_moment(&values, tes_clock_wall_ms());
    enum records_result result =
        records_postgres_change(context,
                                "UPDATE reviews SET state = $2, decided_at = $3::timestamptz"
                                " WHERE review_id = $1 AND state = 'waiting'",
                                &values);
    if (result != RECORDS_ABSENT)
        return result;
    /* It was decided before, or is not there. */
    result = records_postgres_review_find(context, id, &before);
    return result == RECORDS_OK ? RECORDS_EXISTS : result;
}

enum records_result records_postgres_review_list(void *context, bool decided_too,
                                                 bool (*each)(void *context,
                                                              const struct records_review *review),
                                                 void *each_context)
{
    struct records_postgres_call call;
    records_postgres_call(&call, context,
                          decided_too ? SELECT_REVIEWS " ORDER BY reviews.created_at"
                                      : SELECT_REVIEWS
                              " WHERE state = 'waiting' ORDER BY reviews.created_at",
                          NULL);
    for (int i = 0; i < call.count; i++) {
        struct records_review review;
        read_review(&call, i, &review);
        if (!each(each_context, &review))
            break;
    }
    records_postgres_call_end(&call);
    return call.result == RECORDS_ABSENT ? RECORDS_OK : call.result;
}

/* Those who wait for a person. Few rows, seldom changed. */
#include "store/records/records_reviews.h"

#include <string.h>

#include "os/clock.h"
#include "store/records/sql.h"

#define COMMA_NAME(name, most) #name ", "
#define TEXT_NAMES             RECORDS_REVIEW_TEXTS(COMMA_NAME)
#define SELECT_REVIEWS         "SELECT " TEXT_NAMES "state, created_at, decided_at FROM reviews"

const char *records_review_state_name(enum records_review_state state)
{
    static const char *const NAMES[RECORDS_REVIEW_STATE_COUNT] = {
#define RECORDS_REVIEW_NAME(name, text) text,
        RECORDS_REVIEW_STATES(RECORDS_REVIEW_NAME)
#undef RECORDS_REVIEW_NAME
    };
    return NAMES[state];
}

/* On PostgreSQL, several that come at the same moment do not see each other: then some more may
 * wait. */
enum records_result records_review_add(struct records *records, const struct records_review *review,
                                       const struct records_review_room *room)
{
#define TEXT_VALUE(name, most) sql_text_or_null(review->name),
    enum records_result result = sql_change(
        records,
        "INSERT INTO reviews(" TEXT_NAMES "state, created_at)"
        " SELECT $1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9"
        " WHERE (SELECT count(*) FROM reviews WHERE state = 'waiting') < $10"
        " OR ((SELECT count(*) FROM reviews WHERE state = 'waiting') < $12"
        " AND (SELECT count(*) FROM reviews WHERE state = 'waiting' AND site = $2) < $11)",
        SQL_VALUES(RECORDS_REVIEW_TEXTS(TEXT_VALUE) sql_moment(review->created_at_ms),
                   sql_number(room->of_all), sql_number(room->of_site),
                   sql_number(room->of_queue)));
#undef TEXT_VALUE
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

/* A state that nobody knows still waits. */
static enum records_review_state read_state(const char *name)
{
    unsigned state = RECORDS_REVIEW_STATE_COUNT - 1;
    while (state > 0 &&
           strcmp(name, records_review_state_name((enum records_review_state)state)) != 0)
        state--;
    return (enum records_review_state)state;
}

static void read_review(const struct sql_call *call, struct records_review *review)
{
    int column = 0;
    char state[16];
    memset(review, 0, sizeof *review);
#define READ_TEXT(name, most) sql_read_text(call, column++, review->name, sizeof review->name);
    RECORDS_REVIEW_TEXTS(READ_TEXT)
#undef READ_TEXT
    sql_read_text(call, column++, state, sizeof state);
    review->state = read_state(state);
    review->created_at_ms = sql_read_moment(call, column++);
    review->decided_at_ms = sql_read_moment(call, column);
}

enum records_result records_review_find(struct records *records, const char *id,
                                        struct records_review *review)
{
    struct sql_call call;
    if (sql_find(&call, records, SELECT_REVIEWS " WHERE review_id = $1", SQL_VALUES(sql_text(id))))
        read_review(&call, review);
    return sql_end(&call);
}

enum records_result records_review_decide(struct records *records, const char *id,
                                          enum records_review_state state)
{
    struct records_review before;
    enum records_result result =
        sql_change(records,
                   "UPDATE reviews SET state = $2, decided_at = $3"
                   " WHERE review_id = $1 AND state = 'waiting'",
                   SQL_VALUES(sql_text(id), sql_text(records_review_state_name(state)),
                              sql_moment(tes_clock_wall_ms())));
    if (result != RECORDS_ABSENT)
        return result;
    /* It was decided before, or is not there. */
    result = records_review_find(records, id, &before);
    return result == RECORDS_OK ? RECORDS_EXISTS : result;
}

enum records_result
records_review_list(struct records *records, bool decided_too,
                    bool (*each)(void *context, const struct records_review *review), void *context)
{
    struct sql_call call;
    sql_open(&call, records,
             decided_too ? SELECT_REVIEWS " ORDER BY created_at"
                         : SELECT_REVIEWS " WHERE state = 'waiting' ORDER BY created_at",
             NULL);
    while (sql_next(&call)) {
        struct records_review review;
        read_review(&call, &review);
        if (!each(context, &review))
            break;
    }
    return sql_end(&call);
}

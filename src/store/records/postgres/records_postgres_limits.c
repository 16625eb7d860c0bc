/*
 * What bounds the history, on PostgreSQL. Several servers may do so at once: each
 * passes over what another one is deleting.
 *
 * How much room rows take can't be asked: what is deleted stays in the files until the server
 * vacuums. So they are counted, by the server's own estimate, as ROW_BYTES each.
 */
#include <stdlib.h>

#include "store/records/postgres/records_postgres.h"
#include "store/records/records_limits.h"

#define FORGET_MAX  128
#define FORGET_TEXT "128"
#define ROW_BYTES   1000

#define DELETE_WHERE(table, order, where)                                                          \
    "DELETE FROM " table " WHERE ctid IN (SELECT ctid FROM " table where " ORDER BY " order        \
    " LIMIT " FORGET_TEXT " FOR UPDATE SKIP LOCKED)"
/* The oldest of more than $1. */
#define DELETE_BEYOND(table, order, where, count)                                                  \
    "DELETE FROM " table " WHERE ctid IN (SELECT ctid FROM " table where " ORDER BY " order        \
    " LIMIT least(" FORGET_TEXT ", greatest(0, (" count ") - $1::bigint)) FOR UPDATE SKIP LOCKED)"
#define COUNT(table) "SELECT count(*) FROM " table
#define OF_LARGEST_SITE(table, measure)                                                            \
    " WHERE site = (SELECT site FROM " table " GROUP BY site ORDER BY " measure " DESC LIMIT 1)"

static const struct {
    enum records_limit limit; /* what $1 stands for */
    const char *sql;
} RULES[] = {
    {RECORDS_LIMIT_AGE,
     DELETE_WHERE("spatial_challenges", "presented_at", " WHERE presented_at < $1::timestamptz")},
    {RECORDS_LIMIT_AGE, DELETE_WHERE("spatial_user_profiles", "last_updated",
                                     " WHERE last_updated < $1::timestamptz")},
    {RECORDS_LIMIT_AGE,
     DELETE_WHERE("user_states", "updated_at", " WHERE updated_at < $1::timestamptz")},
    {RECORDS_LIMIT_AGE,
     DELETE_WHERE("reviews", "created_at", " WHERE created_at < $1::timestamptz")},
    /* Others share them: a clock that is ahead must not end what still holds by the store's. */
    {RECORDS_LIMIT_CODES,
     DELETE_WHERE("codes", "expires_at",
                  " WHERE expires_at < least($1::timestamptz, now() - interval '1 h')")},
    {RECORDS_LIMIT_USERS, DELETE_BEYOND("spatial_user_profiles", "last_updated",
                                        OF_LARGEST_SITE("spatial_user_profiles", "count(*)"),
                                        COUNT("spatial_user_profiles"))},
    {RECORDS_LIMIT_USERS,
     DELETE_BEYOND("user_states", "updated_at", OF_LARGEST_SITE("user_states", "count(*)"),
                   COUNT("user_states"))},
    {RECORDS_LIMIT_STATES_BYTES,
     DELETE_BEYOND("user_states", "updated_at",
                   OF_LARGEST_SITE("user_states", "sum(length(bytes))"),
                   "SELECT CASE WHEN sum(length(bytes)) > $1::bigint THEN $1::bigint + 16 ELSE 0"
                   " END FROM user_states")},
    {RECORDS_LIMIT_REVIEWS, DELETE_BEYOND("reviews", "created_at", " WHERE state <> 'waiting'",
                                          COUNT("reviews WHERE state <> 'waiting'"))},
    {RECORDS_LIMIT_BYTES,
     DELETE_BEYOND("spatial_challenges", "presented_at", "",
                   "SELECT pg_stat_get_live_tuples('spatial_challenges'::regclass)")},
};

bool records_postgres_forget_answers(void *context)
{
    struct records_postgres_store *store = context;
    struct postgres_link *link = &store->writer;
    bool more = false, goes_on = postgres_link_begin(link);
    for (size_t i = 0; goes_on && i < sizeof RULES / sizeof RULES[0]; i++) {
        struct postgres_values values = {0};
        uint64_t limit = records_limit(&store->settings, RULES[i].limit);
        if (RULES[i].limit == RECORDS_LIMIT_BYTES)
            limit /= ROW_BYTES;
        if (limit == 0)
            continue;
        if (RULES[i].limit <= RECORDS_LIMIT_CODES)
            postgres_values_add_moment(&values, limit);
        else
            postgres_values_add_number(&values, (int64_t)limit);
        PGresult *result = postgres_link_ask(link, RULES[i].sql, &values);
        goes_on = result != NULL;
        more = more || (goes_on && atoi(store->server.pq->cmdTuples(result)) == FORGET_MAX);
        store->server.pq->clear(result);
    }
    postgres_link_end(link);
    return more;
}

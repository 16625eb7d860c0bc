/* The views of the history. */
#include "store/db/moment.h"
#include "store/records/sql.h"

enum records_result records_stats(struct records *records,
                                  bool (*each)(void *context, const struct records_stats_row *row),
                                  void *context)
{
    struct sql_call call;
    sql_open(&call, records,
             "SELECT difficulty, total_challenges, passed, failed, suspicious, unique_users,"
             " avg_response_time_ms, stddev_response_time_ms, pass_rate, fail_rate"
             " FROM spatial_challenge_stats ORDER BY difficulty",
             NULL);
    while (sql_next(&call)) {
        struct records_stats_row row = {
            .total_challenges = sql_read_number(&call, 1),
            .passed = sql_read_number(&call, 2),
            .failed = sql_read_number(&call, 3),
            .suspicious = sql_read_number(&call, 4),
            .unique_users = sql_read_number(&call, 5),
            .avg_response_time_ms = sql_read_real(&call, 6),
            .stddev_response_time_ms = sql_read_real(&call, 7),
            .pass_rate = sql_read_real(&call, 8),
            .fail_rate = sql_read_real(&call, 9),
        };
        sql_read_text(&call, 0, row.difficulty, sizeof row.difficulty);
        if (!each(context, &row))
            break;
    }
    return sql_end(&call);
}

#define SELECT_PERFORMANCE                                                                         \
    "SELECT user_id, total_attempts, passed, suspicious_count, pass_rate, avg_response_time_ms,"   \
    " last_attempt_at, user_source FROM spatial_user_performance"

enum records_result records_performance(struct records *records, const char *user,
                                        bool (*each)(void *context,
                                                     const struct records_performance_row *row),
                                        void *context)
{
    struct sql_call call;
    if (user != NULL)
        sql_open(&call, records, SELECT_PERFORMANCE " WHERE user_id = $1 ORDER BY user_source",
                 SQL_VALUES(sql_text(user)));
    else
        sql_open(&call, records,
                 sql_pick(records, SELECT_PERFORMANCE " ORDER BY user_id, user_source",
                          SELECT_PERFORMANCE " ORDER BY user_id COLLATE \"C\", user_source"),
                 NULL);
    while (sql_next(&call)) {
        struct records_performance_row row = {
            .total_attempts = sql_read_number(&call, 1),
            .passed = sql_read_number(&call, 2),
            .suspicious_count = sql_read_number(&call, 3),
            .pass_rate = sql_read_real(&call, 4),
            .avg_response_time_ms = sql_read_real(&call, 5),
        };
        sql_read_text(&call, 0, row.user_id, sizeof row.user_id);
        moment_write(row.last_attempt_at, sql_read_moment(&call, 6));
        sql_read_text(&call, 7, row.user_source, sizeof row.user_source);
        if (!each(context, &row))
            break;
    }
    return sql_end(&call);
}

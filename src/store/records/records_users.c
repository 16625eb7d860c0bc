/* One user: how they did, and what other parts keep of them. */
#include "store/records/records_users.h"

#include <string.h>

#include "os/clock.h"
#include "store/records/records_backend.h"
#include "store/records/sql.h"

enum records_level records_level_find(const char *name)
{
    static const char *const NAMES[] = {
        [RECORDS_EASY] = "easy", [RECORDS_MEDIUM] = "medium", [RECORDS_HARD] = "hard"};
    unsigned level = 0;
    while (level < RECORDS_LEVEL_COUNT && (name == NULL || strcmp(name, NAMES[level]) != 0))
        level++;
    return (enum records_level)level;
}

void records_profile_columns(const struct sql_call *call, struct records_profile *profile)
{
    for (int level = 0; level < RECORDS_LEVEL_COUNT; level++) {
        profile->completed[level] = sql_read_number(call, 2 * level);
        profile->passed[level] = sql_read_number(call, 2 * level + 1);
    }
    const int more = 2 * RECORDS_LEVEL_COUNT;
    profile->before_completed = sql_read_number(call, more);
    profile->before_passed = sql_read_number(call, more + 1);
    profile->level = records_level_find(sql_column(call, more + 2).at);
}

enum records_result records_profile_read(struct records *records, const struct records_user *user,
                                         struct records_profile *profile)
{
    struct sql_call call;
    memset(profile, 0, sizeof *profile);
    if (sql_find(&call, records,
                 "SELECT " RECORDS_PROFILE_COLUMNS " FROM spatial_user_profiles"
                 " WHERE site = $1 AND user_id = $2",
                 SQL_VALUES(sql_text(user->site), sql_text(user->name))))
        records_profile_columns(&call, profile);
    return sql_end(&call);
}

enum records_result records_state_read(struct records *records, const struct records_user *user,
                                       const char *name, void *bytes, size_t size, size_t *length)
{
    struct sql_call call;
    if (sql_find(&call, records,
                 "SELECT bytes FROM user_states WHERE site = $1 AND user_id = $2 AND name = $3",
                 SQL_VALUES(sql_text(user->site), sql_text(user->name), sql_text(name))) &&
        !sql_read_bytes(&call, 0, bytes, size, length))
        call.result = RECORDS_FAILED;
    return sql_end(&call);
}

enum records_result records_state_write(struct records *records, const struct records_user *user,
                                        const char *name, struct tes_slice bytes)
{
    if (bytes.length > RECORDS_STATE_MAX)
        return RECORDS_FAILED;
    return sql_change(records,
                      "INSERT INTO user_states(site, user_id, name, bytes, updated_at)"
                      " VALUES($1, $2, $3, $4, $5) ON CONFLICT(site, user_id, name)"
                      " DO UPDATE SET bytes = excluded.bytes, updated_at = excluded.updated_at",
                      SQL_VALUES(sql_text(user->site), sql_text(user->name), sql_text(name),
                                 sql_bytes(bytes.at, bytes.length),
                                 sql_moment(tes_clock_wall_ms())));
}

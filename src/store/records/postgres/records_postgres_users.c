/* One user: how they did, and what other parts keep of them. */
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

static struct postgres_values values_of(const struct records_user *user)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(user->site));
    postgres_values_add(&values, tes_slice_of(user->name));
    return values;
}

void records_postgres_read_profile(const struct postgres_library *pq, const PGresult *rows, int row,
                                   struct records_profile *profile)
{
    enum { LEVEL_COLUMN = RECORDS_POSTGRES_PROFILE_COUNT - 1 };
    uint64_t *const members[LEVEL_COLUMN] = {
        &profile->completed[RECORDS_EASY],   &profile->passed[RECORDS_EASY],
        &profile->completed[RECORDS_MEDIUM], &profile->passed[RECORDS_MEDIUM],
        &profile->completed[RECORDS_HARD],   &profile->passed[RECORDS_HARD],
        &profile->before_completed,          &profile->before_passed,
    };
    for (int i = 0; i < LEVEL_COLUMN; i++)
        *members[i] = strtoull(pq->getvalue(rows, row, i), NULL, 10);
    profile->level = records_level_find(pq->getvalue(rows, row, LEVEL_COLUMN));
}

enum records_result records_postgres_profile_read(void *context, const struct records_user *user,
                                                  struct records_profile *profile)
{
    struct records_postgres_store *store = context;
    struct records_postgres_call call;
    struct postgres_values values = values_of(user);
    memset(profile, 0, sizeof *profile);
    records_postgres_call(&call, store,
                          "SELECT " RECORDS_POSTGRES_PROFILE_COLUMNS " FROM spatial_user_profiles"
                          " WHERE site = $1 AND user_id = $2",
                          &values);
    if (call.result == RECORDS_OK)
        records_postgres_read_profile(store->server.pq, call.rows, 0, profile);
    records_postgres_call_end(&call);
    return call.result;
}

enum records_result records_postgres_state_read(void *context, const struct records_user *user,
                                                const char *name, void *bytes, size_t size,
                                                size_t *length)
{
    struct records_postgres_store *store = context;
    struct records_postgres_call call;
    struct postgres_values values = values_of(user);
    postgres_values_add(&values, tes_slice_of(name));
    records_postgres_call(&call, store,
                          "SELECT encode(bytes, 'hex') FROM user_states"
                          " WHERE site = $1 AND user_id = $2 AND name = $3",
                          &values);
    if (call.result == RECORDS_OK) {
        struct tes_slice hex = {store->server.pq->getvalue(call.rows, 0, 0),
                                (size_t)store->server.pq->getlength(call.rows, 0, 0)};
        *length = hex.length / 2;
        if (*length > size || !tes_hex_decode(hex, bytes, *length))
            call.result = RECORDS_FAILED;
    }
    records_postgres_call_end(&call);
    return call.result;
}

enum records_result records_postgres_state_write(void *context, const struct records_user *user,
                                                 const char *name, struct tes_slice bytes)
{
    struct postgres_values values = values_of(user);
    postgres_values_add(&values, tes_slice_of(name));
    postgres_values_add_bytes(&values, bytes);
    postgres_values_add_moment(&values, tes_clock_wall_ms());
    return records_postgres_change(
        context,
        "INSERT INTO user_states(site, user_id, name, bytes, updated_at)"
        " VALUES($1, $2, $3, $4, $5::timestamptz) ON CONFLICT(site, user_id, name)"
        " DO UPDATE SET bytes = excluded.bytes, updated_at = excluded.updated_at",
        &values);
}

/* Bans: seldom changed, and read as a whole. */
#include <string.h>

#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

/* Several that come at the same moment do not see each other: then there may be some more. */
enum records_result records_postgres_ban_add(void *context, const struct records_ban *ban)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_address_range_text(&ban->network, network));
    postgres_values_add_or_null(&values, tes_slice_of(ban->reason));
    postgres_values_add_moment(&values,
                               ban->created_at_ms ? ban->created_at_ms : tes_clock_wall_ms());
    postgres_values_add_moment_or_null(&values, ban->expires_at_ms);
    postgres_values_add_number(&values, RECORDS_BANS_MAX);
    enum records_result result = records_postgres_change(
        context,
        "INSERT INTO bans(network, reason, created_at, expires_at)"
        " SELECT $1, $2, $3::timestamptz, $4::timestamptz"
        " WHERE (SELECT count(*) FROM bans) < $5::bigint"
        "  OR EXISTS (SELECT 1 FROM bans WHERE network = $1)"
        " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason,"
        "  created_at = excluded.created_at, expires_at = excluded.expires_at",
        &values);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_postgres_ban_remove(void *context,
                                                const struct tes_address_range *network)
{
    char text[TES_ADDRESS_RANGE_MAX + 1];
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_address_range_text(network, text));
    return records_postgres_change(context, "DELETE FROM bans WHERE network = $1", &values);
}

enum records_result records_postgres_ban_sweep(void *context, uint64_t before_ms)
{
    struct postgres_values values = {0};
    postgres_values_add_moment(&values, before_ms);
    /* Others share them: one clock that is ahead must not end what still holds by the store's. */
    return records_postgres_change(
        context, "DELETE FROM bans WHERE expires_at < least($1::timestamptz, now())", &values);
}

static bool read_ban(const struct records_postgres_call *call, int row, struct records_ban *ban)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    memset(ban, 0, sizeof *ban);
    records_postgres_text(call, row, 0, network, sizeof network);
    records_postgres_text(call, row, 1, ban->reason, sizeof ban->reason);
    ban->created_at_ms = records_postgres_number(call, row, 2);
    ban->expires_at_ms = records_postgres_number(call, row, 3);
    return tes_address_range_read(tes_slice_of(network), &ban->network);
}

enum records_result
records_postgres_ban_list(void *context, bool (*each)(void *context, const struct records_ban *ban),
                          void *each_context)
{
    struct records_postgres_call call;
    records_postgres_call(
        &call, context,
        "SELECT network, reason, " RECORDS_POSTGRES_MS("created_at") ", " RECORDS_POSTGRES_MS(
            "expires_at") " FROM bans ORDER BY network COLLATE \"C\"",
        NULL);
    enum records_result result = call.result == RECORDS_ABSENT ? RECORDS_OK : call.result;
    for (int i = 0; result == RECORDS_OK && i < call.count; i++) {
        struct records_ban ban;
        /* A row that can't be read is a ban that would not hold: the whole list is refused. */
        if (!read_ban(&call, i, &ban))
            result = RECORDS_FAILED;
        else if (!each(each_context, &ban))
            break;
    }
    records_postgres_call_end(&call);
    return result;
}

/* Bans: seldom changed, and read as a whole. */
#include "store/records/records_bans.h"

#include <string.h>

#include "os/clock.h"
#include "store/records/records_backend.h"
#include "store/records/sql.h"

/* On PostgreSQL, several that come at the same moment do not see each other: then there may be some
 * more. */
enum records_result records_ban_add(struct records *records, const struct records_ban *ban)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    (void)tes_address_range_text(&ban->network, network);
    enum records_result result = sql_change(
        records,
        "INSERT INTO bans(network, reason, created_at, expires_at) SELECT $1, $2, $3, $4"
        " WHERE (SELECT count(*) FROM bans) < $5 OR EXISTS (SELECT 1 FROM bans WHERE network = $1)"
        " ON CONFLICT (network) DO UPDATE SET reason = excluded.reason,"
        "  created_at = excluded.created_at, expires_at = excluded.expires_at",
        SQL_VALUES(sql_text(network), sql_text_or_null(ban->reason),
                   sql_moment(ban->created_at_ms ? ban->created_at_ms : tes_clock_wall_ms()),
                   sql_moment(ban->expires_at_ms), sql_number(RECORDS_BANS_MAX)));
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_ban_remove(struct records *records,
                                       const struct tes_address_range *network)
{
    char text[TES_ADDRESS_RANGE_MAX + 1];
    (void)tes_address_range_text(network, text);
    return sql_change(records, "DELETE FROM bans WHERE network = $1", SQL_VALUES(sql_text(text)));
}

enum records_result records_ban_sweep(struct records *records, uint64_t before_ms)
{
    /* Where others share them, one clock that is ahead must not end what still holds by the
     * store's. */
    return sql_change(records,
                      sql_pick(records, "DELETE FROM bans WHERE expires_at < $1",
                               "DELETE FROM bans WHERE expires_at < least($1, now())"),
                      SQL_VALUES(sql_moment(before_ms)));
}

static bool read_ban(const struct sql_call *call, struct records_ban *ban)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    memset(ban, 0, sizeof *ban);
    sql_read_text(call, 0, network, sizeof network);
    sql_read_text(call, 1, ban->reason, sizeof ban->reason);
    ban->created_at_ms = sql_read_moment(call, 2);
    ban->expires_at_ms = sql_read_moment(call, 3);
    return tes_address_range_read(tes_slice_of(network), &ban->network);
}

#define SELECT_BANS "SELECT network, reason, created_at, expires_at FROM bans ORDER BY network"

enum records_result records_ban_list(struct records *records,
                                     bool (*each)(void *context, const struct records_ban *ban),
                                     void *context)
{
    struct sql_call call;
    sql_open(&call, records, sql_pick(records, SELECT_BANS, SELECT_BANS " COLLATE \"C\""), NULL);
    while (sql_next(&call)) {
        struct records_ban ban;
        /* A row that can't be read is a ban that would not hold: the whole list is refused. */
        if (!read_ban(&call, &ban))
            call.result = RECORDS_FAILED;
        else if (!each(context, &ban))
            break;
    }
    return sql_end(&call);
}

uint64_t records_ban_version(struct records *records)
{
    return records->backend->version(records->store, RECORDS_LIST_BANS);
}

/* Short codes. A few a minute. */
#include "store/records/records_codes.h"

#include <string.h>

#include "os/clock.h"
#include "store/records/sql.h"

/* Deletes some of those that were over long ago, so that they do not count. Where others share
 * them, one clock that is ahead must not end what still holds by the store's. */
static void sweep_codes(struct sql_call *call, struct records *records)
{
    const char *sql = sql_pick(records,
                               "DELETE FROM codes WHERE rowid IN (SELECT rowid FROM codes"
                               " WHERE expires_at < $1 LIMIT 128)",
                               "DELETE FROM codes WHERE ctid IN (SELECT ctid FROM codes"
                               " WHERE expires_at < least($1, now() - interval '1 h') LIMIT 128"
                               " FOR UPDATE SKIP LOCKED)");
    uint64_t before_ms = tes_clock_wall_ms() - RECORDS_CODE_KEPT_MS;
    sql_ask(call, sql, SQL_VALUES(sql_moment(before_ms)));
}

/* On PostgreSQL, several that come at the same moment do not see each other: then there may be some
 * more. */
static enum records_result insert_code(struct sql_call *call, const struct records_code *code,
                                       const struct records_code_bounds *bounds)
{
    return sql_ask(
        call,
        "INSERT INTO codes(hash, site, token, expires_at) SELECT $1, $2, $3, $4"
        " WHERE ((SELECT count(*) FROM codes WHERE site = $2) < $5"
        "  AND (SELECT count(*) FROM codes) < $6) OR EXISTS (SELECT 1 FROM codes WHERE hash = $1)"
        " ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash",
        SQL_VALUES(sql_text(code->hash), sql_text(code->site), sql_text(code->token),
                   sql_moment(code->expires_at_ms), sql_number(bounds->of_site),
                   sql_number(bounds->of_all)));
}

/* Where there is no room, those that are over give way, too: of the site, or of all where all are
 * too many. */
static enum records_result make_room(struct sql_call *call, struct records *records,
                                     const struct records_code *code,
                                     const struct records_code_bounds *bounds)
{
    const char *sql =
        sql_pick(records,
                 "DELETE FROM codes WHERE rowid IN (SELECT rowid FROM codes"
                 " WHERE expires_at < $1 AND (site = $2 OR (SELECT count(*) FROM codes) >= $3)"
                 " LIMIT 128)",
                 "DELETE FROM codes WHERE ctid IN (SELECT ctid FROM codes"
                 " WHERE expires_at < least($1, now())"
                 "  AND (site = $2 OR (SELECT count(*) FROM codes) >= $3)"
                 " LIMIT 128 FOR UPDATE SKIP LOCKED)");
    return sql_ask(call, sql,
                   SQL_VALUES(sql_moment(tes_clock_wall_ms()), sql_text(code->site),
                              sql_number(bounds->of_all)));
}

enum records_result records_code_add(struct records *records, const struct records_code *code,
                                     const struct records_code_bounds *bounds)
{
    struct sql_call call;
    sql_begin(&call, records, SQL_TRANSACTION);
    sweep_codes(&call, records);
    if (insert_code(&call, code, bounds) == RECORDS_ABSENT &&
        make_room(&call, records, code, bounds) == RECORDS_OK)
        insert_code(&call, code, bounds);
    enum records_result result = sql_end(&call);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_code_find(struct records *records, const char *site, const char *hash,
                                      struct records_code *code)
{
    struct sql_call call;
    if (sql_find(&call, records,
                 "SELECT hash, site, token, expires_at FROM codes WHERE hash = $1 AND site = $2",
                 SQL_VALUES(sql_text(hash), sql_text(site)))) {
        memset(code, 0, sizeof *code);
        sql_read_text(&call, 0, code->hash, sizeof code->hash);
        sql_read_text(&call, 1, code->site, sizeof code->site);
        sql_read_text(&call, 2, code->token, sizeof code->token);
        code->expires_at_ms = sql_read_moment(&call, 3);
    }
    return sql_end(&call);
}

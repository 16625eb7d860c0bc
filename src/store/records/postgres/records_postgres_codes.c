/* Short codes. A few a minute. */
#include <string.h>

#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

/* Several that come at the same moment do not see each other: then there may be some more. */
static enum records_result insert(struct postgres_link *link, const struct records_code *code,
                                  const struct records_code_bounds *bounds)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(code->hash));
    postgres_values_add(&values, tes_slice_of(code->site));
    postgres_values_add(&values, tes_slice_of(code->token));
    postgres_values_add_moment(&values, code->expires_at_ms);
    postgres_values_add_number(&values, bounds->of_site);
    postgres_values_add_number(&values, bounds->of_all);
    return records_postgres_run(
        link,
        "INSERT INTO codes(hash, site, token, expires_at) SELECT $1, $2, $3, $4::timestamptz"
        " WHERE ((SELECT count(*) FROM codes WHERE site = $2) < $5::bigint"
        "  AND (SELECT count(*) FROM codes) < $6::bigint)"
        "  OR EXISTS (SELECT 1 FROM codes WHERE hash = $1)"
        " ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash",
        &values);
}

/* Deletes some of those that were over long ago, so that they do not count. Others share them: one
 * clock that is ahead must not end what still holds by the store's. */
static enum records_result sweep(struct postgres_link *link)
{
    struct postgres_values values = {0};
    postgres_values_add_moment(&values, tes_clock_wall_ms() - RECORDS_CODE_KEPT_MS);
    postgres_values_add_number(&values, (int64_t)RECORDS_CODE_KEPT_MS / 1000);
    enum records_result result = records_postgres_run(
        link,
        "DELETE FROM codes WHERE ctid IN (SELECT ctid FROM codes WHERE expires_at <"
        " least($1::timestamptz, now() - make_interval(secs => $2::int)) LIMIT 128"
        " FOR UPDATE SKIP LOCKED)",
        &values);
    return result == RECORDS_ABSENT ? RECORDS_OK : result;
}

/* Where there is no room, those that are over give way, too: of the site, or of all where all are
 * too many. */
static enum records_result make_room(struct postgres_link *link, const struct records_code *code,
                                     const struct records_code_bounds *bounds)
{
    struct postgres_values values = {0};
    postgres_values_add_moment(&values, tes_clock_wall_ms());
    postgres_values_add(&values, tes_slice_of(code->site));
    postgres_values_add_number(&values, bounds->of_all);
    return records_postgres_run(
        link,
        "DELETE FROM codes WHERE ctid IN (SELECT ctid FROM codes"
        " WHERE expires_at < least($1::timestamptz, now())"
        "  AND (site = $2 OR (SELECT count(*) FROM codes) >= $3::bigint) LIMIT 128"
        " FOR UPDATE SKIP LOCKED)",
        &values);
}

enum records_result records_postgres_code_add(void *context, const struct records_code *code,
                                              const struct records_code_bounds *bounds)
{
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    enum records_result result = sweep(link);
    if (result == RECORDS_OK)
        result = insert(link, code, bounds);
    if (result == RECORDS_ABSENT) {
        result = make_room(link, code, bounds);
        if (result == RECORDS_OK)
            result = insert(link, code, bounds);
    }
    result = records_postgres_end(context, link, result);
    return result == RECORDS_ABSENT ? RECORDS_EXISTS : result;
}

enum records_result records_postgres_code_find(void *context, const char *site, const char *hash,
                                               struct records_code *code)
{
    struct records_postgres_call call;
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(hash));
    postgres_values_add(&values, tes_slice_of(site));
    records_postgres_call(&call, context,
                          "SELECT hash, site, token, " RECORDS_POSTGRES_MS(
                              "expires_at") " FROM codes WHERE hash = $1 AND site = $2",
                          &values);
    if (call.result == RECORDS_OK) {
        memset(code, 0, sizeof *code);
        records_postgres_text(&call, 0, 0, code->hash, sizeof code->hash);
        records_postgres_text(&call, 0, 1, code->site, sizeof code->site);
        records_postgres_text(&call, 0, 2, code->token, sizeof code->token);
        code->expires_at_ms = records_postgres_number(&call, 0, 3);
    }
    records_postgres_call_end(&call);
    return call.result;
}

/* Sealed keys: a handful of rows, of which one is added now and then. */
#include <string.h>

#include "base/codec.h"
#include "store/records/postgres/records_postgres.h"

/* Whether a row `old` has retired; $1 is how long that takes. Rows have the store's clock only. */
#define AGO "clock_timestamp() - $1::bigint * interval '1 millisecond'"
#define RETIRED                                                                                    \
    "(old.added_at <= " AGO " AND EXISTS (SELECT FROM signing_keys AS newer"                       \
    " WHERE newer.created_ms > old.created_ms AND newer.signs_from <= " AGO "))"

static bool read_key(const struct records_postgres_call *call, int row, struct records_key *key)
{
    const struct postgres_library *pq = call->store->server.pq;
    struct tes_slice hex = {pq->getvalue(call->rows, row, 4),
                            (size_t)pq->getlength(call->rows, row, 4)};
    *key = (struct records_key){
        .id = (uint32_t)records_postgres_number(call, row, 1),
        .created_at_ms = records_postgres_number(call, row, 2),
        .sealed_by = (uint32_t)records_postgres_number(call, row, 3),
        .length = hex.length / 2,
        .added_at_ms = records_postgres_number(call, row, 5),
        .has_signed = pq->getisnull(call->rows, row, 6) == 0,
        .signs_from_ms = records_postgres_number(call, row, 6),
    };
    return key->length <= sizeof key->sealed && tes_hex_decode(hex, key->sealed, key->length);
}

/* One row more than there are keys, without one, tells the store's time. */
#define NOW_MS   RECORDS_POSTGRES_MS("clock_timestamp()")
#define ADDED_MS RECORDS_POSTGRES_MS("added_at")
#define SIGNS_MS RECORDS_POSTGRES_MS("signs_from")
#define SELECT_KEYS                                                                                \
    "SELECT " NOW_MS ", key_id, created_ms, sealed_by, encode(sealed, 'hex'), " ADDED_MS           \
    ", " SIGNS_MS " FROM (VALUES(1)) AS always LEFT JOIN signing_keys AS old ON NOT " RETIRED      \
    " ORDER BY created_ms DESC, key_id"

enum records_result records_postgres_keys_read(void *context, uint64_t retired_ms,
                                               struct records_keys *keys)
{
    struct records_postgres_call call;
    struct postgres_values values = {0};
    postgres_values_add_number(&values, (int64_t)retired_ms);
    records_postgres_call(&call, context, SELECT_KEYS, &values);
    enum records_result result = call.result == RECORDS_OK ? RECORDS_OK : RECORDS_FAILED;
    if (result == RECORDS_OK)
        keys->now_ms = records_postgres_number(&call, 0, 0);
    for (int row = 0; result == RECORDS_OK && row < call.count; row++) {
        if (call.store->server.pq->getisnull(call.rows, row, 1))
            continue;
        if (keys->count == RECORDS_KEYS_MAX || !read_key(&call, row, &keys->items[keys->count]))
            result = RECORDS_FAILED;
        else
            keys->count++;
    }
    records_postgres_call_end(&call);
    return result;
}

static enum records_result insert(struct postgres_link *link, const struct records_key *key,
                                  bool is_first)
{
    struct postgres_values values = {0};
    postgres_values_add_number(&values, key->id);
    postgres_values_add_number(&values, (int64_t)key->created_at_ms);
    postgres_values_add_number(&values, key->sealed_by);
    postgres_values_add_bytes(&values, (struct tes_slice){(const char *)key->sealed, key->length});
    postgres_values_add_number(&values, is_first ? 1 : RECORDS_KEYS_MAX);
    postgres_values_add_number(&values, key->has_signed ? (int64_t)key->signs_from_ms : 0);
    return records_postgres_run(
        link,
        "INSERT INTO signing_keys(key_id, created_ms, sealed_by, sealed, signs_from)"
        " SELECT $1::bigint, $2::bigint, $3::bigint, $4,"
        " to_timestamp(nullif($6::bigint, 0) / 1000.0)"
        " WHERE (SELECT count(*) FROM signing_keys) < $5::bigint",
        &values);
}

enum records_result records_postgres_key_add(void *context, const struct records_key *key,
                                             bool is_first, uint64_t retired_ms)
{
    struct postgres_values values = {0};
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    postgres_values_add_number(&values, (int64_t)retired_ms);
    /* Two that come at once are counted one after the other. */
    bool is_locked = postgres_link_run(link, "LOCK TABLE signing_keys IN EXCLUSIVE MODE");
    enum records_result result =
        is_locked
            ? records_postgres_run(link, "DELETE FROM signing_keys AS old WHERE " RETIRED, &values)
            : RECORDS_FAILED;
    if (result == RECORDS_OK || result == RECORDS_ABSENT)
        result = insert(link, key, is_first);
    if (result == RECORDS_ABSENT && is_first)
        result = RECORDS_EXISTS;
    return records_postgres_end(context, link, result);
}

enum records_result records_postgres_key_signs(void *context, uint32_t id)
{
    struct postgres_values values = {0};
    postgres_values_add_number(&values, id);
    return records_postgres_change(context,
                                   "UPDATE signing_keys SET signs_from = clock_timestamp()"
                                   " WHERE key_id = $1::bigint AND signs_from IS NULL",
                                   &values);
}

enum records_result records_postgres_key_reseal(void *context, const struct records_key *key)
{
    struct postgres_values values = {0};
    postgres_values_add_number(&values, key->id);
    postgres_values_add_number(&values, key->sealed_by);
    postgres_values_add_bytes(&values, (struct tes_slice){(const char *)key->sealed, key->length});
    return records_postgres_change(context,
                                   "UPDATE signing_keys SET sealed_by = $2::bigint, sealed = $3"
                                   " WHERE key_id = $1::bigint",
                                   &values);
}

enum records_result records_postgres_key_remove(void *context, uint32_t id)
{
    struct postgres_values values = {0};
    postgres_values_add_number(&values, id);
    return records_postgres_change(context, "DELETE FROM signing_keys WHERE key_id = $1::bigint",
                                   &values);
}

/* Sealed keys: a handful of rows, of which one is added now and then. */
#include <string.h>

#include "base/codec.h"
#include "store/records_postgres.h"

#define NUMBER_MAX 24

/* Whether a row `old` has retired; $1 is how long that takes. Rows have the store's clock only. */
#define AGO "clock_timestamp() - $1::bigint * interval '1 millisecond'"
#define RETIRED                                                                                    \
    "(old.added_at <= " AGO " AND EXISTS (SELECT FROM signing_keys AS newer"                       \
    " WHERE newer.created_ms > old.created_ms AND newer.signs_from <= " AGO "))"

/* A number as a value. Its text lives as long as the call. */
static void add_number(struct postgres_values *values, uint64_t number, char text[NUMBER_MAX])
{
    struct tes_buf buf = tes_buf_on(text, NUMBER_MAX);
    tes_buf_number(&buf, (int64_t)number);
    postgres_values_add(values, tes_buf_done(&buf));
}

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
enum records_result records_postgres_keys_read(void *context, uint64_t retired_ms,
                                               struct records_keys *keys)
{
    char retired[NUMBER_MAX];
    struct records_postgres_call call;
    struct postgres_values values = {0};
    add_number(&values, retired_ms, retired);
    records_postgres_call(
        &call, context,
        "SELECT " RECORDS_POSTGRES_MS(
            "clock_timestamp()") ", key_id, created_ms, sealed_by,"
                                 " encode(sealed, 'hex'), " RECORDS_POSTGRES_MS(
                                     "added_at") ", " RECORDS_POSTGRES_MS("signs_from") " FROM "
                                                                                        "(VALUES(1)"
                                                                                        ") AS "
                                                                                        "always "
                                                                                        "LEFT JOIN "
                                                                                        "signing_"
                                                                                        "keys AS "
                                                                                        "old ON "
                                                                                        "NOT"
                                                                                        " " RETIRED
                                                                                        " ORDER BY "
                                                                                        "created_"
                                                                                        "ms DESC, "
                                                                                        "key_id",
        &values);
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
    char id[NUMBER_MAX], created[NUMBER_MAX], by[NUMBER_MAX], most[NUMBER_MAX], signs[NUMBER_MAX];
    struct postgres_values values = {0};
    add_number(&values, key->id, id);
    add_number(&values, key->created_at_ms, created);
    add_number(&values, key->sealed_by, by);
    postgres_values_add_bytes(&values, (struct tes_slice){(const char *)key->sealed, key->length});
    add_number(&values, is_first ? 1 : RECORDS_KEYS_MAX, most);
    add_number(&values, key->has_signed ? key->signs_from_ms : 0, signs);
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
    char retired[NUMBER_MAX];
    struct postgres_values values = {0};
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    add_number(&values, retired_ms, retired);
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
    char text[NUMBER_MAX];
    struct postgres_values values = {0};
    add_number(&values, id, text);
    return records_postgres_change(context,
                                   "UPDATE signing_keys SET signs_from = clock_timestamp()"
                                   " WHERE key_id = $1::bigint AND signs_from IS NULL",
                                   &values);
}

enum records_result records_postgres_key_reseal(void *context, const struct records_key *key)
{
    char id[NUMBER_MAX], by[NUMBER_MAX];
    struct postgres_values values = {0};
    add_number(&values, key->id, id);
    add_number(&values, key->sealed_by, by);
    postgres_values_add_bytes(&values, (struct tes_slice){(const char *)key->sealed, key->length});
    return records_postgres_change(context,
                                   "UPDATE signing_keys SET sealed_by = $2::bigint, sealed = $3"
                                   " WHERE key_id = $1::bigint",
                                   &values);
}

enum records_result records_postgres_key_remove(void *context, uint32_t id)
{
    char text[NUMBER_MAX];
    struct postgres_values values = {0};
    add_number(&values, id, text);
    return records_postgres_change(context, "DELETE FROM signing_keys WHERE key_id = $1::bigint",
                                   &values);
}

/* Sealed keys: a handful of rows on PostgreSQL, of which one is added now and then. */
#include "store/records/records_keys.h"

#include "store/records/sql.h"

/* Whether a row `old` has retired; $1 is how long that takes. Rows have the store's clock only. */
#define AGO "clock_timestamp() - $1 * interval '1 millisecond'"
#define RETIRED                                                                                    \
    "(old.added_at <= " AGO " AND EXISTS (SELECT FROM signing_keys AS newer"                       \
    " WHERE newer.created_ms > old.created_ms AND newer.signs_from <= " AGO "))"

/* One row more than there are keys, without one, tells the store's time. */
#define SELECT_KEYS                                                                                \
    "SELECT clock_timestamp(), key_id, created_ms, sealed_by, sealed, added_at, signs_from"        \
    " FROM (VALUES(1)) AS always LEFT JOIN signing_keys AS old ON NOT " RETIRED                    \
    " ORDER BY created_ms DESC, key_id"

static bool read_key(const struct sql_call *call, struct records_key *key)
{
    *key = (struct records_key){
        .id = (uint32_t)sql_read_number(call, 1),
        .created_at_ms = sql_read_number(call, 2),
        .sealed_by = (uint32_t)sql_read_number(call, 3),
        .added_at_ms = sql_read_moment(call, 5),
        .has_signed = sql_column(call, 6).at != NULL,
        .signs_from_ms = sql_read_moment(call, 6),
    };
    return sql_read_bytes(call, 4, key->sealed, sizeof key->sealed, &key->length);
}

enum records_result records_keys_read(struct records *records, uint64_t retired_ms,
                                      struct records_keys *keys)
{
    struct sql_call call;
    *keys = (struct records_keys){0};
    sql_open(&call, records, SELECT_KEYS, SQL_VALUES(sql_number((int64_t)retired_ms)));
    while (sql_next(&call)) {
        keys->now_ms = sql_read_moment(&call, 0);
        if (sql_column(&call, 1).at == NULL)
            continue;
        if (keys->count == RECORDS_KEYS_MAX || !read_key(&call, &keys->items[keys->count]))
            call.result = RECORDS_FAILED;
        else
            keys->count++;
    }
    return sql_end(&call);
}

enum records_result records_key_add(struct records *records, const struct records_key *key,
                                    bool is_first, uint64_t retired_ms)
{
    struct sql_call call;
    sql_begin(&call, records, SQL_TRANSACTION);
    /* Two that come at once are counted one after the other. */
    sql_ask(&call, "LOCK TABLE signing_keys IN EXCLUSIVE MODE", NULL);
    sql_ask(&call, "DELETE FROM signing_keys AS old WHERE " RETIRED,
            SQL_VALUES(sql_number((int64_t)retired_ms)));
    sql_ask(&call,
            "INSERT INTO signing_keys(key_id, created_ms, sealed_by, sealed, signs_from)"
            " SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM signing_keys) < $6",
            SQL_VALUES(sql_number(key->id), sql_number((int64_t)key->created_at_ms),
                       sql_number(key->sealed_by), sql_bytes(key->sealed, key->length),
                       sql_moment(key->has_signed ? key->signs_from_ms : 0),
                       sql_number(is_first ? 1 : RECORDS_KEYS_MAX)));
    if (call.result == RECORDS_ABSENT && is_first)
        call.result = RECORDS_EXISTS;
    return sql_end(&call);
}

enum records_result records_key_signs(struct records *records, uint32_t id)
{
    return sql_change(records,
                      "UPDATE signing_keys SET signs_from = clock_timestamp()"
                      " WHERE key_id = $1 AND signs_from IS NULL",
                      SQL_VALUES(sql_number(id)));
}

enum records_result records_key_reseal(struct records *records, const struct records_key *key)
{
    return sql_change(records,
                      "UPDATE signing_keys SET sealed_by = $2, sealed = $3 WHERE key_id = $1",
                      SQL_VALUES(sql_number(key->id), sql_number(key->sealed_by),
                                 sql_bytes(key->sealed, key->length)));
}

enum records_result records_key_remove(struct records *records, uint32_t id)
{
    return sql_change(records, "DELETE FROM signing_keys WHERE key_id = $1",
                      SQL_VALUES(sql_number(id)));
}

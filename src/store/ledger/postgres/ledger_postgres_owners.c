/*
 * Who has spent what, where callers said so. An owner lies beside what it has spent, as a key that
 * nobody spends: written in the same transaction, swept with it, and of no concern to servers that
 * know of no owners.
 */
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "store/ledger/postgres/ledger_postgres.h"

#define HEX_MAX (2 * LEDGER_POSTGRES_HASH_MAX + 1)

/* Writes the owners of what this transaction was the first to spend, and gives those of them all
 * that are known. A row that this transaction has written has its number. */
static const char OWN[] =
    "WITH told AS (SELECT key, owner, expires_at"
    " FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS told(key, owner, expires_at)),"
    " own AS (INSERT INTO ledger_spent(key, expires_at)"
    " SELECT told.owner, max(told.expires_at) FROM told JOIN ledger_spent AS spent"
    " ON spent.key = told.key AND spent.xmin = pg_current_xact_id()::xid GROUP BY told.owner"
    " ON CONFLICT(key) DO UPDATE SET expires_at = excluded.expires_at RETURNING key)"
    " SELECT replace(known.key::text, '-', '') FROM (SELECT key FROM own UNION"
    " SELECT spent.key FROM ledger_spent AS spent JOIN told ON spent.key = told.owner"
    " WHERE spent.expires_at > " LEDGER_POSTGRES_NOW ") AS known ORDER BY known.key";

static struct tes_slice write_owner(const struct ledger_request *request, char text[HEX_MAX])
{
    struct tes_buf hex = tes_buf_on(text, HEX_MAX);
    tes_hex_encode(&hex, request->owner, LEDGER_POSTGRES_HASH_MAX);
    return tes_buf_done(&hex);
}

/* `key` is empty for one that writes nothing. */
static void add(struct postgres_ledger *ledger, const struct ledger_request *request,
                struct tes_slice key)
{
    char owner[HEX_MAX];
    struct postgres_values row = {0};
    postgres_values_add_or_null(&row, key);
    postgres_values_add(&row, write_owner(request, owner));
    ledger_postgres_add_expiry(&row, request);
    postgres_columns_add(ledger->columns, &row);
}

static bool asks_for_owner(const struct ledger_request *request)
{
    return request->owner != NULL &&
           (request->verb == LEDGER_SPEND || request->verb == LEDGER_FIND);
}

bool ledger_postgres_has_owners(const struct ledger_request *first)
{
    for (const struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (asks_for_owner(each))
            return true;
    return false;
}

bool ledger_postgres_send_owners(struct postgres_ledger *ledger, const struct ledger_request *first)
{
    char hash[HEX_MAX];
    postgres_columns_start(ledger->columns);
    for (size_t i = 0; i < ledger->key_count; i++) {
        const struct ledger_postgres_key *key = &ledger->keys[i];
        struct tes_buf hex = tes_buf_on(hash, sizeof hash);
        tes_hex_encode(&hex, key->hash, sizeof key->hash);
        if (key->request->owner != NULL)
            add(ledger, key->request,
                ledger_postgres_is_first(ledger, i) ? tes_buf_done(&hex)
                                                    : (struct tes_slice){NULL, 0});
    }
    for (const struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (each->verb == LEDGER_FIND)
            add(ledger, each, (struct tes_slice){NULL, 0});
    return postgres_columns_send_text(ledger->columns, &ledger->link, OWN);
}

static bool is_known(const struct postgres_library *pq, const PGresult *rows, const char *owner)
{
    int low = 0, high = pq->ntuples(rows);
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(pq->getvalue(rows, middle, 0), owner);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

void ledger_postgres_read_owners(struct postgres_ledger *ledger, struct ledger_request *first,
                                 const PGresult *rows)
{
    for (struct ledger_request *each = first; each != NULL; each = each->item.next) {
        char owner[HEX_MAX];
        if (!asks_for_owner(each) ||
            (each->verb == LEDGER_SPEND && each->result != OUTCOME_REPLAYED))
            continue;
        owner[write_owner(each, owner).length] = '\0';
        each->result =
            is_known(ledger->server.pq, rows, owner) ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    }
}

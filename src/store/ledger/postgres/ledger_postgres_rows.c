/*
 * What a batch spends and counts, as statements over arrays. Each key and each counter is in them
 * once, and they are sorted: nodes that write the same ones at the same moment lock them in the
 * same order.
 */
#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "store/ledger/postgres/ledger_postgres.h"

#define COUNTED_MAX    UINT32_MAX
#define COUNTED_LATE_S 300  /* counters are kept for so long after the end of their window */
#define FORGET_MOST    4096 /* counters that a batch deletes at most */
#define HEX_MAX        (2 * LEDGER_POSTGRES_HASH_MAX + 1)

/* Gives the keys that are new or expired, and locks nothing but these and who else spends them. */
static const char SPEND[] =
    "INSERT INTO ledger_spent(key, expires_at)"
    " SELECT key, expires_at FROM unnest($1::uuid[], $2::bigint[]) AS told(key, expires_at)"
    " ON CONFLICT(key) DO UPDATE SET expires_at = excluded.expires_at"
    " WHERE ledger_spent.expires_at <= least(($3::bigint[])[1], " LEDGER_POSTGRES_NOW ")"
    " RETURNING replace(key::text, '-', '')";

static const char COUNT[] =
    "INSERT INTO ledger_counted(ends_at, key, count, change)"
    " SELECT ends_at, key, greatest(change, 0), change"
    " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS told(ends_at, key, change)"
    " ON CONFLICT(ends_at, key) DO UPDATE SET change = excluded.change,"
    " count = least(greatest(ledger_counted.count + excluded.change, 0), 4294967295)"
    " RETURNING ends_at, key, count";

static const char FORGET_COUNTED[] =
    "DELETE FROM ledger_counted WHERE (ends_at, key) IN (SELECT ends_at, key FROM ledger_counted"
    " WHERE ends_at <= $1::bigint ORDER BY ends_at LIMIT $2::bigint FOR UPDATE SKIP LOCKED)";

/* ------------------------------------------------------------------ sorts */

static int compare_keys(const void *a, const void *b)
{
    const struct ledger_postgres_key *one = a, *other = b;
    int order = memcmp(one->hash, other->hash, sizeof one->hash);
    return order != 0 ? order : (one->number > other->number) - (one->number < other->number);
}

static int compare_counters(const struct counters_change *one, const struct counters_change *other)
{
    if (one->ends_at_s != other->ends_at_s)
        return one->ends_at_s < other->ends_at_s ? -1 : 1;
    return (one->key > other->key) - (one->key < other->key);
}

static int compare_changes(const void *a, const void *b)
{
    const struct ledger_postgres_change *one = a, *other = b;
    int order = compare_counters(one->change, other->change);
    return order != 0 ? order : (one->number > other->number) - (one->number < other->number);
}

static bool is_same_key(const struct ledger_postgres_key *one,
                        const struct ledger_postgres_key *other)
{
    return memcmp(one->hash, other->hash, sizeof one->hash) == 0;
}

static bool make_room(void **at, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    void *more = realloc(*at, wanted * size);
    if (more == NULL)
        return false;
    *at = more;
    *room = wanted;
    return true;
}

static bool hash_key(struct ledger_postgres_key *key, struct tes_slice text)
{
    uint8_t hash[EVP_MAX_MD_SIZE];
    if (EVP_Digest(text.at, text.length, hash, NULL, EVP_sha256(), NULL) != 1)
        return false;
    memcpy(key->hash, hash, sizeof key->hash);
    return true;
}

bool ledger_postgres_gather(struct postgres_ledger *ledger, struct ledger_request *first)
{
    size_t keys = 0, changes = 0;
    for (struct ledger_request *each = first; each != NULL; each = each->item.next) {
        keys += each->verb == LEDGER_SPEND;
        changes += each->verb == LEDGER_COUNT ? each->change_count : 0;
    }
    void *key_memory = ledger->keys, *change_memory = ledger->changes;
    bool done = make_room(&key_memory, &ledger->key_room, keys, sizeof *ledger->keys) &&
                make_room(&change_memory, &ledger->change_room, changes, sizeof *ledger->changes);
    ledger->keys = key_memory;
    ledger->changes = change_memory;
    ledger->key_count = ledger->change_count = 0;
    for (struct ledger_request *each = first; done && each != NULL; each = each->item.next) {
        if (each->verb == LEDGER_SPEND) {
            struct ledger_postgres_key *key = &ledger->keys[ledger->key_count];
            *key = (struct ledger_postgres_key){.number = ledger->key_count++, .request = each};
            done = hash_key(key, each->key);
        }
        for (size_t i = 0; each->verb == LEDGER_COUNT && i < each->change_count; i++) {
            size_t number = ledger->change_count++;
            ledger->changes[number] =
                (struct ledger_postgres_change){.change = &each->changes[i], .number = number};
        }
    }
    if (ledger->key_count > 1)
        qsort(ledger->keys, ledger->key_count, sizeof *ledger->keys, compare_keys);
    if (ledger->change_count > 1)
        qsort(ledger->changes, ledger->change_count, sizeof *ledger->changes, compare_changes);
    return done;
}

/* ------------------------------------------------------------------ spent */

/* Adds when the request's key expires, which may be later than any number that the store has. */
static void add_expiry(struct postgres_values *row, const struct ledger_request *request)
{
    uint64_t expires_at_ms = request->expires_at_ms;
    postgres_values_add_number(row, expires_at_ms < INT64_MAX ? (int64_t)expires_at_ms : INT64_MAX);
}

/* By the earliest of their clocks: what one of them still takes for good is not forgotten. */
uint64_t ledger_postgres_earliest_ms(const struct postgres_ledger *ledger)
{
    uint64_t earliest = INT64_MAX;
    for (size_t i = 0; i < ledger->key_count; i++)
        if (ledger->keys[i].request->now_ms < earliest)
            earliest = ledger->keys[i].request->now_ms;
    return earliest;
}

/* Whether this key, of the sorted, is not in the batch before. */
static bool is_first_of_key(const struct postgres_ledger *ledger, size_t number)
{
    return number == 0 || !is_same_key(&ledger->keys[number], &ledger->keys[number - 1]);
}

bool ledger_postgres_send_spends(struct postgres_ledger *ledger)
{
    char hash[HEX_MAX];
    int64_t now_ms = (int64_t)ledger_postgres_earliest_ms(ledger);
    postgres_columns_start(ledger->columns);
    for (size_t i = 0; i < ledger->key_count; i++) {
        const struct ledger_postgres_key *key = &ledger->keys[i];
        struct postgres_values row = {0};
        struct tes_buf hex = tes_buf_on(hash, sizeof hash);
        if (!is_first_of_key(ledger, i))
            continue;
        tes_hex_encode(&hex, key->hash, sizeof key->hash);
        postgres_values_add(&row, tes_buf_done(&hex));
        add_expiry(&row, key->request);
        postgres_values_add_number(&row, now_ms);
        postgres_columns_add(ledger->columns, &row);
    }
    return postgres_columns_send_text(ledger->columns, &ledger->link, SPEND);
}

/* Of those that spend one key in this batch, the one that came first is. */
void ledger_postgres_read_spends(struct postgres_ledger *ledger, const PGresult *rows)
{
    const struct postgres_library *pq = ledger->server.pq;
    for (size_t i = 0; i < ledger->key_count; i++)
        ledger->keys[i].request->result = OUTCOME_REPLAYED;
    for (int row = 0; row < pq->ntuples(rows); row++) {
        struct ledger_postgres_key wanted = {.number = 0};
        size_t low = 0, high = ledger->key_count;
        if (!tes_hex_decode(tes_slice_of(pq->getvalue(rows, row, 0)), wanted.hash,
                            sizeof wanted.hash))
            continue;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (compare_keys(&ledger->keys[middle], &wanted) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < ledger->key_count && is_same_key(&ledger->keys[low], &wanted))
            ledger->keys[low].request->result = OUTCOME_OK;
    }
}

/* ----------------------------------------------------------------- owners */

/*
 * Who has spent what, where callers said so. An owner lies beside what it has spent, as a key that
 * nobody spends: written in the same transaction, swept with it, and of no concern to servers that
 * know of no owners.
 */

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
static void add_owner(struct postgres_ledger *ledger, const struct ledger_request *request,
                      struct tes_slice key)
{
    char owner[HEX_MAX];
    struct postgres_values row = {0};
    postgres_values_add_or_null(&row, key);
    postgres_values_add(&row, write_owner(request, owner));
    add_expiry(&row, request);
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
            add_owner(ledger, key->request,
                      is_first_of_key(ledger, i) ? tes_buf_done(&hex)
                                                 : (struct tes_slice){NULL, 0});
    }
    for (const struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (each->verb == LEDGER_FIND)
            add_owner(ledger, each, (struct tes_slice){NULL, 0});
    return postgres_columns_send_text(ledger->columns, &ledger->link, OWN);
}

static bool is_owner_known(const struct postgres_library *pq, const PGresult *rows,
                           const char *owner)
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
            is_owner_known(ledger->server.pq, rows, owner) ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    }
}

/* ---------------------------------------------------------------- counted */

static int64_t bounded(int64_t amount)
{
    int64_t most = (int64_t)COUNTED_MAX;
    return amount > most ? most : amount < -most ? -most : amount;
}

/* The changes of one counter, from this one on: how many, and what they add up to. */
static size_t same_counter(const struct postgres_ledger *ledger, size_t from, int64_t *sum)
{
    size_t to = from;
    *sum = 0;
    while (to < ledger->change_count &&
           compare_counters(ledger->changes[from].change, ledger->changes[to].change) == 0)
        *sum = bounded(*sum + bounded(ledger->changes[to++].change->amount));
    return to - from;
}

bool ledger_postgres_send_counts(struct postgres_ledger *ledger, uint64_t now_ms)
{
    int64_t sum;
    postgres_columns_start(ledger->columns);
    for (size_t i = 0; i < ledger->change_count; i += same_counter(ledger, i, &sum)) {
        const struct counters_change *change = ledger->changes[i].change;
        struct postgres_values row = {0};
        (void)same_counter(ledger, i, &sum);
        postgres_values_add_number(&row, change->ends_at_s);
        postgres_values_add_number(&row, (int64_t)change->key);
        postgres_values_add_number(&row, sum);
        postgres_columns_add(ledger->columns, &row);
    }
    struct postgres_values values = {0};
    postgres_values_add_number(&values, (int64_t)(now_ms / 1000) - COUNTED_LATE_S);
    postgres_values_add_number(&values, FORGET_MOST);
    return (ledger->change_count == 0 ||
            postgres_columns_send_text(ledger->columns, &ledger->link, COUNT)) &&
           postgres_link_send_values(&ledger->link, FORGET_COUNTED, &values);
}

static void tell_totals(struct postgres_ledger *ledger, const struct counters_change *wanted,
                        int64_t total)
{
    size_t low = 0, high = ledger->change_count;
    int64_t sum;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_counters(ledger->changes[middle].change, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == ledger->change_count || compare_counters(ledger->changes[low].change, wanted) != 0)
        return;
    /* The last change stands at the total, and each before it at what was there then. */
    for (size_t i = low + same_counter(ledger, low, &sum); i > low; i--) {
        struct counters_change *change = ledger->changes[i - 1].change;
        change->total = total > 0 ? (uint64_t)total : 0;
        total -= bounded(change->amount);
    }
}

void ledger_postgres_read_counts(struct postgres_ledger *ledger, const PGresult *rows)
{
    const struct postgres_library *pq = ledger->server.pq;
    for (int row = 0; row < pq->ntuples(rows); row++) {
        struct counters_change wanted = {
            .ends_at_s = (uint32_t)strtoul(pq->getvalue(rows, row, 0), NULL, 10),
            .key = (uint64_t)strtoll(pq->getvalue(rows, row, 1), NULL, 10)};
        int64_t total = strtoll(pq->getvalue(rows, row, 2), NULL, 10);
        tell_totals(ledger, &wanted, total);
    }
}

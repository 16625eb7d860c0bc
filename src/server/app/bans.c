#include "server/app/bans.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/siphash.h"
#include "base/utf8.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/snapshot.h"

#define HELD_MAX       ((size_t)2 * RECORDS_BANS_MAX) /* some more than may be added */
#define SWEEP_EVERY_US ((uint64_t)60 * 1000000)
#define LENGTHS        129 /* of networks: 0 to 128 bits */

struct ban {
    struct tes_address_range network; /* of no address: the slot is free */
    uint64_t expires_at_ms;           /* 0: never */
};

/* Open addressing; at most half of the slots are taken, so that a search soon ends. */
struct table {
    struct ban *slots;
    size_t size; /* a power of two; 0: no ban */
    size_t count;
    uint64_t lengths[2]
                    [LENGTHS / 64 + 1]; /* bits: which lengths networks have, IPv4's and IPv6's */
    uint64_t first_end_ms;              /* of those that end; UINT64_MAX: none does */
};

struct list {
    struct ban *items;
    size_t count, size;
    bool is_cut; /* there was no room for all */
};

struct bans {
    struct tes_snapshot snapshot; /* a table; only the thread that refreshes reads it uncounted */
    atomic_size_t count;          /* of its bans: without any, no reader gets it */
    uint64_t hash_key[2];
    /* Of the thread that refreshes. */
    uint64_t version, sweep_due_us;
    bool is_loaded;
};

static void table_end(void *table)
{
    free(((struct table *)table)->slots);
}

struct bans *bans_new(void)
{
    struct bans *bans = calloc(1, sizeof *bans);
    struct table *none = tes_snapshot_new(sizeof *none, table_end);
    if (bans == NULL || none == NULL || !tes_entropy(bans->hash_key, sizeof bans->hash_key)) {
        tes_snapshot_put(none);
        free(bans);
        return NULL;
    }
    none->first_end_ms = UINT64_MAX;
    tes_snapshot_start(&bans->snapshot, none);
    return bans;
}

void bans_free(struct bans *bans)
{
    if (bans == NULL)
        return;
    tes_snapshot_stop(&bans->snapshot);
    tes_wipe(bans->hash_key, sizeof bans->hash_key);
    free(bans);
}

static bool is_same(const struct tes_address_range *one, const struct tes_address_range *other)
{
    return one->prefix_bits == other->prefix_bits && one->base.length == other->base.length &&
           memcmp(one->base.bytes, other->base.bytes, sizeof one->base.bytes) == 0;
}

/* The slot of that network, or the free one where it would be. */
static struct ban *find_ban(const struct bans *bans, const struct table *table,
                            const struct tes_address_range *network)
{
    uint8_t text[sizeof network->base.bytes + 2];
    memcpy(text, network->base.bytes, sizeof network->base.bytes);
    text[sizeof network->base.bytes] = (uint8_t)network->prefix_bits;
    text[sizeof network->base.bytes + 1] = (uint8_t)network->base.length;
    size_t at = (size_t)tes_siphash(bans->hash_key, text, sizeof text) & (table->size - 1);
    while (table->slots[at].network.base.length != 0 &&
           !is_same(&table->slots[at].network, network))
        at = (at + 1) & (table->size - 1);
    return &table->slots[at];
}

/* ---------------------------------------------------------------- reading */

static bool add_ban(void *context, const struct records_ban *row)
{
    struct list *list = context;
    if (list->count == list->size) {
        size_t size = list->size == 0 ? 16 : list->size * 2;
        struct ban *items =
            list->count >= HELD_MAX ? NULL : realloc(list->items, size * sizeof *items);
        if (items == NULL) {
            list->is_cut = true;
            return false;
        }
        list->items = items;
        list->size = size;
    }
    struct ban *ban = &list->items[list->count++];
    *ban = (struct ban){row->network, row->expires_at_ms};
    tes_address_range_trim(&ban->network);
    return true;
}

/* False where memory is out. */
static bool build_table(const struct bans *bans, const struct list *list, struct table *table)
{
    *table = (struct table){.first_end_ms = UINT64_MAX};
    if (list->count == 0)
        return true;
    table->size = 2;
    while (table->size < list->count * 2)
        table->size *= 2;
    table->slots = calloc(table->size, sizeof *table->slots);
    if (table->slots == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct ban *ban = &list->items[i];
        const unsigned bits = ban->network.prefix_bits;
        struct ban *slot = find_ban(bans, table, &ban->network);
        table->count += slot->network.base.length == 0;
        *slot = *ban;
        table->lengths[ban->network.base.length == 16][bits / 64] |= UINT64_C(1) << bits % 64;
        if (ban->expires_at_ms != 0 && ban->expires_at_ms < table->first_end_ms)
            table->first_end_ms = ban->expires_at_ms;
    }
    return true;
}

static bool read_bans(struct bans *bans, struct records *records)
{
    struct list list = {0};
    struct table *fresh = tes_snapshot_new(sizeof *fresh, table_end);
    bool done = fresh != NULL && records_ban_list(records, add_ban, &list) == RECORDS_OK &&
                !list.is_cut && build_table(bans, &list, fresh);
    free(list.items);
    if (!done) {
        tes_snapshot_put(fresh);
        return false;
    }
    atomic_store(&bans->count, fresh->count);
    tes_snapshot_replace(&bans->snapshot, fresh);
    return true;
}

/* Addresses are not kept for longer than they are needed. What can't be deleted now is tried again
 * later, and holds no longer in any case. */
static void sweep_bans(struct bans *bans, struct records *records, uint64_t now_ms)
{
    uint64_t now_us = tes_clock_steady_us();
    const struct table *table = bans->snapshot.current;
    if (table->first_end_ms >= now_ms - BANS_KEPT_MS || now_us < bans->sweep_due_us)
        return;
    bans->sweep_due_us = now_us + SWEEP_EVERY_US;
    if (records_ban_sweep(records, now_ms - BANS_KEPT_MS) == RECORDS_FAILED)
        return;
}

enum bans_result bans_refresh(struct bans *bans, struct records *records, uint64_t now_ms)
{
    uint64_t version = records_ban_version(records);
    if (bans->is_loaded && version == bans->version) {
        sweep_bans(bans, records, now_ms);
        return BANS_SAME;
    }
    if (!read_bans(bans, records))
        return BANS_FAILED;
    bans->version = version;
    bans->is_loaded = true;
    return BANS_CHANGED;
}

/* ---------------------------------------------------------------- asking */

static bool ban_holds(const struct ban *ban, uint64_t now_ms)
{
    return ban->network.base.length != 0 &&
           (ban->expires_at_ms == 0 || now_ms < ban->expires_at_ms);
}

static bool table_has(const struct bans *bans, const struct table *table,
                      const struct tes_address *address, uint64_t now_ms)
{
    const uint64_t *lengths = table->lengths[address->length == 16];
    for (unsigned bits = 0; bits < LENGTHS; bits++) {
        if ((lengths[bits / 64] >> bits % 64 & 1) == 0)
            continue;
        struct tes_address_range network = {*address, bits};
        tes_address_range_trim(&network);
        if (ban_holds(find_ban(bans, table, &network), now_ms))
            return true;
    }
    return false;
}

bool bans_has(struct bans *bans, const struct tes_address *address, uint64_t now_ms)
{
    if (address->length == 0 || atomic_load_explicit(&bans->count, memory_order_relaxed) == 0)
        return false;
    const struct table *table = tes_snapshot_get(&bans->snapshot);
    bool has = table->size > 0 && table_has(bans, table, address, now_ms);
    tes_snapshot_put(table);
    return has;
}

size_t bans_count(const struct bans *bans, uint64_t now_ms)
{
    const struct table *table = bans->snapshot.current;
    size_t count = 0;
    for (size_t i = 0; i < table->size; i++)
        count += ban_holds(&table->slots[i], now_ms);
    return count;
}

/* ------------------------------------------------------- what may be banned */

const char *bans_doubt(const struct tes_address_range *network)
{
    static const struct tes_address_range HERE[] = {{{{127}, 4}, 8}, {{{[15] = 1}, 16}, 128}};
    static const unsigned WIDEST_4 = 8, WIDEST_6 = 16;
    for (size_t i = 0; i < sizeof HERE / sizeof HERE[0]; i++)
        if (tes_address_range_meets(network, &HERE[i]))
            return "it holds the machine's own address, by which its operator and proxies come";
    return network->prefix_bits < (network->base.length == 4 ? WIDEST_4 : WIDEST_6)
               ? "it is wider than /8, or /16 of IPv6"
               : NULL;
}

void bans_describe(const struct records_ban *ban, struct tes_json *json)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    tes_json_string(json, "network", tes_address_range_text(&ban->network, network));
    if (*ban->reason != '\0')
        tes_json_string(json, "reason", tes_slice_of(ban->reason));
    tes_clock_json(json, "createdAt", ban->created_at_ms);
    if (ban->expires_at_ms != 0)
        tes_clock_json(json, "expiresAt", ban->expires_at_ms);
    else
        tes_json_null(json, "expiresAt");
}

bool bans_is_reason(struct tes_slice text)
{
    if (text.length > RECORDS_BAN_REASON_MAX)
        return false;
    while (text.length > 0) {
        size_t step = tes_utf8_step(text);
        if (step == 0 || tes_utf8_is_control((struct tes_slice){text.at, step}))
            return false;
        text.at += step;
        text.length -= step;
    }
    return true;
}

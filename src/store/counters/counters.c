/*
 * Shards, each with a lock and sets of four counters, a line of the processor's cache each. The
 * last row of an order chooses the shard of all of them, so that one lock does for the order; each
 * row's own hash chooses its set.
 *
 * A counter whose window is over is as good as none. So is one whose window ends later than any
 * could: a clock was ahead of its time, and has been set back.
 *
 * Where counts are shared, each shard notes what has changed, beside the counters, so that those
 * who share nothing pay nothing.
 *
 * Invariant: with `parts` set, what a counter with a limit has counted here and not settled is at
 * most its share of the limit and the amount of one order, unless the process is alone. settle.h
 * has what follows from it.
 */
#include "store/counters/counters.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/siphash.h"
#include "os/clock.h"
#include "os/entropy.h"

enum { SHARDS = 64, SET_SLOTS = 4, LINE = 64 };

#define CHANGES_SLOTS COUNTERS_CHANGES_MAX
#define CHANGES_FULL  (CHANGES_SLOTS / 4 * 3) /* past it, searching would take long */
#define CHANGES_MANY  (CHANGES_FULL / 2)

struct slot {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: was never used */
    uint32_t count;
};

struct set {
    struct slot slots[SET_SLOTS];
};

_Static_assert(sizeof(struct set) == LINE, "a set is a line");

struct change_slot {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: free */
    int32_t amount;
};

/* What has changed in one shard since those who share it were told. Two small tables of fixed size,
 * each emptied as a whole, so that a search may end at the first free place. */
struct changes {
    struct change_slot *fresh; /* not taken out yet; NULL: nothing is shared */
    struct change_slot *told;  /* taken out last; an amount of 0 is settled */
    unsigned count;            /* of `fresh` */
};

struct shard {
    pthread_mutex_t lock;
    struct set *sets;
    struct changes changes;
} __attribute__((aligned(LINE)));

struct counters {
    struct shard shards[SHARDS];
    uint64_t hash_key[2];
    uint64_t sets_per_shard;
    void *memory;                /* that the sets lie in */
    struct change_slot *changes; /* of all shards; NULL: nothing is shared */
    struct counters_sharing sharing;
    _Atomic uint64_t alone_from_us; /* UINT64_MAX: is not alone */
};

/* What an order comes to. */
struct span {
    uint32_t now_s, ends_at_s;
};

/* Where an order's rows are. */
struct found {
    struct shard *shard; /* of all of them */
    uint64_t hashes[COUNTERS_ROWS_MAX];
    struct set *sets[COUNTERS_ROWS_MAX];
    struct span span;
};

struct counters *counters_new(size_t entries_max)
{
    const uint64_t step = (uint64_t)SHARDS * SET_SLOTS;
    uint64_t sets = (entries_max + step - 1) / step;
    if (sets == 0 || sets > UINT32_MAX)
        return NULL;
    struct counters *counters = aligned_alloc(_Alignof(struct counters), sizeof *counters);
    if (counters == NULL)
        return NULL;
    memset(counters, 0, sizeof *counters);
    /* Zeroes that the kernel gives page by page. */
    counters->memory = calloc((size_t)sets * SHARDS + 1, sizeof(struct set));
    if (counters->memory == NULL || !tes_entropy(counters->hash_key, sizeof counters->hash_key)) {
        free(counters->memory);
        free(counters);
        return NULL;
    }
    counters->sets_per_shard = sets;
    uintptr_t first = ((uintptr_t)counters->memory + LINE - 1) / LINE * LINE;
    for (size_t i = 0; i < SHARDS; i++) {
        pthread_mutex_init(&counters->shards[i].lock, NULL);
        counters->shards[i].sets = (struct set *)first + i * sets;
    }
    return counters;
}

void counters_free(struct counters *counters)
{
    if (counters == NULL)
        return;
    for (size_t i = 0; i < SHARDS; i++)
        pthread_mutex_destroy(&counters->shards[i].lock);
    free(counters->memory);
    free(counters->changes);
    tes_wipe(counters->hash_key, sizeof counters->hash_key);
    free(counters);
}

/* ---------------------------------------------------------------- changes */

static struct change_slot *find_change(struct change_slot *table, uint64_t hash, uint32_t ends_at_s)
{
    unsigned at = (unsigned)(hash >> 16) % CHANGES_SLOTS;
    while (table[at].ends_at_s != 0 && (table[at].hash != hash || table[at].ends_at_s != ends_at_s))
        at = (at + 1) % CHANGES_SLOTS;
    return &table[at];
}

/* Where there is no room, it is known to nobody else. */
static void note_change(struct changes *changes, uint64_t hash, uint32_t ends_at_s, int64_t amount)
{
    if (changes->fresh == NULL || amount == 0)
        return;
    struct change_slot *change = find_change(changes->fresh, hash, ends_at_s);
    int64_t sum = (int64_t)change->amount + amount;
    if ((change->ends_at_s == 0 && changes->count >= CHANGES_FULL) || sum > INT32_MAX ||
        sum < INT32_MIN)
        return;
    changes->count += change->ends_at_s == 0;
    *change = (struct change_slot){hash, ends_at_s, (int32_t)sum};
}

/* Takes out all `count`, as changes of that part. */
static size_t take_changes(struct changes *changes, unsigned part, struct counters_change *out)
{
    size_t count = 0;
    struct change_slot *taken = changes->fresh;
    for (unsigned i = 0; i < CHANGES_SLOTS && count < changes->count; i++)
        if (taken[i].ends_at_s != 0)
            out[count++] = (struct counters_change){.key = taken[i].hash,
                                                    .ends_at_s = taken[i].ends_at_s,
                                                    .part = part,
                                                    .amount = taken[i].amount};
    changes->fresh = changes->told;
    changes->told = taken;
    memset(changes->fresh, 0, CHANGES_SLOTS * sizeof *changes->fresh);
    changes->count = 0;
    return count;
}

/* --------------------------------------------------------------- counting */

static bool is_live(const struct slot *slot, const struct span *span)
{
    return slot->ends_at_s > span->now_s && slot->ends_at_s <= span->now_s + COUNTERS_WINDOW_MAX_S;
}

static struct slot *find(struct set *set, uint64_t hash, const struct span *span)
{
    for (unsigned i = 0; i < SET_SLOTS; i++)
        if (set->slots[i].hash == hash && set->slots[i].ends_at_s == span->ends_at_s)
            return &set->slots[i];
    return NULL;
}

/* A slot for a new counter: one whose window is over, or else the one that has counted least. */
static struct slot *make_room(struct set *set, const struct span *span)
{
    struct slot *least = &set->slots[0];
    for (unsigned i = 0; i < SET_SLOTS; i++) {
        struct slot *slot = &set->slots[i];
        if (!is_live(slot, span))
            return slot;
        if (slot->count < least->count)
            least = slot;
    }
    return least;
}

static uint32_t sum(uint32_t count, int64_t amount)
{
    int64_t total = (int64_t)count + amount;
    return total < 0 ? 0 : total > UINT32_MAX ? UINT32_MAX : (uint32_t)total;
}

static void add(struct shard *shard, struct set *set, uint64_t hash, const struct span *span,
                int64_t amount, uint64_t *count)
{
    struct slot *slot = find(set, hash, span);
    if (slot == NULL && amount < 0)
        return; /* what had been taken is forgotten already */
    if (slot == NULL) {
        slot = make_room(set, span);
        *slot = (struct slot){.hash = hash, .ends_at_s = span->ends_at_s};
    }
    uint32_t before = slot->count;
    slot->count = sum(before, amount);
    note_change(&shard->changes, hash, span->ends_at_s, (int64_t)slot->count - before);
    *count = slot->count;
}

static struct set *find_set(const struct counters *counters, const struct shard *shard,
                            uint64_t hash)
{
    return &shard->sets[(hash >> 32) * counters->sets_per_shard >> 32];
}

/* How many of the rows the amount concerns, by what the first one stands at. */
static unsigned rows_concerned(const struct counters_order *order)
{
    uint64_t stands = order->rows[0].count;
    bool is_beyond = order->amount > 0 ? stands >= order->share : stands > order->share;
    return order->share > 0 && is_beyond ? 1 : order->count;
}

static bool is_alone(const struct counters *counters)
{
    uint64_t from_us = atomic_load_explicit(&counters->alone_from_us, memory_order_relaxed);
    return from_us != UINT64_MAX && tes_clock_steady_us() >= from_us;
}

/* What a row may count before it is settled; UINT64_MAX: as much as its limit. */
static uint64_t share_of(const struct counters *counters, const struct counters_row *row)
{
    unsigned parts = counters->sharing.parts;
    if (parts == 0 || row->limit == UINT64_MAX)
        return UINT64_MAX;
    uint64_t share = row->limit / parts, least = counters->sharing.least;
    return share > least ? share : least > 0 ? least : 1;
}

/* Whether the row has used up its share. */
static bool is_early(const struct counters *counters, const struct found *found,
                     const struct counters_order *order, unsigned i, bool *wakes)
{
    uint64_t share = share_of(counters, &order->rows[i]);
    if (share == UINT64_MAX)
        return false;
    const struct changes *changes = &found->shard->changes;
    uint64_t hash = found->hashes[i];
    /* What was counted here and is in no total that came back. */
    int64_t waiting = (int64_t)find_change(changes->fresh, hash, found->span.ends_at_s)->amount +
                      find_change(changes->told, hash, found->span.ends_at_s)->amount;
    *wakes = *wakes || (order->amount > 0 && waiting >= (int64_t)share / 2);
    return waiting >= (int64_t)share && !is_alone(counters);
}

/* The row that refuses, or COUNTERS_TAKEN. */
static int find_refusal(const struct counters *counters, const struct found *found,
                        struct counters_order *order, bool *wakes)
{
    int refusal = COUNTERS_TAKEN;
    order->is_early = false;
    for (unsigned i = 0; i < order->count; i++) {
        const struct slot *slot = find(found->sets[i], found->hashes[i], &found->span);
        order->rows[i].count = slot != NULL ? slot->count : 0;
        if (order->rows[i].count >= order->rows[i].limit)
            refusal = (int)i;
    }
    if (refusal != COUNTERS_TAKEN || found->shard->changes.fresh == NULL)
        return refusal;
    for (unsigned i = 0; i < order->count; i++)
        if (is_early(counters, found, order, i, wakes))
            refusal = (int)i;
    order->is_early = refusal != COUNTERS_TAKEN;
    return refusal;
}

static struct found locate(struct counters *counters, const struct counters_order *order)
{
    uint64_t now_s = order->now_ms / 1000;
    struct found found = {
        .span = {(uint32_t)now_s, (uint32_t)(now_s - now_s % order->window_s + order->window_s)}};
    for (unsigned i = 0; i < order->count; i++) {
        const uint64_t words[2] = {order->rows[i].key[0],
                                   order->rows[i].key[1] ^ (uint64_t)order->window_s << 47};
        found.hashes[i] = tes_siphash(counters->hash_key, words, sizeof words);
    }
    found.shard = &counters->shards[found.hashes[order->count - 1] % SHARDS];
    for (unsigned i = 0; i < order->count; i++)
        found.sets[i] = find_set(counters, found.shard, found.hashes[i]);
    return found;
}

int counters_take(struct counters *counters, struct counters_order *order)
{
    bool wakes = false;
    if (order->count == 0)
        return COUNTERS_TAKEN;
    struct found found = locate(counters, order);
    pthread_mutex_lock(&found.shard->lock);
    int refusal = find_refusal(counters, &found, order, &wakes);
    unsigned concerned =
        refusal == COUNTERS_TAKEN && order->amount != 0 ? rows_concerned(order) : 0;
    for (unsigned i = 0; i < concerned; i++)
        add(found.shard, found.sets[i], found.hashes[i], &found.span, order->amount,
            &order->rows[i].count);
    wakes = wakes || found.shard->changes.count > CHANGES_MANY;
    pthread_mutex_unlock(&found.shard->lock);
    if (wakes && counters->sharing.wake != NULL)
        counters->sharing.wake(counters->sharing.context);
    return refusal;
}

bool counters_add(struct counters *counters, struct tes_slice key, uint64_t now_ms,
                  unsigned window_s, uint64_t *count)
{
    if (key.length == 0 || window_s == 0 || window_s > COUNTERS_WINDOW_MAX_S)
        return false;
    struct counters_row row = {
        .key = {tes_siphash(counters->hash_key, key.at, key.length), UINT64_C(1) << 46},
        .limit = UINT64_MAX};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = window_s, .amount = 1, .now_ms = now_ms};
    (void)counters_take(counters, &order);
    *count = row.count;
    return true;
}

unsigned counters_seconds_left(uint64_t now_ms, unsigned window_s)
{
    uint64_t window_ms = (uint64_t)window_s * 1000;
    return (unsigned)((window_ms - now_ms % window_ms + 999) / 1000);
}

/* ------------------------------------------------ counts that are shared */

bool counters_share(struct counters *counters, const struct counters_sharing *sharing)
{
    counters->changes = calloc((size_t)SHARDS * 2 * CHANGES_SLOTS, sizeof *counters->changes);
    if (counters->changes == NULL)
        return false;
    for (size_t i = 0; i < SHARDS; i++) {
        struct change_slot *memory = counters->changes + i * 2 * CHANGES_SLOTS;
        counters->shards[i].changes =
            (struct changes){.fresh = memory, .told = memory + CHANGES_SLOTS};
    }
    memcpy(counters->hash_key, sharing->key, sizeof counters->hash_key);
    counters->sharing = *sharing;
    tes_wipe(counters->sharing.key, sizeof counters->sharing.key);
    atomic_store(&counters->alone_from_us, UINT64_MAX);
    return true;
}

void counters_alone_from(struct counters *counters, uint64_t steady_us)
{
    if (steady_us < atomic_load(&counters->alone_from_us))
        atomic_store(&counters->alone_from_us, steady_us);
}

size_t counters_changes(struct counters *counters, unsigned *part,
                        struct counters_change changes[COUNTERS_CHANGES_MAX])
{
    size_t count = 0;
    for (bool fits = true; fits && *part < SHARDS; *part += fits) {
        struct shard *shard = &counters->shards[*part];
        pthread_mutex_lock(&shard->lock);
        fits = shard->changes.count <= COUNTERS_CHANGES_MAX - count;
        if (fits && shard->changes.count > 0)
            count += take_changes(&shard->changes, *part, changes + count);
        pthread_mutex_unlock(&shard->lock);
    }
    return count;
}

static void settle(const struct counters *counters, struct shard *shard,
                   const struct counters_change *change, uint32_t now_s)
{
    struct span span = {now_s, change->ends_at_s};
    struct set *set = find_set(counters, shard, change->key);
    struct slot *slot = find(set, change->key, &span);
    int64_t meanwhile = find_change(shard->changes.fresh, change->key, change->ends_at_s)->amount;
    if (slot == NULL) {
        slot = make_room(set, &span);
        *slot = (struct slot){.hash = change->key, .ends_at_s = change->ends_at_s};
    }
    uint64_t total = change->total < UINT32_MAX ? change->total : UINT32_MAX;
    uint32_t all = sum((uint32_t)total, meanwhile);
    /* Never below what was counted here: not all of that may have been told. */
    if (all > slot->count)
        slot->count = all;
}

void counters_settle(struct counters *counters, const struct counters_change *changes, size_t count,
                     bool is_shared, uint64_t now_ms)
{
    if (is_shared)
        atomic_store(&counters->alone_from_us, UINT64_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct counters_change *change = &changes[i];
        struct shard *shard = &counters->shards[change->part];
        if (change->ends_at_s <= now_ms / 1000)
            continue;
        pthread_mutex_lock(&shard->lock);
        find_change(shard->changes.told, change->key, change->ends_at_s)->amount = 0;
        if (is_shared)
            settle(counters, shard, change, (uint32_t)(now_ms / 1000));
        else
            note_change(&shard->changes, change->key, change->ends_at_s, change->amount);
        pthread_mutex_unlock(&shard->lock);
    }
}

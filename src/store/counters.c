/*
 * Shards, each with a lock and sets of four counters, a line of the processor's cache each. The
 * last row of an order chooses the shard of all of them, so that one lock does for the order; each
 * row's own hash chooses its set.
 *
 * A counter whose window is over is as good as none. So is one whose window ends later than any
 * could: a clock was ahead of its time, and has been set back.
 *
 * Where counts are shared, each shard has a second, small table of what has changed since that was
 * taken out, which lies beside the counters so that those who share nothing pay nothing. It is
 * emptied as a whole, so that searching it may end at the first free place.
 */
#include "store/counters.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/entropy.h"
#include "base/secret.h"
#include "base/siphash.h"

enum { SHARDS = 64, SET_SLOTS = 4, LINE = 64, CHANGES = COUNTERS_CHANGES_MAX };

#define CHANGES_FULL (CHANGES / 4 * 3) /* past it, searching would take long */

struct slot {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: was never used */
    uint32_t count;
};

struct set {
    struct slot slots[SET_SLOTS];
};

_Static_assert(sizeof(struct set) == LINE, "a set is a line");

struct change {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: free */
    int32_t amount;
};

struct shard {
    pthread_mutex_t lock;
    struct set *sets;
    struct change *changes; /* NULL: nothing is shared */
    unsigned changed;       /* of those */
} __attribute__((aligned(LINE)));

struct counters {
    struct shard shards[SHARDS];
    uint64_t hash_key[2];
    uint64_t sets_per_shard;
    void *memory;           /* that the sets lie in */
    struct change *changes; /* of all shards; NULL: nothing is shared */
};

/* What an order comes to. */
struct span {
    uint32_t now_s, ends_at_s;
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

static struct change *find_change(const struct shard *shard, uint64_t hash, uint32_t ends_at_s)
{
    unsigned at = (unsigned)(hash >> 16) % CHANGES;
    while (shard->changes[at].ends_at_s != 0 &&
           (shard->changes[at].hash != hash || shard->changes[at].ends_at_s != ends_at_s))
        at = (at + 1) % CHANGES;
    return &shard->changes[at];
}

static void note_change(struct shard *shard, uint64_t hash, uint32_t ends_at_s, int64_t amount)
{
    if (shard->changes == NULL || amount == 0)
        return;
    struct change *change = find_change(shard, hash, ends_at_s);
    int64_t sum_all = (int64_t)change->amount + amount;
    if ((change->ends_at_s == 0 && shard->changed >= CHANGES_FULL) || sum_all > INT32_MAX ||
        sum_all < INT32_MIN)
        return;
    shard->changed += change->ends_at_s == 0;
    *change = (struct change){hash, ends_at_s, (int32_t)sum_all};
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
    note_change(shard, hash, span->ends_at_s, (int64_t)slot->count - before);
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

int counters_take(struct counters *counters, const struct counters_order *order)
{
    uint64_t hashes[COUNTERS_ROWS_MAX] = {0};
    struct set *sets[COUNTERS_ROWS_MAX];
    uint64_t now_s = order->now_ms / 1000;
    struct span span = {(uint32_t)now_s,
                        (uint32_t)(now_s - now_s % order->window_s + order->window_s)};
    int used_up = COUNTERS_TAKEN;
    if (order->count == 0)
        return COUNTERS_TAKEN;
    for (unsigned i = 0; i < order->count; i++) {
        const uint64_t words[2] = {order->rows[i].key[0],
                                   order->rows[i].key[1] ^ (uint64_t)order->window_s << 47};
        hashes[i] = tes_siphash(counters->hash_key, words, sizeof words);
    }
    struct shard *shard = &counters->shards[hashes[order->count - 1] % SHARDS];
    for (unsigned i = 0; i < order->count; i++)
        sets[i] = find_set(counters, shard, hashes[i]);

    pthread_mutex_lock(&shard->lock);
    for (unsigned i = 0; i < order->count; i++) {
        const struct slot *slot = find(sets[i], hashes[i], &span);
        order->rows[i].count = slot != NULL ? slot->count : 0;
        if (order->rows[i].count >= order->rows[i].limit)
            used_up = (int)i;
    }
    unsigned concerned = rows_concerned(order);
    for (unsigned i = 0; used_up == COUNTERS_TAKEN && order->amount != 0 && i < concerned; i++)
        add(shard, sets[i], hashes[i], &span, order->amount, &order->rows[i].count);
    pthread_mutex_unlock(&shard->lock);
    return used_up;
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

bool counters_share(struct counters *counters, const uint64_t key[2])
{
    counters->changes = calloc((size_t)SHARDS * CHANGES, sizeof *counters->changes);
    if (counters->changes == NULL)
        return false;
    for (size_t i = 0; i < SHARDS; i++)
        counters->shards[i].changes = counters->changes + i * CHANGES;
    memcpy(counters->hash_key, key, sizeof counters->hash_key);
    return true;
}

/* Takes out a shard's changes, all of them: as many as were announced. */
static size_t take_changes(struct shard *shard, unsigned part, struct counters_change *changes)
{
    size_t count = 0;
    for (unsigned i = 0; i < CHANGES && count < shard->changed; i++)
        if (shard->changes[i].ends_at_s != 0)
            changes[count++] = (struct counters_change){.key = shard->changes[i].hash,
                                                        .ends_at_s = shard->changes[i].ends_at_s,
                                                        .part = part,
                                                        .amount = shard->changes[i].amount};
    memset(shard->changes, 0, CHANGES * sizeof *shard->changes);
    shard->changed = 0;
    return count;
}

size_t counters_changes(struct counters *counters, unsigned *part,
                        struct counters_change changes[COUNTERS_CHANGES_MAX])
{
    size_t count = 0;
    for (bool fits = true; fits && *part < SHARDS; *part += fits) {
        struct shard *shard = &counters->shards[*part];
        pthread_mutex_lock(&shard->lock);
        fits = shard->changed <= COUNTERS_CHANGES_MAX - count;
        if (fits && shard->changed > 0)
            count += take_changes(shard, *part, changes + count);
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
    const struct change *meanwhile = find_change(shard, change->key, change->ends_at_s);
    if (slot == NULL) {
        slot = make_room(set, &span);
        *slot = (struct slot){.hash = change->key, .ends_at_s = change->ends_at_s};
    }
    uint64_t total = change->total < UINT32_MAX ? change->total : UINT32_MAX;
    uint32_t all = sum((uint32_t)total, meanwhile->amount);
    /* Never below what was counted here: not all of that may have been told. */
    if (all > slot->count)
        slot->count = all;
}

void counters_settle(struct counters *counters, const struct counters_change *changes, size_t count,
                     bool is_shared, uint64_t now_ms)
{
    for (size_t i = 0; i < count; i++) {
        const struct counters_change *change = &changes[i];
        struct shard *shard = &counters->shards[change->part];
        if (change->ends_at_s <= now_ms / 1000)
            continue;
        pthread_mutex_lock(&shard->lock);
        if (is_shared)
            settle(counters, shard, change, (uint32_t)(now_ms / 1000));
        else
            note_change(shard, change->key, change->ends_at_s, change->amount);
        pthread_mutex_unlock(&shard->lock);
    }
}

/*
 * Shards, each with a lock, a hash table and a heap ordered by expiry.
 *
 * The hash table is a linear hash: it splits or joins one bucket at a time, so that no call pays
 * for a rehash of everything. The heap finds what has expired without a sweep, which also makes
 * "full" exact: a key is refused only when all entries, of all shards, are live.
 *
 * Invariants: `entries` is the number of entries over all shards, or more for a moment, never less;
 * it never exceeds entries_max. An entry is in one bucket and in one slot of its shard's heap. No
 * two shards are ever locked at once.
 */
#include "store/ledger/expiring.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "base/siphash.h"
#include "os/entropy.h"

#define SHARD_BITS       6
#define SHARD_COUNT      (1u << SHARD_BITS)
#define BUCKETS_MIN      8 /* a power of two */
#define RECLAIM_PER_CALL 2 /* more than one, so that reclaiming outruns adding */
#define ROOM_TRIES       4

struct entry {
    struct entry *next;
    uint8_t *owner; /* EXPIRING_OWNER_BYTES; NULL: nobody's */
    uint64_t hash, expires_at_ms, uses;
    uint32_t heap_slot;
    uint8_t length;
    char key[];
};

struct shard {
    pthread_mutex_t lock;
    struct entry **buckets; /* bucket_count of bucket_room are in use */
    struct entry **heap;    /* the entry that expires next comes first */
    uint32_t bucket_count, bucket_room;
    uint32_t count, heap_room;
} __attribute__((aligned(64))); /* a cache line of its own */

struct expiring {
    uint64_t hash_key[2];
    size_t entries_max;
    atomic_size_t entries;
    struct shard shards[SHARD_COUNT];
};

/* ------------------------------------------------------------------ heap */

static void heap_put(struct shard *shard, uint32_t slot, struct entry *entry)
{
    shard->heap[slot] = entry;
    entry->heap_slot = slot;
}

static void heap_rise(struct shard *shard, uint32_t slot)
{
    struct entry *entry = shard->heap[slot];
    while (slot > 0) {
        uint32_t parent = (slot - 1) / 2;
        if (shard->heap[parent]->expires_at_ms <= entry->expires_at_ms)
            break;
        heap_put(shard, slot, shard->heap[parent]);
        slot = parent;
    }
    heap_put(shard, slot, entry);
}

static void heap_sink(struct shard *shard, uint32_t slot)
{
    struct entry *entry = shard->heap[slot];
    for (;;) {
        uint64_t child = (uint64_t)slot * 2 + 1;
        if (child >= shard->count)
            break;
        if (child + 1 < shard->count &&
            shard->heap[child + 1]->expires_at_ms < shard->heap[child]->expires_at_ms)
            child++;
        if (entry->expires_at_ms <= shard->heap[child]->expires_at_ms)
            break;
        heap_put(shard, slot, shard->heap[child]);
        slot = (uint32_t)child;
    }
    heap_put(shard, slot, entry);
}

/* Sets the room of an array of entries; false where there is no memory. */
static bool resize(struct entry ***array, uint32_t *room, uint32_t room_wanted)
{
    struct entry **moved = realloc(*array, room_wanted * sizeof(struct entry *));
    if (moved == NULL)
        return false;
    *array = moved;
    *room = room_wanted;
    return true;
}

/* ----------------------------------------------------------- linear hash */

/* The largest power of two that is not above the number of buckets. */
static uint32_t buckets_at_last_doubling(const struct shard *shard)
{
    return 1u << (31 - __builtin_clz(shard->bucket_count));
}

static uint32_t bucket_of(const struct shard *shard, uint64_t hash)
{
    /* Buckets below `bucket_count - half` are split already and take one more bit of the hash. */
    uint32_t half = buckets_at_last_doubling(shard);
    uint32_t wide = (uint32_t)hash & (half * 2 - 1);
    return wide < shard->bucket_count ? wide : (uint32_t)hash & (half - 1);
}

static void bucket_push(struct shard *shard, struct entry *entry)
{
    struct entry **head = &shard->buckets[bucket_of(shard, entry->hash)];
    entry->next = *head;
    *head = entry;
}

/* Files a chain of entries anew, after the number of buckets has changed. */
static void refile(struct shard *shard, struct entry *entry)
{
    while (entry != NULL) {
        struct entry *next = entry->next;
        bucket_push(shard, entry);
        entry = next;
    }
}

static void split_bucket(struct shard *shard)
{
    /* Without memory chains get longer, and that is all. */
    if (shard->bucket_count == shard->bucket_room &&
        (shard->bucket_room > UINT32_MAX / 4 ||
         !resize(&shard->buckets, &shard->bucket_room, shard->bucket_room * 2)))
        return;
    uint32_t from = shard->bucket_count - buckets_at_last_doubling(shard);
    shard->buckets[shard->bucket_count++] = NULL;
    struct entry *entries = shard->buckets[from];
    shard->buckets[from] = NULL;
    refile(shard, entries);
}

static void join_bucket(struct shard *shard)
{
    refile(shard, shard->buckets[--shard->bucket_count]);
    if (shard->bucket_count <= shard->bucket_room / 4)
        (void)resize(&shard->buckets, &shard->bucket_room, shard->bucket_room / 2);
}

static struct entry *find(const struct shard *shard, uint64_t hash, struct tes_slice key)
{
    if (shard->buckets == NULL)
        return NULL;
    for (struct entry *entry = shard->buckets[bucket_of(shard, hash)]; entry; entry = entry->next)
        if (entry->hash == hash && entry->length == key.length &&
            memcmp(entry->key, key.at, key.length) == 0)
            return entry;
    return NULL;
}

/* --------------------------------------------------------------- entries */

/* Makes sure that one more entry finds its place. */
static bool has_room(struct shard *shard)
{
    if (shard->buckets == NULL) {
        if (!resize(&shard->buckets, &shard->bucket_room, BUCKETS_MIN))
            return false;
        shard->bucket_count = BUCKETS_MIN;
        memset(shard->buckets, 0, BUCKETS_MIN * sizeof(struct entry *));
    }
    if (shard->count < shard->heap_room)
        return true;
    if (shard->heap_room > UINT32_MAX / 2)
        return false;
    return resize(&shard->heap, &shard->heap_room, shard->heap_room ? shard->heap_room * 2 : 8);
}

/* Says whose an entry is from now on; false where there is no memory, and nothing has changed. */
static bool set_owner(struct entry *entry, const uint8_t *owner)
{
    uint8_t *copy = owner != NULL ? malloc(EXPIRING_OWNER_BYTES) : NULL;
    if (owner != NULL && copy == NULL)
        return false;
    free(entry->owner);
    entry->owner = copy != NULL ? memcpy(copy, owner, EXPIRING_OWNER_BYTES) : NULL;
    return true;
}

static bool is_owner(const struct entry *entry, const uint8_t *owner)
{
    return owner != NULL && entry->owner != NULL &&
           memcmp(entry->owner, owner, EXPIRING_OWNER_BYTES) == 0;
}

static void free_entry(struct entry *entry)
{
    free(entry->owner);
    free(entry);
}

/* A use of a key: what was asked. */
struct use {
    uint64_t hash;
    struct tes_slice key;
    const uint8_t *owner;
    uint64_t now_ms, expires_at_ms;
};

static bool add(struct shard *shard, const struct use *use)
{
    struct entry *entry;
    struct tes_slice key = use->key;
    if (!has_room(shard) || (entry = malloc(sizeof *entry + key.length)) == NULL)
        return false;
    *entry = (struct entry){.hash = use->hash,
                            .expires_at_ms = use->expires_at_ms,
                            .uses = 1,
                            .length = (uint8_t)key.length};
    if (!set_owner(entry, use->owner)) {
        free(entry);
        return false;
    }
    memcpy(entry->key, key.at, key.length);
    bucket_push(shard, entry);
    heap_put(shard, shard->count++, entry);
    heap_rise(shard, entry->heap_slot);
    if (shard->count > shard->bucket_count)
        split_bucket(shard);
    return true;
}

/* Removes the entry that expires next; there must be one. */
static void remove_first(struct expiring *table, struct shard *shard)
{
    struct entry *entry = shard->heap[0];
    struct entry **link = &shard->buckets[bucket_of(shard, entry->hash)];
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    struct entry *last = shard->heap[--shard->count];
    if (last != entry) {
        heap_put(shard, 0, last);
        heap_sink(shard, 0);
    }
    free_entry(entry);
    atomic_fetch_sub(&table->entries, 1);
    if (shard->bucket_count > BUCKETS_MIN && shard->count < shard->bucket_count / 4)
        join_bucket(shard);
    if (shard->heap_room > 8 && shard->count < shard->heap_room / 4)
        (void)resize(&shard->heap, &shard->heap_room, shard->heap_room / 2);
}

static bool remove_expired(struct expiring *table, struct shard *shard, uint64_t now_ms)
{
    if (shard->count == 0 || shard->heap[0]->expires_at_ms > now_ms)
        return false;
    remove_first(table, shard);
    return true;
}

/* Takes one of the table's entries_max places, for an entry that is about to be added. */
static bool reserve(struct expiring *table)
{
    size_t entries = atomic_load(&table->entries);
    while (entries < table->entries_max)
        if (atomic_compare_exchange_weak(&table->entries, &entries, entries + 1))
            return true;
    return false;
}

/* Frees one place, in whichever shard has an expired entry, beginning with `first`. */
static bool make_room(struct expiring *table, unsigned first, uint64_t now_ms)
{
    for (unsigned i = 0; i < SHARD_COUNT; i++) {
        struct shard *shard = &table->shards[(first + i) % SHARD_COUNT];
        pthread_mutex_lock(&shard->lock);
        bool removed = remove_expired(table, shard, now_ms);
        pthread_mutex_unlock(&shard->lock);
        if (removed)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- public */

static unsigned shard_of(uint64_t hash)
{
    return (unsigned)(hash >> (64 - SHARD_BITS));
}

struct expiring *expiring_new(size_t entries_max)
{
    if (entries_max == 0 || entries_max > UINT32_MAX)
        return NULL;
    struct expiring *table = aligned_alloc(_Alignof(struct expiring), sizeof *table);
    if (table == NULL)
        return NULL;
    memset(table, 0, sizeof *table);
    if (!tes_entropy(table->hash_key, sizeof table->hash_key)) {
        free(table);
        return NULL;
    }
    table->entries_max = entries_max;
    atomic_init(&table->entries, 0);
    for (unsigned i = 0; i < SHARD_COUNT; i++)
        pthread_mutex_init(&table->shards[i].lock, NULL);
    return table;
}

enum again { NOT_THERE, USED, NO_MEMORY };

/* One more use of a key that is there, live or expired. */
static enum again use_again(struct shard *shard, const struct use *use, uint64_t *uses,
                            bool *is_own)
{
    struct entry *entry = find(shard, use->hash, use->key);
    if (entry == NULL)
        return NOT_THERE;
    if (entry->expires_at_ms > use->now_ms) {
        *uses = ++entry->uses;
        *is_own = is_owner(entry, use->owner);
        return USED;
    }
    if (!set_owner(entry, use->owner))
        return NO_MEMORY;
    *uses = entry->uses = 1;
    entry->expires_at_ms = use->expires_at_ms;
    /* Later than it was, as a rule; a caller may also ask for earlier. */
    heap_rise(shard, entry->heap_slot);
    heap_sink(shard, entry->heap_slot);
    return USED;
}

/* With the shard locked; false where there is no room in the table, and more may be made. */
static bool use_in(struct expiring *table, struct shard *shard, const struct use *use,
                   uint64_t *uses, bool *is_own)
{
    for (unsigned i = 0; i < RECLAIM_PER_CALL && remove_expired(table, shard, use->now_ms); i++)
        ;
    if (use_again(shard, use, uses, is_own) != NOT_THERE)
        return true;
    if (!reserve(table))
        return false;
    if (add(shard, use))
        *uses = 1;
    else
        atomic_fetch_sub(&table->entries, 1);
    return true;
}

uint64_t expiring_use(struct expiring *table, struct tes_slice key,
                      const uint8_t owner[EXPIRING_OWNER_BYTES], uint64_t now_ms,
                      uint64_t expires_at_ms, bool *is_own)
{
    *is_own = false;
    if (key.length == 0 || key.length > EXPIRING_KEY_MAX)
        return 0;
    struct use use = {tes_siphash(table->hash_key, key.at, key.length), key, owner, now_ms,
                      expires_at_ms};
    unsigned number = shard_of(use.hash);
    struct shard *shard = &table->shards[number];
    uint64_t uses = 0;
    for (unsigned tries = 0; tries < ROOM_TRIES; tries++) {
        pthread_mutex_lock(&shard->lock);
        bool is_done = use_in(table, shard, &use, &uses, is_own);
        pthread_mutex_unlock(&shard->lock);
        if (is_done || !make_room(table, number, now_ms))
            break;
    }
    return uses;
}

bool expiring_is_own(struct expiring *table, struct tes_slice key,
                     const uint8_t owner[EXPIRING_OWNER_BYTES], uint64_t now_ms)
{
    if (key.length == 0 || key.length > EXPIRING_KEY_MAX)
        return false;
    uint64_t hash = tes_siphash(table->hash_key, key.at, key.length);
    struct shard *shard = &table->shards[shard_of(hash)];
    pthread_mutex_lock(&shard->lock);
    const struct entry *entry = find(shard, hash, key);
    bool is_own = entry != NULL && entry->expires_at_ms > now_ms && is_owner(entry, owner);
    pthread_mutex_unlock(&shard->lock);
    return is_own;
}

uint64_t expiring_entries(const struct expiring *table)
{
    return atomic_load(&table->entries);
}

void expiring_free(struct expiring *table)
{
    if (table == NULL)
        return;
    for (unsigned i = 0; i < SHARD_COUNT; i++) {
        struct shard *shard = &table->shards[i];
        for (uint32_t slot = 0; slot < shard->count; slot++)
            free_entry(shard->heap[slot]);
        free(shard->heap);
        free(shard->buckets);
        pthread_mutex_destroy(&shard->lock);
    }
    tes_wipe(table->hash_key, sizeof table->hash_key);
    free(table);
}

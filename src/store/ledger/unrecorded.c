/*
 * A table of what was used, and a ring of what the ledger is to be told, in the order in which it
 * came. Invariant: what waits in the ring is in the table, so no key is in the ring twice.
 */
#include "store/ledger/unrecorded.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "store/ledger/expiring.h"

#define ROOM_MIN      64
#define DROP_PER_CALL 2 /* more than one, so that dropping outruns adding */

struct waiting {
    uint64_t expires_at_ms;
    uint8_t length;
    bool has_owner;
    char key[UNRECORDED_KEY_MAX];
    uint8_t owner[LEDGER_OWNER_BYTES];
};

struct unrecorded {
    struct expiring *used;
    size_t entries_max;
    pthread_mutex_t lock;  /* guards what follows */
    struct waiting *queue; /* `count` of `room`, from `first` on, going round */
    size_t first, count, room;
    size_t taken; /* of the first: they are on their way to the ledger */
};

struct unrecorded *unrecorded_new(size_t entries_max)
{
    struct unrecorded *unproven = calloc(1, sizeof *unproven);
    if (unproven == NULL)
        return NULL;
    unproven->entries_max = entries_max;
    unproven->used = expiring_new(entries_max);
    if (unproven->used == NULL) {
        free(unproven);
        return NULL;
    }
    pthread_mutex_init(&unproven->lock, NULL);
    return unproven;
}

void unrecorded_free(struct unrecorded *unproven)
{
    if (unproven == NULL)
        return;
    pthread_mutex_destroy(&unproven->lock);
    expiring_free(unproven->used);
    free(unproven->queue);
    free(unproven);
}

enum outcome unrecorded_note(struct unrecorded *unproven, struct tes_slice key,
                             const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms,
                             uint64_t expires_at_ms)
{
    bool is_own;
    if (expiring_use(unproven->used, key, owner, now_ms, expires_at_ms, &is_own) <= 1)
        return OUTCOME_OK;
    return is_own ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
}

bool unrecorded_is_own(struct unrecorded *unproven, struct tes_slice key,
                       const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms)
{
    return expiring_is_own(unproven->used, key, owner, now_ms);
}

static struct waiting *at(const struct unrecorded *unproven, size_t i)
{
    size_t place = unproven->first + i;
    return &unproven->queue[place < unproven->room ? place : place - unproven->room];
}

/* With the lock held. */
static void drop_first(struct unrecorded *unproven)
{
    if (++unproven->first == unproven->room)
        unproven->first = 0;
    if (--unproven->count == 0) {
        free(unproven->queue);
        unproven->queue = NULL;
        unproven->first = unproven->room = 0;
    }
}

/* With the lock held: makes sure that one more can wait. */
static bool has_room(struct unrecorded *unproven)
{
    if (unproven->count < unproven->room)
        return true;
    size_t room = unproven->room == 0 ? ROOM_MIN : unproven->room * 2;
    if (room > unproven->entries_max)
        room = unproven->entries_max;
    struct waiting *queue = room > unproven->count ? malloc(room * sizeof *queue) : NULL;
    if (queue == NULL)
        return false;
    for (size_t i = 0; i < unproven->count; i++)
        queue[i] = *at(unproven, i);
    free(unproven->queue);
    unproven->queue = queue;
    unproven->first = 0;
    unproven->room = room;
    return true;
}

/* With the lock held: drops what has expired, as far as it comes first. */
static size_t drop_expired(struct unrecorded *unproven, uint64_t now_ms, size_t most)
{
    size_t dropped = 0;
    while (dropped < most && unproven->taken == 0 && unproven->count > 0 &&
           at(unproven, 0)->expires_at_ms <= now_ms) {
        drop_first(unproven);
        dropped++;
    }
    return dropped;
}

/* With the lock held. */
static enum outcome use(struct unrecorded *unproven, struct tes_slice key, const uint8_t *owner,
                        uint64_t now_ms, uint64_t expires_at_ms)
{
    bool is_own;
    (void)drop_expired(unproven, now_ms, DROP_PER_CALL);
    if (!has_room(unproven))
        return OUTCOME_UNAVAILABLE;
    uint64_t uses = expiring_use(unproven->used, key, owner, now_ms, expires_at_ms, &is_own);
    if (uses != 1)
        return uses == 0 ? OUTCOME_UNAVAILABLE : is_own ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    struct waiting *waiting = at(unproven, unproven->count++);
    waiting->expires_at_ms = expires_at_ms;
    waiting->length = (uint8_t)key.length;
    memcpy(waiting->key, key.at, key.length);
    waiting->has_owner = owner != NULL;
    if (owner != NULL)
        memcpy(waiting->owner, owner, sizeof waiting->owner);
    return OUTCOME_OK;
}

enum outcome unrecorded_use(struct unrecorded *unproven, struct tes_slice key,
                            const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms,
                            uint64_t expires_at_ms)
{
    if (key.length == 0 || key.length > UNRECORDED_KEY_MAX || now_ms >= expires_at_ms)
        return OUTCOME_UNAVAILABLE;
    pthread_mutex_lock(&unproven->lock);
    enum outcome result = use(unproven, key, owner, now_ms, expires_at_ms);
    pthread_mutex_unlock(&unproven->lock);
    return result;
}

size_t unrecorded_waiting(struct unrecorded *unproven)
{
    pthread_mutex_lock(&unproven->lock);
    size_t count = unproven->count;
    pthread_mutex_unlock(&unproven->lock);
    return count;
}

/* Copies the first that wait: they stay until the ledger has been told. */
static size_t take(struct unrecorded *unproven, uint64_t now_ms, struct waiting *copies,
                   struct unrecorded_settled *settled)
{
    pthread_mutex_lock(&unproven->lock);
    settled->expired += drop_expired(unproven, now_ms, SIZE_MAX);
    size_t count = 0;
    for (; count < unproven->count && count < LEDGER_SPEND_ALL_MAX; count++)
        copies[count] = *at(unproven, count);
    unproven->taken = count;
    pthread_mutex_unlock(&unproven->lock);
    return count;
}

/* Drops those of the taken that the ledger knows, or that have expired, up to the first that it
 * could not be told of. True where there is none. */
static bool drop_told(struct unrecorded *unproven, const struct ledger_spending *told,
                      uint64_t now_ms, struct unrecorded_settled *settled)
{
    bool all = true;
    pthread_mutex_lock(&unproven->lock);
    for (size_t i = 0; i < unproven->taken && all; i++) {
        bool is_expired = told[i].expires_at_ms <= now_ms;
        all = is_expired || told[i].result != OUTCOME_UNAVAILABLE;
        if (!all)
            break;
        settled->expired += is_expired;
        settled->written += !is_expired;
        settled->repeated += !is_expired && told[i].result != OUTCOME_OK;
        drop_first(unproven);
    }
    unproven->taken = 0;
    pthread_mutex_unlock(&unproven->lock);
    return all;
}

void unrecorded_settle(struct unrecorded *unproven, struct ledger *ledger, uint64_t now_ms,
                       struct unrecorded_settled *settled)
{
    struct waiting copies[LEDGER_SPEND_ALL_MAX];
    struct ledger_spending spendings[LEDGER_SPEND_ALL_MAX];
    size_t count;
    do {
        count = take(unproven, now_ms, copies, settled);
        for (size_t i = 0; i < count; i++)
            spendings[i] = (struct ledger_spending){
                .key = {copies[i].key, copies[i].length},
                .owner = copies[i].has_owner ? copies[i].owner : NULL,
                .expires_at_ms = copies[i].expires_at_ms,
                .result = OUTCOME_UNAVAILABLE,
            };
        ledger_spend_all(ledger, spendings, count, now_ms);
    } while (drop_told(unproven, spendings, now_ms, settled) && count > 0);
}

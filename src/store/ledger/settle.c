#include "store/ledger/settle.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/secret.h"
#include "os/clock.h"
#include "store/db/write_queue.h"

/* In one journey. What is spent at the same time waits for it, and counting takes the stores some
 * 30 microseconds each. */
#define SOME 256

#define WAY_MAX_MS 50

struct settle {
    struct counters *counters;
    struct ledger *ledger;
    struct write_queue *thread; /* keeps time; what is queued is the wish to settle now */
    struct write_queue_item now;
    atomic_bool is_wanted;       /* it is queued */
    uint64_t ended_us;           /* when it was settled last */
    uint64_t took_us;            /* the last journey */
    struct write_queue *running; /* the thread, while it settles; NULL: somebody else does */
    struct counters_change changes[COUNTERS_CHANGES_MAX];
};

/* Tells the ledger of some, and is told the totals. */
static bool settle_some(struct settle *settle, struct counters_change *changes, size_t count)
{
    uint64_t now_ms = tes_clock_wall_ms(), began_us = tes_clock_steady_us();
    counters_alone_from(settle->counters, began_us + (uint64_t)SETTLE_PATIENCE_MS * 1000);
    bool is_shared = ledger_count(settle->ledger, changes, count, now_ms);
    counters_settle(settle->counters, changes, count, is_shared, now_ms);
    if (!is_shared)
        counters_alone_from(settle->counters, 0);
    settle->took_us = tes_clock_steady_us() - began_us;
    return is_shared;
}

/* Where there is much to tell, what is spent meanwhile gets as much of the ledger's time. */
static void make_way(struct settle *settle)
{
    unsigned ms = (unsigned)(settle->took_us / 1000) + 1;
    if (settle->running != NULL)
        (void)write_queue_pause(settle->running, ms < WAY_MAX_MS ? ms : WAY_MAX_MS);
}

/* Ends at the first failure: the ledger is tried again next time. */
static void settle_all(struct settle *settle)
{
    unsigned part = 0;
    size_t count;
    bool is_shared = true, is_first = true;
    while (is_shared && (count = counters_changes(settle->counters, &part, settle->changes)) > 0) {
        for (size_t at = 0, some; is_shared && at < count; at += some) {
            some = count - at < SOME ? count - at : SOME;
            if (!is_first)
                make_way(settle);
            is_first = false;
            is_shared = settle_some(settle, settle->changes + at, some);
            if (!is_shared) /* nor are the others: they are told of next time */
                counters_settle(settle->counters, settle->changes + at + some, count - at - some,
                                false, tes_clock_wall_ms());
        }
    }
}

static void wake(void *context)
{
    struct settle *settle = context;
    if (!atomic_exchange(&settle->is_wanted, true))
        (void)write_queue_add(settle->thread, &settle->now);
}

static uint64_t work(struct write_queue *batch, void *context, void *first, size_t count)
{
    struct settle *settle = context;
    uint64_t since_ms = (tes_clock_steady_us() - settle->ended_us) / 1000;
    (void)count;
    if (first != NULL && since_ms < SETTLE_SOONEST_MS)
        (void)write_queue_pause(batch, SETTLE_SOONEST_MS - (unsigned)since_ms);
    /* Before it is settled: who counts from here on may want it settled once more. */
    if (first != NULL)
        atomic_store(&settle->is_wanted, false);
    settle->running = batch;
    settle_all(settle);
    settle->running = NULL;
    settle->ended_us = tes_clock_steady_us();
    return settle->ended_us + (uint64_t)SETTLE_EVERY_MS * 1000;
}

struct settle *settle_start(struct counters *counters, struct ledger *ledger)
{
    struct settle *settle = calloc(1, sizeof *settle);
    if (settle == NULL)
        return NULL;
    settle->counters = counters;
    settle->ledger = ledger;
    struct counters_sharing sharing = {
        .parts = SETTLE_PARTS, .least = SETTLE_LEAST, .wake = wake, .context = settle};
    bool has_key = ledger_count_key(ledger, sharing.key) && counters_share(counters, &sharing);
    tes_wipe(sharing.key, sizeof sharing.key);
    if (has_key)
        settle->thread = write_queue_start(&(struct write_queue_settings){
            .work = work, .context = settle, .batch_max = 1, .first_due_us = 0});
    if (settle->thread == NULL) {
        free(settle);
        return NULL;
    }
    return settle;
}

void settle_stop(struct settle *settle)
{
    if (settle == NULL)
        return;
    write_queue_stop(settle->thread);
    settle_all(settle);
    free(settle);
}

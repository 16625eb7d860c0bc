#include "store/settle.h"

#include <stdlib.h>

#include "base/clock.h"
#include "store/batch.h"

struct settle {
    struct counters *counters;
    struct ledger *ledger;
    struct batch *thread; /* nothing is ever queued: it only keeps time */
    struct counters_change changes[COUNTERS_CHANGES_MAX];
};

/* Ends at the first failure: the ledger is tried again next time. */
static void settle_all(struct settle *settle)
{
    unsigned part = 0;
    bool is_shared = true;
    while (is_shared) {
        size_t count = counters_changes(settle->counters, &part, settle->changes);
        if (count == 0)
            break;
        uint64_t now_ms = tes_clock_wall_ms();
        is_shared = ledger_count(settle->ledger, settle->changes, count, now_ms);
        counters_settle(settle->counters, settle->changes, count, is_shared, now_ms);
    }
}

static uint64_t work(struct batch *batch, void *context, void *first, size_t count)
{
    (void)batch, (void)first, (void)count;
    settle_all(context);
    return tes_clock_steady_us() + (uint64_t)SETTLE_EVERY_MS * 1000;
}

struct settle *settle_start(struct counters *counters, struct ledger *ledger)
{
    uint64_t key[2];
    struct settle *settle = calloc(1, sizeof *settle);
    if (settle == NULL)
        return NULL;
    settle->counters = counters;
    settle->ledger = ledger;
    if (ledger_count_key(ledger, key) && counters_share(counters, key))
        settle->thread = batch_start(&(struct batch_settings){
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
    batch_stop(settle->thread);
    settle_all(settle);
    free(settle);
}

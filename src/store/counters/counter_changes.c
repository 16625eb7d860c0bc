#include "store/counters/counter_changes.h"

#include <string.h>

void counter_changes_start(struct counter_changes *changes, struct counter_changes_slot *memory)
{
    changes->fresh = memory;
    changes->told = changes->fresh + COUNTER_CHANGES_SLOTS;
    changes->count = 0;
}

static struct counter_changes_slot *find(struct counter_changes_slot *table, uint64_t hash,
                                         uint32_t ends_at_s)
{
    unsigned at = (unsigned)(hash >> 16) % COUNTER_CHANGES_SLOTS;
    while (table[at].ends_at_s != 0 && (table[at].hash != hash || table[at].ends_at_s != ends_at_s))
        at = (at + 1) % COUNTER_CHANGES_SLOTS;
    return &table[at];
}

int64_t counter_changes_fresh(const struct counter_changes *changes, uint64_t hash,
                              uint32_t ends_at_s)
{
    return find(changes->fresh, hash, ends_at_s)->amount;
}

int64_t counter_changes_unsettled(const struct counter_changes *changes, uint64_t hash,
                                  uint32_t ends_at_s)
{
    return counter_changes_fresh(changes, hash, ends_at_s) +
           find(changes->told, hash, ends_at_s)->amount;
}

void counter_changes_note(struct counter_changes *changes, uint64_t hash, uint32_t ends_at_s,
                          int64_t amount)
{
    if (changes->fresh == NULL || amount == 0)
        return;
    struct counter_changes_slot *change = find(changes->fresh, hash, ends_at_s);
    int64_t sum = (int64_t)change->amount + amount;
    if ((change->ends_at_s == 0 && changes->count >= COUNTER_CHANGES_FULL) || sum > INT32_MAX ||
        sum < INT32_MIN)
        return;
    changes->count += change->ends_at_s == 0;
    *change = (struct counter_changes_slot){hash, ends_at_s, (int32_t)sum};
}

size_t counter_changes_take(struct counter_changes *changes, unsigned part,
                            struct counters_change *out)
{
    size_t count = 0;
    struct counter_changes_slot *taken = changes->fresh;
    for (unsigned i = 0; i < COUNTER_CHANGES_SLOTS && count < changes->count; i++)
        if (taken[i].ends_at_s != 0)
            out[count++] = (struct counters_change){.key = taken[i].hash,
                                                    .ends_at_s = taken[i].ends_at_s,
                                                    .part = part,
                                                    .amount = taken[i].amount};
    changes->fresh = changes->told;
    changes->told = taken;
    memset(changes->fresh, 0, COUNTER_CHANGES_SLOTS * sizeof *changes->fresh);
    changes->count = 0;
    return count;
}

void counter_changes_end(struct counter_changes *changes, uint64_t hash, uint32_t ends_at_s)
{
    find(changes->told, hash, ends_at_s)->amount = 0;
}

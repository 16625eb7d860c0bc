/*
 * counter_changes.h: what has changed in one part of the counters (counters.c) since it was told to
 * those who share them. Two small tables of fixed size: of what has changed since that was taken
 * out, and of what was taken out last and is not settled yet. Both are emptied as a whole, so that
 * a search may end at the first free place.
 *
 * For counters.c only, which holds the part's lock.
 */
#ifndef STORE_COUNTER_CHANGES_H
#define STORE_COUNTER_CHANGES_H

#include "store/counters/counters.h"

#define COUNTER_CHANGES_SLOTS COUNTERS_CHANGES_MAX
#define COUNTER_CHANGES_FULL                                                                       \
    (COUNTER_CHANGES_SLOTS / 4 * 3) /* past it, searching would take long */

struct counter_changes_slot {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: free */
    int32_t amount;
};

struct counter_changes {
    struct counter_changes_slot *fresh; /* NULL: nothing is shared */
    struct counter_changes_slot *told;  /* that were taken out; an amount of 0 is settled */
    unsigned count;                     /* of `fresh` */
};

#define COUNTER_CHANGES_OF_BOTH ((size_t)2 * COUNTER_CHANGES_SLOTS)

/* `memory` is COUNTER_CHANGES_OF_BOTH slots, all zero. */
void counter_changes_start(struct counter_changes *changes, struct counter_changes_slot *memory);

/* What was counted here and is in no total that came back; and what of it was not even taken out.
 */
int64_t counter_changes_unsettled(const struct counter_changes *changes, uint64_t hash,
                                  uint32_t ends_at_s);
int64_t counter_changes_fresh(const struct counter_changes *changes, uint64_t hash,
                              uint32_t ends_at_s);

/* Notes a change. Where there is no room, it is known to nobody else. */
void counter_changes_note(struct counter_changes *changes, uint64_t hash, uint32_t ends_at_s,
                          int64_t amount);

/* Takes out all `count`, as changes of that part. */
size_t counter_changes_take(struct counter_changes *changes, unsigned part,
                            struct counters_change *out);

/* What was taken out of that counter is settled, or could not be told. */
void counter_changes_end(struct counter_changes *changes, uint64_t hash, uint32_t ends_at_s);

#endif

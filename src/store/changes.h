/*
 * changes.h: what has changed in one part of the counters (counters.c) since it was told to those
 * who share them. Two small tables of fixed size: of what has changed since that was taken out, and
 * of what was taken out last and is not settled yet. Both are emptied as a whole, so that a search
 * may end at the first free place.
 *
 * For counters.c only, which holds the part's lock.
 */
#ifndef STORE_CHANGES_H
#define STORE_CHANGES_H

#include "store/counters.h"

#define CHANGES_SLOTS COUNTERS_CHANGES_MAX
#define CHANGES_FULL  (CHANGES_SLOTS / 4 * 3) /* past it, searching would take long */

struct changes_slot {
    uint64_t hash;
    uint32_t ends_at_s; /* 0: free */
    int32_t amount;
};

struct changes {
    struct changes_slot *fresh; /* NULL: nothing is shared */
    struct changes_slot *told;  /* that were taken out; an amount of 0 is settled */
    unsigned count;             /* of `fresh` */
};

#define CHANGES_OF_BOTH ((size_t)2 * CHANGES_SLOTS)

/* `memory` is CHANGES_OF_BOTH slots, all zero. */
void changes_start(struct changes *changes, struct changes_slot *memory);

/* What was counted here and is in no total that came back; and what of it was not even taken out.
 */
int64_t changes_unsettled(const struct changes *changes, uint64_t hash, uint32_t ends_at_s);
int64_t changes_fresh(const struct changes *changes, uint64_t hash, uint32_t ends_at_s);

/* Notes a change. Where there is no room, it is known to nobody else. */
void changes_note(struct changes *changes, uint64_t hash, uint32_t ends_at_s, int64_t amount);

/* Takes out all `count`, as changes of that part. */
size_t changes_take(struct changes *changes, unsigned part, struct counters_change *out);

/* What was taken out of that counter is settled, or could not be told. */
void changes_end(struct changes *changes, uint64_t hash, uint32_t ends_at_s);

#endif

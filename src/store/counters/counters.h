/*
 * counters.h: how much of something happened within a fixed window, for budgets. Counted in this
 * process, in a table whose size never changes; nobody ever waits for a store. Processes that share
 * their counts tell each other afterwards (settle.h).
 *
 * Several counters can be taken from at once, all of them or none: a client's own network, and
 * the wider ones around it. Counters are found by a keyed hash of 64 bits, so that nobody outside
 * can make two of them one. When there is no room, the live counter that has counted least makes
 * it, out of a few: somebody who comes from ever new networks pushes out what they left themselves,
 * and neither those who have counted more nor anybody's right to be counted.
 *
 * counters_take() may be called from several threads at once; no count is lost.
 */
#ifndef STORE_COUNTERS_H
#define STORE_COUNTERS_H

#include "base/slice.h"

#define COUNTERS_WINDOW_MAX_S 86400
#define COUNTERS_ROWS_MAX     4

struct counters;

/* One of the counters that are taken from together. */
struct counters_row {
    uint64_t key[2]; /* the second one below 2^47 */
    uint64_t limit;  /* at which it is used up */
    uint64_t count;  /* out: what it stands at now */
};

struct counters_order {
    struct counters_row *rows; /* the last one is what those that share it have in common */
    unsigned count;            /* 1 to COUNTERS_ROWS_MAX */
    unsigned window_s;         /* 1 to COUNTERS_WINDOW_MAX_S */
    int64_t amount;            /* below 0 it is given back; 0 only looks */
    uint64_t now_ms;
    uint64_t share; /* the others have so much of what the first row counts; 0: all of it */
    bool is_early;  /* out: refused for a moment only, until others know what was counted here */
};

#define COUNTERS_TAKEN (-1)

/* Room for `entries_max` counters, 16 bytes each, from the kernel only as they are used. NULL where
 * there is no memory or no randomness. */
struct counters *counters_new(size_t entries_max);

/* Adds the amount to every row in the window that `now_ms` lies in: COUNTERS_TAKEN. Where a row
 * is used up nothing is added, and its number is returned; of several, the last. So it is where
 * counts are shared and a row has counted so much that the others do not know of yet
 * (counters_share()), but `is_early` is set then. One key counted in windows of different lengths
 * is different counters. */
int counters_take(struct counters *counters, struct counters_order *order);

/* One more of what a text names, and what it stands at then. False where the text is empty or the
 * window too short or too long. */
TES_MUST_CHECK bool counters_add(struct counters *counters, struct tes_slice key, uint64_t now_ms,
                                 unsigned window_s, uint64_t *count);

/* Seconds until the window of that length that `now_ms` lies in is over, at least 1. */
unsigned counters_seconds_left(uint64_t now_ms, unsigned window_s);

void counters_free(struct counters *counters); /* accepts NULL */

/* ------------------------------------------------ counts that are shared */

#define COUNTERS_CHANGES_MAX 1024 /* that are taken out at once, at most */

/* What this process has counted in one counter since it was last told of. */
struct counters_change {
    uint64_t key;       /* the counter's hash */
    uint32_t ends_at_s; /* its window's end */
    uint32_t part;      /* of the table; the counters' own business */
    int64_t amount;
    uint64_t total; /* for who takes it: what all processes have counted, with this change */
};

struct counters_sharing {
    uint64_t key[2]; /* the same for all who share counts: a random number */
    /* Of a counter's limit, a process takes one in so many, 1 at least, before it has been told the
     * total of all; 0: as many as it likes. */
    unsigned parts;
    unsigned least; /* but so many at least: what one page asks for in a moment; 0: 1 */
    /* Called where it should be told soon: half of that is taken. By whoever counts, so it must not
     * wait. NULL: nobody wants to know. */
    void (*wake)(void *context);
    void *context;
};

/* From now on, notes what changes. To be called before anything is counted. False where memory is
 * out. */
TES_MUST_CHECK bool counters_share(struct counters *counters,
                                   const struct counters_sharing *sharing);

/* From that moment of the steady clock on nobody is told of anything: until counters_settle() has
 * totals again, each counter may be taken from up to its limit. A moment that was said before and
 * is earlier stays. */
void counters_alone_from(struct counters *counters, uint64_t steady_us);

/* Takes out what has changed, COUNTERS_CHANGES_MAX at most. `*part` is 0 at first; called again and
 * again, until it gives 0, it goes through the table once. Of counters that share a part of the
 * table, some hundreds can change before they are taken out: what is past that is counted here and
 * shared with nobody. */
size_t counters_changes(struct counters *counters, unsigned *part,
                        struct counters_change changes[COUNTERS_CHANGES_MAX]);

/* Takes in their totals: each counter then stands at its total and what has changed meanwhile, or
 * at what was counted here where that is more.
 * Where they could not be shared (`is_shared` false), they are noted as changed again. */
void counters_settle(struct counters *counters, const struct counters_change *changes, size_t count,
                     bool is_shared, uint64_t now_ms);

#endif

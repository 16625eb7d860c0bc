/*
 * settle.h: has the counters of several processes count as one, through the ledger that they share.
 * Each counts on its own (counters.h), so that no request waits for it. A background thread adds
 * what has changed to the ledger and takes in what all have counted: SETTLE_EVERY_MS after the last
 * time, or as soon as a counter has taken half of its share.
 *
 * The bound. In a window, N processes together take at most LIMIT + (N - 1) x SHARE from a counter,
 * whatever comes when; SHARE is LIMIT / SETTLE_PARTS, SETTLE_LEAST at least. For none takes more
 * than SHARE that it has not been told the total of since; and of all that have been told, the one
 * that was told last knows all but what the other N - 1 have not told, which is SHARE each. Who has
 * used up its share refuses until it is told, which takes one journey to the ledger.
 * tests/unit/store/test_settle_bound.c tries every order of events for small numbers, and many for
 * larger ones.
 *
 * What adds to it:
 * - each process that is killed takes what it had not told with it: SHARE for each kill;
 * - an amount that is charged afterwards, such as time, is charged whatever the limit is;
 * - while the ledger fails, or has not answered for SETTLE_PATIENCE_MS, each is alone and takes the
 *   whole LIMIT: N x LIMIT, as if nothing were shared. What was counted is told afterwards;
 * - where more counters change at once than can be noted (counters_changes()), or a counter has to
 *   make room in the table, some are counted by each process alone; those of wider networks, which
 *   count first and most, stay;
 * - windows are by each process's clock. Clocks that differ put what is taken at one moment into
 *   different windows, each with its own bound: in a time as long as a window, a network can meet
 *   three windows in place of two.
 */
#ifndef STORE_SETTLE_H
#define STORE_SETTLE_H

#include "store/counters/counters.h"
#include "store/ledger/ledger.h"

#define SETTLE_EVERY_MS   200
#define SETTLE_SOONEST_MS 5 /* after the last time, however much is wanted */
#define SETTLE_PARTS      8
#define SETTLE_LEAST      4 /* a page with a few widgets asks for so many at once */
#define SETTLE_PATIENCE_MS                                                                         \
    3000 /* a journey may wait for the one before; what fails does so sooner */

struct settle;

/* Has the counters share what they count from now on, and starts the thread. The ledger was opened
 * with `has_counts`; both outlast this. NULL where memory, threads or the ledger fail. */
struct settle *settle_start(struct counters *counters, struct ledger *ledger);

/* Settles once more and ends the thread. Nobody counts any more when it is called. Accepts NULL. */
void settle_stop(struct settle *settle);

#endif

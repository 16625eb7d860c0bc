/*
 * settle.h: has the counters of several processes count as one, through the ledger that they share.
 * Each counts on its own (counters.h), so that no request waits for it. A background thread adds
 * what has changed to the ledger and takes in what all have counted: SETTLE_EVERY_MS after the last
 * time.
 *
 * The error. A process learns what others have counted in a counter when it has counted there
 * itself. So in a window all together can take more than the limit of one: by what the others take
 * in the time between two settlements, at most. Where all of them take it at once, or while the
 * ledger is out of reach or has little room, that is the whole limit for each process, as if
 * nothing were shared.
 */
#ifndef STORE_SETTLE_H
#define STORE_SETTLE_H

#include "store/counters.h"
#include "store/ledger.h"

#define SETTLE_EVERY_MS 200

struct settle;

/* Has the counters share what they count from now on, and starts the thread. The ledger was opened
 * with `has_counts`; both outlast this. NULL where memory, threads or the ledger fail. */
struct settle *settle_start(struct counters *counters, struct ledger *ledger);

/* Settles once more and ends the thread. Accepts NULL. */
void settle_stop(struct settle *settle);

#endif

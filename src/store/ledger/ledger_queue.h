/*
 * ledger_queue.h: group commit, for every back end of the ledger that may wait. Callers queue what
 * they ask for and wait; one thread hands all that wait to the back end at once, so that one write
 * to the disk, or one journey over the network, serves all of them, and wakes them once it is done.
 * Whatever goes wrong fails the whole batch: no caller is told "first" of what may not be there.
 *
 * Nobody waits without an end for a back end that hangs, but for those whose own memory it writes
 * to.
 */
#ifndef STORE_LEDGER_QUEUE_H
#define STORE_LEDGER_QUEUE_H

#include "store/ledger/ledger_backend.h"

struct ledger_queue;

/* NULL where memory or threads are out. */
struct ledger_queue *ledger_queue_start(const struct ledger_backend *backend,
                                        struct ledger_store *store);

#define LEDGER_QUEUE_ASK_MAX 256 /* requests of one call */

/* Has the back end write requests that go together, LEDGER_QUEUE_ASK_MAX at most, and waits for
 * that. False where one of them could not be written, or is not for so long that the back end must
 * hang: then whatever the back end has set in it means nothing, and it may still be written. Any
 * thread. */
TES_MUST_CHECK bool ledger_queue_ask(struct ledger_queue *queue, struct ledger_request *requests,
                                     size_t count);

/* Whether the back end has been busy with one batch for longer than it should ever be. */
bool ledger_queue_hangs(const struct ledger_queue *queue);

/* A problem in words, which last as long as the queue. */
struct ledger_trouble {
    enum ledger_problem problem;
    const char *text;
};

/* Why what was last written could not be. What can't be written is tried again by itself, also
 * where nobody asks. */
struct ledger_trouble ledger_queue_trouble(const struct ledger_queue *queue);

/* Writes what waits and ends the thread. Accepts NULL. */
void ledger_queue_stop(struct ledger_queue *queue);

#endif

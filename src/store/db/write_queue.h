/*
 * write_queue.h: a queue before something that may wait, such as a database, and one thread that
 * takes what is in the queue, many items at a time. Both stores write through such a queue: in the
 * ledger's, each item's owner waits for its result; in the records', nobody waits.
 *
 * The queue owns the thread, the order, the bounds and the end; what is done with a batch, when to
 * try again and who is told is the work's business.
 */
#ifndef STORE_WRITE_QUEUE_H
#define STORE_WRITE_QUEUE_H

#include "base/slice.h"
#include "os/thread.h"

struct write_queue;

/* What every item begins with: its member `next` is the next item of its batch, or NULL. */
struct write_queue_item {
    void *next;
};

/* Called by the thread with a list of `count` items, in the order in which they came, and may wait.
 * `first` is NULL where none came until it was time. Gives the moment of the steady clock at which
 * it is to be called even if nothing comes, or TES_THREAD_NEVER. */
typedef uint64_t write_queue_work(struct write_queue *batch, void *context, void *first,
                                  size_t count);

struct write_queue_settings {
    write_queue_work *work;
    void *context;
    size_t batch_max;      /* items that are handed over at once, 1 at least */
    size_t queue_max;      /* items held, those in work included; 0: no bound */
    uint64_t first_due_us; /* when to call it the first time even if nothing comes */
    unsigned linger_ms;    /* that an item waits for others, unless a whole batch is there */
};

/* NULL where memory or threads are out. */
struct write_queue *write_queue_start(const struct write_queue_settings *settings);

/* Queues an item, which has to last until the work is done with it. False where `queue_max` are
 * held. Any thread; never waits for the work. */
bool write_queue_add(struct write_queue *batch, void *item);

/* For the work: waits so long before it tries again. False, at once, where the queue is stopping:
 * then it should try no more. */
bool write_queue_pause(struct write_queue *batch, unsigned ms);

/* For the work: whether write_queue_stop() was called. */
bool write_queue_is_stopping(struct write_queue *batch);

/* Has the work done with what is queued, and ends the thread. Accepts NULL. */
void write_queue_stop(struct write_queue *batch);

#endif

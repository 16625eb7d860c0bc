#include "store/ledger_queue.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"

#define BATCH_MAX      1024
#define AGAIN_EVERY_MS 1000 /* what has failed is tried again */
#define HANGS_MS       8000 /* longer than any back end waits for others */

struct ledger_queue {
    const struct ledger_backend *backend;
    void *store;
    struct batch *batch;
    _Atomic(const char *) trouble;
    _Atomic uint64_t since_us; /* when the back end began to write; 0: it does not */
};

static uint64_t write_requests(struct batch *batch, void *context, void *first, size_t count)
{
    struct ledger_queue *queue = context;
    struct ledger_request *request = first;
    (void)batch, (void)count;
    atomic_store(&queue->since_us, tes_clock_steady_us());
    const char *trouble = queue->backend->write(queue->store, first);
    atomic_store(&queue->since_us, 0);
    atomic_store(&queue->trouble, trouble);
    while (request != NULL) {
        /* Once posted, the request's memory may be gone. */
        struct ledger_request *next = request->item.next;
        request->is_written = trouble == NULL;
        sem_post(&request->done);
        request = next;
    }
    if (trouble == NULL && queue->backend->tidy != NULL)
        queue->backend->tidy(queue->store);
    unsigned wait_ms = trouble != NULL ? AGAIN_EVERY_MS : queue->backend->write_every_ms;
    return tes_clock_steady_us() + (uint64_t)wait_ms * 1000;
}

struct ledger_queue *ledger_queue_start(const struct ledger_backend *backend, void *store)
{
    struct ledger_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->backend = backend;
    queue->store = store;
    queue->batch = batch_start(&(struct batch_settings){
        .work = write_requests,
        .context = queue,
        .batch_max = BATCH_MAX,
        .first_due_us = tes_clock_steady_us() + (uint64_t)backend->write_every_ms * 1000,
    });
    if (queue->batch == NULL) {
        free(queue);
        return NULL;
    }
    return queue;
}

bool ledger_queue_ask(struct ledger_queue *queue, struct ledger_request *request)
{
    request->is_written = false;
    sem_init(&request->done, 0, 0);
    if (batch_add(queue->batch, request))
        while (sem_wait(&request->done) != 0 && errno == EINTR)
            ;
    sem_destroy(&request->done);
    return request->is_written;
}

bool ledger_queue_hangs(const struct ledger_queue *queue)
{
    uint64_t since_us = atomic_load(&queue->since_us);
    return since_us != 0 && tes_clock_steady_us() > since_us + (uint64_t)HANGS_MS * 1000;
}

const char *ledger_queue_trouble(const struct ledger_queue *queue)
{
    return ledger_queue_hangs(queue) ? "it does not answer" : atomic_load(&queue->trouble);
}

void ledger_queue_stop(struct ledger_queue *queue)
{
    if (queue == NULL)
        return;
    batch_stop(queue->batch);
    free(queue);
}

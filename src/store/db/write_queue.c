/* Invariant: `count` items are held, those in work included, and never more than queue_max. */
#include "store/db/write_queue.h"

#include <stdlib.h>

#include "store/db/deadline.h"

struct write_queue {
    struct write_queue_settings settings;
    uint64_t due_us; /* the thread's alone */
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    struct write_queue_item *first, *last;
    size_t count, waiting; /* of those held, not yet in work */
    bool is_stopping;
};

/* With the lock held and an item there: waits for more. */
static void linger(struct write_queue *batch)
{
    uint64_t until_us = deadline_in_ms(batch->settings.linger_ms);
    while (!batch->is_stopping && batch->waiting < batch->settings.batch_max &&
           tes_thread_wait(&batch->changed, &batch->lock, until_us))
        ;
}

/* Waits for items and cuts off a batch; NULL where none came until it was time, or the queue is
 * stopping and none is left. */
static struct write_queue_item *take(struct write_queue *batch, size_t *count, bool *is_stopping)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->first == NULL && !batch->is_stopping &&
           tes_thread_wait(&batch->changed, &batch->lock, batch->due_us))
        ;
    if (batch->first != NULL && batch->settings.linger_ms > 0)
        linger(batch);
    *is_stopping = batch->is_stopping;
    *count = 0;
    struct write_queue_item *first = batch->first, *end = NULL;
    while (batch->first != NULL && *count < batch->settings.batch_max) {
        end = batch->first;
        batch->first = end->next;
        ++*count;
    }
    if (end != NULL)
        end->next = NULL;
    batch->waiting -= *count;
    pthread_mutex_unlock(&batch->lock);
    return first;
}

static void *run(void *context)
{
    struct write_queue *batch = context;
    struct write_queue_item *first;
    size_t count;
    bool is_stopping;
    while ((first = take(batch, &count, &is_stopping)) != NULL || !is_stopping) {
        batch->due_us = batch->settings.work(batch, batch->settings.context, first, count);
        pthread_mutex_lock(&batch->lock);
        batch->count -= count;
        pthread_mutex_unlock(&batch->lock);
    }
    return NULL;
}

static void release(struct write_queue *batch)
{
    pthread_cond_destroy(&batch->changed);
    pthread_mutex_destroy(&batch->lock);
    free(batch);
}

struct write_queue *write_queue_start(const struct write_queue_settings *settings)
{
    struct write_queue *batch = calloc(1, sizeof *batch);
    if (batch == NULL)
        return NULL;
    batch->settings = *settings;
    batch->due_us = settings->first_due_us;
    pthread_mutex_init(&batch->lock, NULL);
    tes_thread_condition(&batch->changed);
    if (!tes_thread_start(&batch->thread, run, batch)) {
        release(batch);
        return NULL;
    }
    return batch;
}

bool write_queue_add(struct write_queue *batch, void *item)
{
    struct write_queue_item *added = item;
    added->next = NULL;
    pthread_mutex_lock(&batch->lock);
    bool fits = batch->settings.queue_max == 0 || batch->count < batch->settings.queue_max;
    bool wakes = false;
    if (fits) {
        if (batch->first == NULL)
            batch->first = added;
        else
            batch->last->next = added;
        batch->last = added;
        batch->count++;
        batch->waiting++;
        /* The thread sleeps where there is nothing, or lingers for a whole batch. */
        wakes = batch->waiting == 1 || batch->waiting == batch->settings.batch_max;
    }
    pthread_mutex_unlock(&batch->lock);
    if (wakes) /* it would only wait for the lock, else */
        pthread_cond_signal(&batch->changed);
    return fits;
}

bool write_queue_pause(struct write_queue *batch, unsigned ms)
{
    uint64_t until_us = deadline_in_ms(ms);
    pthread_mutex_lock(&batch->lock);
    while (!batch->is_stopping && tes_thread_wait(&batch->changed, &batch->lock, until_us))
        ;
    bool goes_on = !batch->is_stopping;
    pthread_mutex_unlock(&batch->lock);
    return goes_on;
}

bool write_queue_is_stopping(struct write_queue *batch)
{
    pthread_mutex_lock(&batch->lock);
    bool is_stopping = batch->is_stopping;
    pthread_mutex_unlock(&batch->lock);
    return is_stopping;
}

void write_queue_stop(struct write_queue *batch)
{
    if (batch == NULL)
        return;
    pthread_mutex_lock(&batch->lock);
    batch->is_stopping = true;
    pthread_cond_signal(&batch->changed);
    pthread_mutex_unlock(&batch->lock);
    pthread_join(batch->thread, NULL);
    release(batch);
}

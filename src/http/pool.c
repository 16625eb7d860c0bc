/*
 * A job goes straight to a worker that sleeps, past the queue; so whatever is in the queue, nobody
 * sleeps. Of those that sleep, the one that fell asleep last is woken: what it works with is still
 * in the processor's caches.
 */
#include "http/pool.h"

#include <stdlib.h>

#include "os/thread.h"

struct worker {
    struct http_pool *pool;
    unsigned number;
    pthread_t thread;
    sem_t wakeup;
    struct http_job *job; /* that it is woken for; NULL: the pool stops */
    struct worker *next_asleep;
};

struct http_pool {
    pthread_mutex_t mutex; /* guards all up to `stopping` */
    struct http_queue *queue;
    struct worker *asleep; /* the last to fall asleep is the first */
    bool stopping;
    unsigned queue_max, worker_count, started;
    struct worker workers[];
};

struct http_pool *http_pool_new(unsigned workers, unsigned first, unsigned queue_max)
{
    struct http_pool *pool = calloc(1, sizeof *pool + workers * sizeof *pool->workers);
    if (pool == NULL)
        return NULL;
    pool->queue = http_queue_new(queue_max);
    if (pool->queue == NULL) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    pool->queue_max = queue_max;
    pool->worker_count = workers;
    for (unsigned i = 0; i < workers; i++) {
        pool->workers[i] = (struct worker){.pool = pool, .number = first + i};
        sem_init(&pool->workers[i].wakeup, 0, 0);
    }
    return pool;
}

/* The next job, or NULL when the pool stops. */
static struct http_job *take_job(struct worker *worker)
{
    struct http_pool *pool = worker->pool;
    pthread_mutex_lock(&pool->mutex);
    bool is_over = pool->stopping;
    struct http_job *job = is_over ? NULL : http_queue_take(pool->queue);
    if (job == NULL && !is_over) {
        worker->next_asleep = pool->asleep;
        pool->asleep = worker;
    }
    pthread_mutex_unlock(&pool->mutex);
    if (job != NULL || is_over)
        return job;
    (void)tes_thread_sleep(&worker->wakeup, TES_THREAD_NEVER);
    return worker->job;
}

/* With the lock held: takes out the one to wake next; NULL where all work. */
static struct worker *wake_next(struct http_pool *pool, struct http_job *job)
{
    struct worker *worker = pool->asleep;
    if (worker != NULL) {
        pool->asleep = worker->next_asleep;
        worker->job = job;
    }
    return worker;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct http_job *job;
    while ((job = take_job(worker)) != NULL)
        job->run(job, worker->number);
    return NULL;
}

bool http_pool_start(struct http_pool *pool)
{
    for (; pool->started < pool->worker_count; pool->started++) {
        struct worker *worker = &pool->workers[pool->started];
        if (!tes_thread_start(&worker->thread, run_worker, worker))
            return false;
    }
    return true;
}

struct http_job *http_pool_submit(struct http_pool *pool, struct http_job *job)
{
    struct http_job *refused = NULL;
    struct worker *woken = NULL;
    pthread_mutex_lock(&pool->mutex);
    if (pool->stopping) {
        refused = job;
    } else if ((woken = wake_next(pool, job)) == NULL) {
        bool has_room = http_queue_length(pool->queue) < pool->queue_max;
        if (!has_room)
            refused = http_queue_shed(pool->queue, job);
        if (has_room || refused != NULL)
            http_queue_push(pool->queue, job);
        else
            refused = job;
    }
    pthread_mutex_unlock(&pool->mutex);
    if (woken != NULL)
        sem_post(&woken->wakeup);
    return refused;
}

unsigned http_pool_waiting(struct http_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    unsigned waiting = http_queue_length(pool->queue);
    pthread_mutex_unlock(&pool->mutex);
    return waiting;
}

void http_pool_stop(struct http_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = true;
    for (struct worker *woken; (woken = wake_next(pool, NULL)) != NULL;)
        sem_post(&woken->wakeup);
    pthread_mutex_unlock(&pool->mutex);
    for (; pool->started > 0; pool->started--)
        pthread_join(pool->workers[pool->started - 1].thread, NULL);
}

void http_pool_free(struct http_pool *pool)
{
    if (pool == NULL)
        return;
    for (unsigned i = 0; i < pool->worker_count; i++)
        sem_destroy(&pool->workers[i].wakeup);
    pthread_mutex_destroy(&pool->mutex);
    http_queue_free(pool->queue);
    free(pool);
}

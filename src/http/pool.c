#include "http/pool.h"

#include <stdlib.h>

#include "base/thread.h"

struct worker {
    struct http_pool *pool;
    unsigned number;
    pthread_t thread;
};

struct http_pool {
    pthread_mutex_t mutex; /* guards all up to `stopping` */
    pthread_cond_t wakeup;
    struct http_queue *queue;
    unsigned idle;
    bool stopping;
    unsigned queue_max, worker_count, started;
    struct worker workers[];
};

struct http_pool *http_pool_new(unsigned workers, unsigned first, unsigned queue_max)
{
    struct http_pool *pool = calloc(1, sizeof *pool + workers * sizeof *pool->workers);
    if (pool == NULL)
        return NULL;
    pool->queue = http_queue_new(queue_max + workers);
    if (pool->queue == NULL) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wakeup, NULL);
    pool->queue_max = queue_max;
    pool->worker_count = workers;
    for (unsigned i = 0; i < workers; i++)
        pool->workers[i] = (struct worker){.pool = pool, .number = first + i};
    return pool;
}

/* The next job, or NULL when the pool stops. */
static struct http_job *take_job(struct http_pool *pool)
{
    struct http_job *job = NULL;
    pthread_mutex_lock(&pool->mutex);
    pool->idle++;
    while (http_queue_length(pool->queue) == 0 && !pool->stopping)
        pthread_cond_wait(&pool->wakeup, &pool->mutex);
    pool->idle--;
    if (!pool->stopping)
        job = http_queue_take(pool->queue);
    pthread_mutex_unlock(&pool->mutex);
    return job;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct http_job *job;
    while ((job = take_job(worker->pool)) != NULL)
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
    pthread_mutex_lock(&pool->mutex);
    /* A job that an idle worker is about to take up does not wait in the queue's sense. */
    bool has_room = http_queue_length(pool->queue) < pool->queue_max + pool->idle;
    if (!has_room && !pool->stopping)
        refused = http_queue_shed(pool->queue, job);
    if (!pool->stopping && (has_room || refused != NULL)) {
        http_queue_push(pool->queue, job);
        pthread_cond_signal(&pool->wakeup);
    } else {
        refused = job;
    }
    pthread_mutex_unlock(&pool->mutex);
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
    pthread_cond_broadcast(&pool->wakeup);
    pthread_mutex_unlock(&pool->mutex);
    for (; pool->started > 0; pool->started--)
        pthread_join(pool->workers[pool->started - 1].thread, NULL);
}

void http_pool_free(struct http_pool *pool)
{
    if (pool == NULL)
        return;
    pthread_cond_destroy(&pool->wakeup);
    pthread_mutex_destroy(&pool->mutex);
    http_queue_free(pool->queue);
    free(pool);
}

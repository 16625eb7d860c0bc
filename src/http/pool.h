/*
 * pool.h: a fixed number of threads for what no loop can do, and a bounded queue before them.
 * Nobody ever waits to submit: a full queue says so at once.
 */
#ifndef HTTP_POOL_H
#define HTTP_POOL_H

#include "base/slice.h"

/* Embedded in what is to be worked on. `run` is called with the number of the worker; the
 * pool does not touch the job after that. */
struct http_job {
    struct http_job *next;
    void (*run)(struct http_job *job, unsigned worker);
};

struct http_pool;

/* Starts no thread. The workers are numbered from `first` on. NULL when memory is out. */
struct http_pool *http_pool_new(unsigned workers, unsigned first, unsigned queue_max);

/* Starts the threads; false when the system has none left, with those running that were had. */
TES_MUST_CHECK bool http_pool_start(struct http_pool *pool);

/* False where no worker is free and `queue_max` jobs are waiting. Any thread. */
TES_MUST_CHECK bool http_pool_submit(struct http_pool *pool, struct http_job *job);

/* Jobs that no worker has taken up. */
unsigned http_pool_waiting(struct http_pool *pool);

/* Drops what is waiting, lets what runs finish, ends the threads. */
void http_pool_stop(struct http_pool *pool);

/* After http_pool_stop(), or in place of start. Accepts NULL. */
void http_pool_free(struct http_pool *pool);

#endif

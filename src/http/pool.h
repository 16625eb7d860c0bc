/*
 * pool.h: a fixed number of threads for what no loop can do, and a bounded, fair queue before them.
 * Nobody ever waits to submit: a full queue says so at once.
 */
#ifndef HTTP_POOL_H
#define HTTP_POOL_H

#include "http/queue.h"

struct http_pool;

/* Starts no thread. The workers are numbered from `first` on. NULL when memory is out. */
struct http_pool *http_pool_new(unsigned workers, unsigned first, unsigned queue_max);

/* Starts the threads; false when the system has none left, with those running that were had. */
TES_MUST_CHECK bool http_pool_start(struct http_pool *pool);

/* NULL, or the one job that is not going to be run: where no worker is free and `queue_max` jobs
 * are waiting, the heaviest flow loses its last. That may be this one, or one that somebody else
 * has submitted, and that is the caller's now. Any thread. */
TES_MUST_CHECK struct http_job *http_pool_submit(struct http_pool *pool, struct http_job *job);

/* Jobs that no worker has taken up. */
unsigned http_pool_waiting(struct http_pool *pool);

/* Drops what is waiting, lets what a worker has taken up finish, ends the threads. */
void http_pool_stop(struct http_pool *pool);

/* After http_pool_stop(), or in place of start. Accepts NULL. */
void http_pool_free(struct http_pool *pool);

#endif

/*
 * queue.h: jobs that wait, served in turn by whom they are for. Each job counts for a flow, that
 * for a wider one, and so on: whose turn it is goes round over the widest, within that over the
 * next, and within the narrowest the jobs go in order of arrival. So nobody waits for more than one
 * job of each other flow, however many those have.
 *
 * Nothing is allocated once the queue is made. Not for several threads at once.
 */
#ifndef HTTP_QUEUE_H
#define HTTP_QUEUE_H

#include "base/slice.h"
#include "http/list.h"

#define HTTP_FLOW_LEVELS 3

/* Whom a job is for, from the widest to the narrowest. */
struct http_flow {
    uint64_t keys[HTTP_FLOW_LEVELS];
};

/* Embedded in what is to be worked on. `run` is called with the number of the worker; the
 * pool does not touch the job after that. */
struct http_job {
    struct http_list link; /* first */
    struct http_flow flow;
    void (*run)(struct http_job *job, unsigned worker);
};

struct http_queue;

/* For at most `jobs_max` jobs at once. NULL when memory or randomness is out. */
struct http_queue *http_queue_new(unsigned jobs_max);
void http_queue_free(struct http_queue *queue); /* accepts NULL; what waits is dropped */

/* There must be fewer than `jobs_max`. */
void http_queue_push(struct http_queue *queue, struct http_job *job);

/* The job whose turn it is; NULL where there is none. */
struct http_job *http_queue_take(struct http_queue *queue);

/* Takes out one that is to make room for `newcomer`, which is not in the queue: the last to come of
 * the heaviest flow. NULL where no flow has two more than the newcomer's own. */
struct http_job *http_queue_shed(struct http_queue *queue, const struct http_job *newcomer);

unsigned http_queue_length(const struct http_queue *queue);

#endif

/*
 * request_log.h: a line for requests, where the operator wants that: for those that failed on our
 * side or took long, or for all. What a line has is from our own tables: method, route, status and
 * time, never a path, an address, or anything else that a visitor sent; and the ids of its trace,
 * which are digits. So many lines a second are written at most; how many were not is told.
 */
#ifndef SERVER_REQUEST_LOG_H
#define SERVER_REQUEST_LOG_H

#include <pthread.h>
#include <stdatomic.h>

#include "http/message/message.h"
#include "server/config/config.h"

struct request_log {
    /* What the config says; read without the lock. */
    atomic_uint logged, slow_ms, lines_max;
    pthread_mutex_t lock; /* guards what follows */
    uint64_t second;      /* of the steady clock: the one that `written` counts in */
    unsigned written;
    uint64_t left_out; /* since the last line */
};

void request_log_init(struct request_log *log, const struct config *config);
void request_log_end(struct request_log *log);

/* Goes by that config from now on. */
void request_log_set(struct request_log *log, const struct config *config);

/* A request that was answered. `route` is the path of the table, or NULL: it had none. Any thread;
 * costs nothing where no requests are logged. */
void request_log_note(struct request_log *log, const struct http_request *request,
                      const char *route, unsigned status, uint64_t elapsed_us);

/* For log_belongs(): the trace that a request is part of. */
struct log_trace;
TES_MUST_CHECK bool request_log_trace(const void *request, struct log_trace *trace);

#endif

/*
 * load_client.h: the client: keep-alive connections to one port of the loopback, one request at a
 * time on each, one thread. Two system calls a request and little else, so that the server and not
 * the client is what is measured.
 */
#ifndef LOAD_CLIENT_H
#define LOAD_CLIENT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "load_requests.h"

#define LOAD_CONNECTIONS_MAX 1024
#define LOAD_COUNT_MAX       10000000 /* requests in a run */
#define LOAD_WATCHED_MAX     16       /* processes whose CPU time is read */

struct load_settings {
    uint16_t port;
    unsigned connections;
    uint64_t count;     /* requests that are measured; the list is gone through again and again */
    uint64_t warmup;    /* requests ahead of them that are not */
    uint64_t rate;      /* a second; 0: each connection sends its next at once */
    const char *expect; /* every reply is a 200 that holds this */
    FILE *answers;      /* NULL, or where to write the answer to each challenge received */
    FILE *passes;       /* NULL, or where to write the redeeming of each pass received, */
    const char *secret; /* with that secret */
    pid_t watched[LOAD_WATCHED_MAX]; /* the server's processes */
    size_t watched_count;
};

struct load_result {
    uint64_t elapsed_ns;
    uint64_t server_cpu_ns; /* of the watched processes, with all their threads */
    uint64_t client_cpu_ns;
    uint64_t *latency_ns; /* settings->count of them, ascending; the caller frees it */
};

/* Ends the program with a message on whatever was not expected: a reply of another kind, a closed
 * connection, no reply for ten seconds. */
void load_client_run(const struct load_settings *settings, const struct load_requests *requests,
                     struct load_result *result);

#endif

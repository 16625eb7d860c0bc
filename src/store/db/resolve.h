/*
 * resolve.h: the addresses of a host's name, within a time. The C library may take minutes where no
 * name server answers, and can't be called back; so it is asked by a thread of its own, which is
 * left to itself when the time is over.
 */
#ifndef STORE_RESOLVE_H
#define STORE_RESOLVE_H

#include <sys/socket.h>

#include "base/slice.h"

#define RESOLVE_MAX 8

struct resolve_addresses {
    size_t count;
    struct {
        struct sockaddr_storage address;
        socklen_t length;
    } at[RESOLVE_MAX];
};

/* False where there are none, or not in time. A number needs no thread. Names that nobody answers
 * for hold one thread each, RESOLVE_THREADS_MAX in all: past that, it is false at once. */
#define RESOLVE_THREADS_MAX 8
TES_MUST_CHECK bool resolve_name(const char *name, unsigned port, unsigned most_ms,
                                 struct resolve_addresses *found);

#endif

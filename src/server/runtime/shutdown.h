/*
 * shutdown.h: a stop that ends, whatever hangs. Threads may wait for a store that never answers,
 * and nobody can call them back; so when the time for stopping is over, the process ends without
 * them. That loses no more than a power cut does: what was told to be spent is on the disk, and of
 * the history, what was not written.
 */
#ifndef SERVER_SHUTDOWN_H
#define SERVER_SHUTDOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "os/thread.h"

struct shutdown {
    pthread_t thread;
    bool is_started;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    uint64_t until_us;
    bool is_over;
};

/* From now on, whatever is not over in so many milliseconds is ended, with a line in the log and
 * status 1. */
void shutdown_start(struct shutdown *ending, unsigned ms);

/* Sets the moment anew. */
void shutdown_extend(struct shutdown *ending, unsigned ms);

/* All has ended by itself. */
void shutdown_over(struct shutdown *ending);

#endif

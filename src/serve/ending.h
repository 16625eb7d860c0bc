/*
 * ending.h: a stop that ends, whatever hangs. Threads may wait for a store that never answers, and
 * nobody can call them back; so when the time for stopping is over, the process ends without them.
 * That loses no more than a power cut does: what was told to be spent is on the disk, and of the
 * history, what was not written.
 */
#ifndef SERVE_ENDING_H
#define SERVE_ENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/thread.h"

struct ending {
    pthread_t thread;
    bool is_started;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    uint64_t until_us;
    bool is_over;
};

/* From now on, whatever is not over in so many milliseconds is ended, with a line in the log and
 * status 1. */
void ending_start(struct ending *ending, unsigned ms);

/* Sets the moment anew. */
void ending_extend(struct ending *ending, unsigned ms);

/* All has ended by itself. */
void ending_over(struct ending *ending);

#endif

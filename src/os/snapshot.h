/*
 * snapshot.h: a value that threads share and nobody changes. Readers get the current one and put it
 * back; a new one replaces it without waiting for them, and each is freed once nobody has it.
 */
#ifndef TES_SNAPSHOT_H
#define TES_SNAPSHOT_H

#include <pthread.h>
#include <stddef.h>

/* Holds the current value. */
struct tes_snapshot {
    pthread_mutex_t lock; /* held for two instructions: a value that is read must not be freed
                             before its new user is counted */
    void *current;
};

/* Zeroed memory for a value, with one user: the caller. When the last user puts it back, `end`
 * releases what it points to, and the memory is freed. NULL when memory is out. */
void *tes_snapshot_new(size_t size, void (*end)(void *value));

/* Takes over the caller's use of the first value, or of a further one. */
void tes_snapshot_start(struct tes_snapshot *snapshot, void *value);
void tes_snapshot_replace(struct tes_snapshot *snapshot, void *value);

/* When no thread gets values any more. */
void tes_snapshot_stop(struct tes_snapshot *snapshot);

/* The current value, until it is put back. Any thread; never fails. */
const void *tes_snapshot_get(struct tes_snapshot *snapshot);

/* Any thread. Accepts NULL. */
void tes_snapshot_put(const void *value);

#endif

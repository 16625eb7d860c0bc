#include "os/snapshot.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* Lies in front of each value. */
struct header {
    atomic_size_t users; /* the holder counts as one */
    void (*end)(void *value);
    alignas(max_align_t) char value[];
};

void *tes_snapshot_new(size_t size, void (*end)(void *value))
{
    struct header *header = calloc(1, sizeof *header + size);
    if (header == NULL)
        return NULL;
    atomic_init(&header->users, 1);
    header->end = end;
    return header->value;
}

static struct header *snapshot_header(const void *value)
{
    return (struct header *)((uintptr_t)value - offsetof(struct header, value));
}

void tes_snapshot_start(struct tes_snapshot *snapshot, void *value)
{
    *snapshot = (struct tes_snapshot){PTHREAD_MUTEX_INITIALIZER, value};
}

void tes_snapshot_replace(struct tes_snapshot *snapshot, void *value)
{
    pthread_mutex_lock(&snapshot->lock);
    void *before = snapshot->current;
    snapshot->current = value;
    pthread_mutex_unlock(&snapshot->lock);
    tes_snapshot_put(before);
}

void tes_snapshot_stop(struct tes_snapshot *snapshot)
{
    tes_snapshot_put(snapshot->current);
    pthread_mutex_destroy(&snapshot->lock);
}

const void *tes_snapshot_get(struct tes_snapshot *snapshot)
{
    pthread_mutex_lock(&snapshot->lock);
    void *value = snapshot->current;
    atomic_fetch_add_explicit(&snapshot_header(value)->users, 1, memory_order_relaxed);
    pthread_mutex_unlock(&snapshot->lock);
    return value;
}

void tes_snapshot_put(const void *value)
{
    if (value == NULL)
        return;
    struct header *header = snapshot_header(value);
    if (atomic_fetch_sub_explicit(&header->users, 1, memory_order_acq_rel) != 1)
        return;
    header->end(header->value);
    free(header);
}

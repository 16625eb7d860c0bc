#include "server/config/config_holder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct snapshot {
    struct config config; /* first, so that a pointer to it is one to the snapshot */
    atomic_size_t users;  /* the holder counts as one */
};

struct config_holder {
    /* Held for two instructions: between reading `current` and counting its new user, nobody may
     * take the last count away. */
    pthread_mutex_t lock;
    struct snapshot *current;
};

static struct snapshot *snapshot_new(const struct config *config)
{
    struct snapshot *snapshot = malloc(sizeof *snapshot);

    if (snapshot == NULL)
        return NULL;
    snapshot->config = *config;
    atomic_init(&snapshot->users, 1);
    return snapshot;
}

struct config_holder *config_holder_new(const struct config *config)
{
    struct config_holder *holder = malloc(sizeof *holder);

    if (holder == NULL)
        return NULL;
    holder->current = snapshot_new(config);
    if (holder->current == NULL || pthread_mutex_init(&holder->lock, NULL) != 0) {
        free(holder->current);
        free(holder);
        return NULL;
    }
    return holder;
}

void config_holder_free(struct config_holder *holder)
{
    if (holder == NULL)
        return;
    config_holder_put(&holder->current->config);
    pthread_mutex_destroy(&holder->lock);
    free(holder);
}

const struct config *config_holder_get(struct config_holder *holder)
{
    pthread_mutex_lock(&holder->lock);
    struct snapshot *snapshot = holder->current;
    atomic_fetch_add_explicit(&snapshot->users, 1, memory_order_relaxed);
    pthread_mutex_unlock(&holder->lock);
    return &snapshot->config;
}

void config_holder_put(const struct config *config)
{
    struct snapshot *snapshot = (struct snapshot *)(uintptr_t)config;

    if (snapshot == NULL ||
        atomic_fetch_sub_explicit(&snapshot->users, 1, memory_order_acq_rel) != 1)
        return;
    config_free(&snapshot->config);
    free(snapshot);
}

bool config_holder_replace(struct config_holder *holder, const struct config *config)
{
    struct snapshot *fresh = snapshot_new(config);

    if (fresh == NULL)
        return false;
    pthread_mutex_lock(&holder->lock);
    struct snapshot *before = holder->current;
    holder->current = fresh;
    pthread_mutex_unlock(&holder->lock);
    config_holder_put(&before->config);
    return true;
}

#include "server/config/config_holder.h"

#include <stdlib.h>

#include "os/snapshot.h"

struct config_holder {
    struct tes_snapshot snapshot;
};

static void end_config(void *config)
{
    config_free(config);
}

static struct config *copy_config(const struct config *config)
{
    struct config *copy = tes_snapshot_new(sizeof *copy, end_config);
    if (copy != NULL)
        *copy = *config;
    return copy;
}

struct config_holder *config_holder_new(const struct config *config)
{
    struct config_holder *holder = malloc(sizeof *holder);
    struct config *first = copy_config(config);
    if (holder == NULL || first == NULL) {
        tes_snapshot_put(first);
        free(holder);
        return NULL;
    }
    tes_snapshot_start(&holder->snapshot, first);
    return holder;
}

void config_holder_free(struct config_holder *holder)
{
    if (holder == NULL)
        return;
    tes_snapshot_stop(&holder->snapshot);
    free(holder);
}

const struct config *config_holder_get(struct config_holder *holder)
{
    return tes_snapshot_get(&holder->snapshot);
}

void config_holder_put(const struct config *config)
{
    tes_snapshot_put(config);
}

bool config_holder_replace(struct config_holder *holder, const struct config *config)
{
    struct config *fresh = copy_config(config);
    if (fresh != NULL)
        tes_snapshot_replace(&holder->snapshot, fresh);
    return fresh != NULL;
}

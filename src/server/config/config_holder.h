/*
 * config_holder.h: the config that is in force. Readers take a snapshot that nothing changes and
 * give it back; a reload puts a new one in its place without waiting for them.
 */
#ifndef SERVER_CONFIG_HOLDER_H
#define SERVER_CONFIG_HOLDER_H

#include "server/config/config.h"

struct config_holder;

/* Holds a copy of `config`. NULL when memory is out. */
struct config_holder *config_holder_new(const struct config *config);

/* When all snapshots are back. Accepts NULL. */
void config_holder_free(struct config_holder *holder);

/* The config in force, until it is put back. Any thread, any number of them; never fails. */
const struct config *config_holder_get(struct config_holder *holder);

/* Gives back what config_holder_get() gave; any thread. Accepts NULL. */
void config_holder_put(const struct config *snapshot);

/* From now on a copy of `config` is in force; false, and no change, when memory is out. Whoever
 * gets, changes and replaces must keep others from doing so in between. */
TES_MUST_CHECK bool config_holder_replace(struct config_holder *holder,
                                          const struct config *config);

#endif

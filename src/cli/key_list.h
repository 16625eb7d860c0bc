/*
 * key_list.h: `tessera key list`: which keys there are, and what each is used for.
 */
#ifndef CLI_KEY_LIST_H
#define CLI_KEY_LIST_H

#include "server/cluster/shared_keys.h"
#include "server/config/config.h"

/* Prints them; `shared` is NULL where they are in the file, or in a variable. False with a message
 * for people in `error`. */
TES_MUST_CHECK bool key_list(const struct config *config, const struct shared_keys *shared,
                             bool as_json, struct tes_error *error);

#endif

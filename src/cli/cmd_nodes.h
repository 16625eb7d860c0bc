/*
 * cmd_nodes.h: who is on a ledger, for the commands that tell of it.
 */
#ifndef CLI_CMD_NODES_H
#define CLI_CMD_NODES_H

#include "server/cluster/node_agreement.h"
#include "server/config/config.h"

/* Reads who is there, without being there itself. False with a message for people in `error`, also
 * where servers can't meet in such a ledger. */
TES_MUST_CHECK bool nodes_read(const struct config *config, struct nodes *nodes, char *error,
                               size_t error_size);

#endif

/*
 * store.h: the commands that look into the stores, and how they open them.
 */
#ifndef CLI_STORE_H
#define CLI_STORE_H

#include "cli/cli.h"
#include "store/records.h"

/* Opens the records that the config names, their schema brought up to date; NULL, and a message. */
struct records *store_open_records(const struct cli_call *call);

#endif

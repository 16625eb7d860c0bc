/*
 * cmd_store.h: the commands that look into the stores, and how they open them.
 */
#ifndef CLI_CMD_STORE_H
#define CLI_CMD_STORE_H

#include "cli/cli.h"
#include "store/records/records.h"

/* How commands open the records that the config names. */
struct records_settings store_settings(const struct config *config);

/* Opens the records that the config names, their schema brought up to date; NULL, and a message. */
struct records *store_open_records(const struct cli_call *call);

/* The same of a config that has been read. */
struct records *store_open_records_of(const struct config *config);

/* Puts question marks in place of what is no UTF-8 and of controls, be they ASCII's or those of
 * Unicode that two bytes stand for. Users are named by whoever asks for a challenge: no name of
 * theirs steers the terminal that it is shown on. */
void store_make_harmless(char *text, size_t length);

#endif

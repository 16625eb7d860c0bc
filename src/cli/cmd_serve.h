/*
 * cmd_serve.h: runs the server as the command line says: --config, --listen, --data, --threads and
 * --truth are its options.
 */
#ifndef CLI_CMD_SERVE_H
#define CLI_CMD_SERVE_H

#include "cli/cli.h"

struct study;

/* The command's last word on the config, at the start and at each reload. False with a message. */
typedef bool serve_adjust(struct config *config, const struct cli_call *call,
                          struct tes_error *error);

/* Serves until a signal comes; returns the exit status. `adjust` may be NULL; `study` is NULL where
 * sites and their visitors are served. */
int serve_run(const struct cli_call *call, serve_adjust *adjust, struct study *study);

#endif

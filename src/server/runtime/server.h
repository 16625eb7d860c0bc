/*
 * server.h: puts the server together and runs it until a signal ends it.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "server/config/config.h"
#include "server/helper/helper.h"

struct server_options {
    const char *config_file;           /* NULL: none; read again at SIGHUP */
    const struct config_file *written; /* what it looked like when `config` was read */
    void (*override)(struct config *config, const void *context); /* the command line's last word */
    const void *override_context;
    struct helper *helper; /* started already, while there was nothing to share */
    bool truth;            /* tests only: replies carry the answer; loopback only */
    bool is_seeded;        /* tests only: challenges follow from `seed`; needs `truth` */
    uint64_t seed;
    struct study *study; /* NULL: none; its settings are set, its file is opened here */
};

/* Serves with this config until SIGTERM or SIGINT. False where it could not start; why is logged.
 */
TES_MUST_CHECK bool server_run(const struct config *config, const struct server_options *options);

#endif

/*
 * server.h: puts the server together and runs it until a signal ends it. Its threads:
 *
 *   event loops      `threads`, 0: one per core   accept, parse, handlers that never block, send
 *   waiters          `workers`                    handlers that may wait for a store or for speech
 *   drawers          as many as event loops       handlers that compute: pictures, /metrics
 *   ledger's queue   if the back end may wait     writes batches of spends (ledger_queue.h)
 *   sweeper          replay store in PostgreSQL   deletes expired rows
 *   connector        replay store in Redis        connects again; asks Sentinels
 *   settling         shared budgets               exchanges counts (settle.h)
 *   records' writer  1                            writes history in batches (answers.h)
 *   profiles' reader 1                            reads user profiles, within 250 ms
 *   store watch      one per row of CHECKS        checks stores, nodes, reviews (store_watch.c)
 *   webhook, archive if configured                post alerts, write pictures
 *   log's writer     1                            the only thread that waits for stderr
 *   main             1                            waits for signals; looks at alerts and alarms
 *
 * All threads but main block all signals. Loops, waiters and drawers hand requests over through
 * inboxes with an eventfd, and share nothing else. The helper process (helper.h) starts other
 * programs. The main thread never asks a store, so that a stop ends whatever hangs (shutdown.h).
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

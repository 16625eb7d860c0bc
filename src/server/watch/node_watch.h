/*
 * node_watch.h: the other servers on the same ledger. Where servers can meet there, this one says
 * every two seconds who it is, and looks what follows from who else is there: which key may sign,
 * and whether somebody has another secret, another clock or other settings. That goes into the log
 * when it changes, to /readyz, and into the metrics.
 */
#ifndef SERVER_NODE_WATCH_H
#define SERVER_NODE_WATCH_H

#include "server/app/app.h"

#define NODE_WATCH_MS 2000

/* Meets the others for the first time, with the keys read and before a visitor is served: then none
 * of them starts to sign with a key that this one has not. `app->nodes` stays NULL where servers
 * can't meet in such a ledger. False, with why, where memory or randomness is out. */
TES_MUST_CHECK bool node_watch_start(struct app *app, const struct config *config,
                                     struct tes_error *error);

/* Meets them again; by one thread at a time. False, with why, where the ledger did not answer. */
TES_MUST_CHECK bool node_watch_look(struct app *app, struct tes_error *error);

/* Tells the others that this one leaves, while the ledger is open, and frees. Accepts that there is
 * none. */
void node_watch_stop(struct app *app);

#endif

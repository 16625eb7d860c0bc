/*
 * store_watch.h: what is looked after while the server runs: sites and keys that other processes
 * may have changed, and whether the stores are what they were. What goes wrong is said once, and
 * once that it is good again; in between, the metric tessera_store_good tells.
 *
 * A look may have to wait for a store. So each has a thread of its own: a store that hangs delays
 * no look at another, and never the main thread, which has signals to wait for. A look that does
 * not come back counts as a bad one.
 */
#ifndef SERVER_STORE_WATCH_H
#define SERVER_STORE_WATCH_H

#include "server/app/app.h"

#define STORE_WATCH_MS 500

struct store_watch;

/* Starts to look, at everything at first. NULL where memory or threads are out. */
struct store_watch *store_watch_start(struct app *app, const char *data);

/* To be called every STORE_WATCH_MS, by one thread; never waits: tells the ledger the time, and
 * sees whether a look hangs. */
void store_watch_run(struct store_watch *watch);

/* Has everything looked at now, and not only when it is time. */
void store_watch_look(struct store_watch *watch);

/* Ends the threads; waits for a look that is under way. Accepts NULL. */
void store_watch_stop(struct store_watch *watch);

#endif

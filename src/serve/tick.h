/*
 * tick.h: what is looked after while the server runs: sites and keys that other processes may have
 * changed, and whether the stores are what they were. What goes wrong is said once, and once that
 * it is good again; in between, the metric tessera_store_good tells.
 *
 * A look may have to wait for a store. So each has a thread of its own: a store that hangs delays
 * no look at another, and never the main thread, which has signals to wait for. A look that does
 * not come back counts as a bad one.
 */
#ifndef SERVE_TICK_H
#define SERVE_TICK_H

#include "serve/app/app.h"

#define TICK_MS 500

struct tick;

/* Starts to look, at everything at first. NULL where memory or threads are out. */
struct tick *tick_start(struct app *app, const char *data);

/* To be called every TICK_MS, by one thread; never waits: tells the ledger the time, and sees
 * whether a look hangs. */
void tick_run(struct tick *tick);

/* Has everything looked at now, and not only when it is time. */
void tick_look(struct tick *tick);

/* Ends the threads; waits for a look that is under way. Accepts NULL. */
void tick_stop(struct tick *tick);

#endif

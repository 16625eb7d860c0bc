/*
 * tick.h: what the main thread looks after while the server runs: sites and keys that other
 * processes may have changed, and whether the stores are what they were. What goes wrong is said
 * once, and once that it is good again; in between, the metric tessera_store_good tells.
 */
#ifndef SERVE_TICK_H
#define SERVE_TICK_H

#include "serve/app/app.h"

#define TICK_MS 500

struct tick {
    struct app *app;
    const char *data;
    unsigned count;
    bool was_bad[METRICS_STORE_COUNT];
};

/* To be called every TICK_MS. `all`: with what else has its turn only now and then. */
void tick_run(struct tick *tick, bool all);

#endif

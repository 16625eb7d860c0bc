/*
 * ledger_postgres_sweep.h: forgets what has expired, of a ledger in a PostgreSQL, in the
 * background. Nothing goes before its expiry is past by the server's clock and by what the node
 * that sweeps believes is now.
 */
#ifndef STORE_LEDGER_POSTGRES_SWEEP_H
#define STORE_LEDGER_POSTGRES_SWEEP_H

#include "base/slice.h"

struct ledger_postgres_sweep;

#define LEDGER_POSTGRES_SWEEP_MS 10000

/* Connects later, and begins a pass through all rows so long after the one before. NULL with a
 * message for people. */
struct ledger_postgres_sweep *ledger_postgres_sweep_start(const char *where, unsigned pass_every_ms,
                                                          char *error, size_t error_size);

/* What the node believes is now: told with each batch. Any thread. */
void ledger_postgres_sweep_to(struct ledger_postgres_sweep *sweep, uint64_t now_ms);

/* Waits for a step that is under way, 1.5 seconds at most. Accepts NULL. */
void ledger_postgres_sweep_stop(struct ledger_postgres_sweep *sweep);

#endif

/*
 * redis_ledgers.h: what the tests of the ledger in a Redis share: opening one on a server of the
 * test's own, spending, and waiting until it is good again.
 */
#ifndef TEST_STORE_REDIS_LEDGERS_H
#define TEST_STORE_REDIS_LEDGERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <time.h>

#include "os/clock.h"
#include "redis_server.h"
#include "store/ledger/ledger.h"

static inline void wait_ms(unsigned ms)
{
    uint64_t scaled = patience_scaled(ms);
    nanosleep(&(struct timespec){.tv_sec = (time_t)(scaled / 1000),
                                 .tv_nsec = (long)(scaled % 1000) * 1000000},
              NULL);
}

static inline struct ledger *try_open(const char *where, char *error, size_t error_size)
{
    struct ledger_settings settings = {.where = where, .data = "/nonexistent", .has_counts = true};
    return ledger_open(&settings, error, error_size);
}

static inline struct ledger *open_at(const char *where)
{
    char error[512] = "";
    struct ledger *ledger = try_open(where, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s: %s", where, error);
    return ledger;
}

/* With further options: "&wait=1". */
static inline struct ledger *open_on(const struct redis_test *redis, const char *options)
{
    char where[256];
    snprintf(where, sizeof where, "redis:///0?socket=%s%s", redis->socket, options);
    return open_at(where);
}

static inline enum outcome spend_key(struct ledger *ledger, const char *key)
{
    uint64_t now_ms = tes_clock_wall_ms();
    return ledger_spend(ledger, tes_slice_of(key), now_ms, now_ms + 600000);
}

/* Waits until it answers. */
static inline void assert_recovers(struct ledger *ledger)
{
    bool is_ready = false;
    PATIENCE_UNTIL(is_ready = ledger_ready(ledger));
    if (!is_ready)
        fail_msg("it is not good again: %s", ledger_trouble(ledger));
}

#endif

/*
 * ledgers.h: the ledgers that the contract of ledger.h is held against: every row of
 * ledger_backends.def, by itself. A test that asks for more than the contract asks the row for it
 * (ledger_backend.h), never for a name. Of rows that are servers, one is started (ledgers_start(),
 * a group's set-up), and each scratch folder stands for a ledger of its own there.
 */
#ifndef TEST_STORE_LEDGERS_H
#define TEST_STORE_LEDGERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "os/clock.h"
#include "postgres_server.h"
#include "redis_server.h"
#include "scratch.h"
#include "store/ledger/ledger_backend.h"

/* Tests say what time it is. Where a server forgets by its own clock, that has to be the time. */
#define SAID_MS 1790000000000u
static uint64_t ledgers_now_ms = SAID_MS;
#define NOW   ledgers_now_ms
#define LATER (NOW + 60000)

struct place {
    const char *where;
    const struct ledger_backend *row;
};

static const struct place places[] = {
#define LEDGER_BACKEND(name, where) {where, &ledger_##name},
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND
};

enum { PLACES = sizeof places / sizeof places[0] };

struct fixture {
    struct scratch scratch;
    struct ledger *ledger;
};

/* ---------------------------------------------------- rows that are servers */

/* A schema of the folder's name; what a test makes in it goes before what the server has. */
static inline void postgres_place(const char *data, char *where, size_t size)
{
    const char *name = strrchr(data, '-');
    snprintf(where, size, "%s&options=-csearch_path%%3D\\\"%.6s\\\",pg_catalog",
             postgres_test.where, name != NULL ? name + 1 : data);
}

static inline void postgres_prepare(const char *data)
{
    char sql[96];
    snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS \"%.6s\"", strrchr(data, '-') + 1);
    assert_null(postgres_sql(sql, NULL, 0));
}

static struct redis_test ledgers_redis;

static inline void redis_place_remove(void)
{
    redis_remove(&ledgers_redis);
}

static inline void redis_place_make(void)
{
    if (ledgers_redis.owner != 0)
        return;
    redis_make(&ledgers_redis, NULL);
    atexit(redis_place_remove);
}

/* Keys that begin with the folder's name. */
static inline void redis_place(const char *data, char *where, size_t size)
{
    const char *name = strrchr(data, '-');
    snprintf(where, size, "redis:///0?socket=%s&prefix=%.6s:", ledgers_redis.socket,
             name != NULL ? name + 1 : data);
}

static const struct {
    const char *where;
    void (*start)(void);
    void (*place)(const char *data, char *where, size_t size); /* its address */
    void (*prepare)(const char *data); /* so that a ledger can be opened there */
} ledger_servers[] = {
    {"redis://", redis_place_make, redis_place, NULL},
    {"postgres://", postgres_make, postgres_place, postgres_prepare},
};

enum { LEDGER_SERVERS = sizeof ledger_servers / sizeof ledger_servers[0] };

/* A group's set-up. */
static inline int ledgers_start(void **state)
{
    (void)state;
    for (size_t i = 0; i < LEDGER_SERVERS; i++)
        ledger_servers[i].start();
    return 0;
}

/* The address of the ledger of that row that belongs to a scratch folder. */
static inline const char *address_in(const char *data, const char *where)
{
    static _Thread_local char address[256];
    for (size_t i = 0; i < LEDGER_SERVERS; i++)
        if (strcmp(ledger_servers[i].where, where) == 0) {
            ledger_servers[i].place(data, address, sizeof address);
            return address;
        }
    return where;
}

/* Before the first opening, by the process that has started the servers. */
static inline void prepare_in(const struct scratch *scratch, const char *where)
{
    char error[256] = "";
    struct ledger_versions versions;
    struct ledger_settings settings = {.where = address_in(scratch->data, where),
                                       .data = scratch->data};
    for (size_t i = 0; i < LEDGER_SERVERS; i++)
        if (strcmp(ledger_servers[i].where, where) == 0 && ledger_servers[i].prepare != NULL)
            ledger_servers[i].prepare(scratch->data);
    for (size_t i = 0; i < PLACES; i++)
        if (strcmp(places[i].where, where) == 0)
            ledgers_now_ms = places[i].row->has_own_clock ? tes_clock_wall_ms() : SAID_MS;
    if (ledger_can_migrate(settings.where) &&
        !ledger_migrate(&settings, &versions, error, sizeof error))
        fail_msg("%s: %s", where, error);
}

static inline struct scratch scratch_for(const char *where)
{
    struct scratch scratch = scratch_new();
    prepare_in(&scratch, where);
    return scratch;
}

static inline struct ledger *open_in(const struct scratch *scratch, const char *where,
                                     size_t entries_max)
{
    char error[256] = "";
    const char *address = address_in(scratch->data, where);
    struct ledger_settings settings = {.where = address,
                                       .data = scratch->data,
                                       .entries_max = entries_max,
                                       .has_counts = ledger_can_count(address)};
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s: %s", where, error);
    return ledger;
}

static inline struct fixture open_fixture(const char *where, size_t entries_max)
{
    struct fixture fixture = {.scratch = scratch_for(where)};
    fixture.ledger = open_in(&fixture.scratch, where, entries_max);
    return fixture;
}

static inline void close_fixture(struct fixture *fixture)
{
    ledger_close(fixture->ledger);
    scratch_remove(&fixture->scratch);
}

static inline enum outcome spend_number(struct ledger *ledger, unsigned number, uint64_t now_ms,
                                        uint64_t expires_at_ms)
{
    char key[16];
    int length = snprintf(key, sizeof key, "n%u", number);
    return ledger_spend(ledger, (struct tes_slice){key, (size_t)length}, now_ms, expires_at_ms);
}

#endif

/* The table of back ends, and what is the same for all of them. */
#include "store/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/ledger_backend.h"
#include "store/where.h"

struct ledger {
    const struct ledger_backend *backend;
    void *store;
    uint64_t opened_at_ms;
};

static const struct ledger_backend *const backends[] = {&ledger_memory, &ledger_sqlite};
static const char choices[] = "memory, sqlite";

static const struct ledger_backend *find_backend(const char *where)
{
    for (size_t i = 0; where != NULL && i < sizeof backends / sizeof backends[0]; i++)
        if (strcmp(where, backends[i]->name) == 0)
            return backends[i];
    return NULL;
}

bool ledger_knows(const char *where, char *error, size_t error_size)
{
    if (find_backend(where) != NULL)
        return true;
    where_refuse("ledger", where, choices, error, error_size);
    return false;
}

bool ledger_exists(const struct ledger_settings *settings)
{
    const struct ledger_backend *backend = find_backend(settings->where);
    return backend != NULL && backend->exists != NULL && backend->exists(settings);
}

struct ledger *ledger_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    const struct ledger_backend *backend = find_backend(settings->where);
    if (!ledger_knows(settings->where, error, error_size))
        return NULL;
    struct ledger_settings complete = *settings;
    if (complete.entries_max == 0)
        complete.entries_max = LEDGER_ENTRIES_DEFAULT;

    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    ledger->backend = backend;
    ledger->opened_at_ms = tes_clock_wall_ms();
    ledger->store = backend->open(&complete, error, error_size);
    if (ledger->store != NULL)
        return ledger;
    ledger_close(ledger);
    return NULL;
}

static bool is_key(struct tes_slice key)
{
    return key.length > 0 && key.length <= LEDGER_KEY_MAX;
}

enum ledger_result ledger_spend(struct ledger *ledger, struct tes_slice key, uint64_t now_ms,
                                uint64_t expires_at_ms)
{
    /* An expired key may have been forgotten: to take it would be to let it pass twice. */
    if (!is_key(key) || now_ms >= expires_at_ms)
        return LEDGER_FAILED;
    return ledger->backend->spend(ledger->store, key, now_ms, expires_at_ms);
}

uint64_t ledger_knows_from_ms(const struct ledger *ledger)
{
    return ledger->backend->knows_from_ms != NULL ? ledger->backend->knows_from_ms(ledger->store)
                                                  : ledger->opened_at_ms;
}

enum ledger_doubt ledger_doubt(const struct ledger *ledger)
{
    return ledger->backend->doubt != NULL ? ledger->backend->doubt(ledger->store)
                                          : LEDGER_DOUBT_NONE;
}

bool ledger_is_lost(struct ledger *ledger)
{
    return ledger->backend->is_lost != NULL && ledger->backend->is_lost(ledger->store);
}

const char *ledger_trouble(const struct ledger *ledger)
{
    return ledger->backend->trouble != NULL ? ledger->backend->trouble(ledger->store) : NULL;
}

bool ledger_spend_blocks(const struct ledger *ledger)
{
    return ledger->backend->spend_blocks;
}

bool ledger_ready(struct ledger *ledger)
{
    return ledger->backend->ready(ledger->store);
}

uint64_t ledger_entries(const struct ledger *ledger)
{
    return ledger->backend->entries(ledger->store);
}

void ledger_close(struct ledger *ledger)
{
    if (ledger == NULL)
        return;
    if (ledger->store != NULL)
        ledger->backend->close(ledger->store);
    free(ledger);
}

/* The ledger in this process: gone with it, and for one process only. */
#include <stdio.h>
#include <stdlib.h>

#include "os/clock.h"
#include "store/ledger/expiring.h"
#include "store/ledger/ledger_backend.h"

_Static_assert(LEDGER_KEY_MAX <= EXPIRING_KEY_MAX, "the table takes every key");
_Static_assert(LEDGER_OWNER_BYTES == EXPIRING_OWNER_BYTES, "and every owner");

struct memory_ledger {
    struct ledger_store shared;
    struct expiring *table;
};

static void memory_close(void *store)
{
    struct memory_ledger *ledger = store;
    expiring_free(ledger->table);
    free(ledger);
}

static void *memory_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct memory_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger != NULL && (ledger->table = expiring_new(settings->entries_max)) != NULL) {
        ledger->shared.alive_at_ms = tes_clock_wall_ms();
        atomic_init(&ledger->shared.knows_from_ms, ledger->shared.alive_at_ms);
        return ledger;
    }
    snprintf(error, error_size, "ledger: no memory for a table of %zu entries",
             settings->entries_max);
    free(ledger);
    return NULL;
}

static enum outcome memory_spend(void *store, struct tes_slice key, const uint8_t *owner,
                                 uint64_t now_ms, uint64_t expires_at_ms)
{
    const struct memory_ledger *ledger = store;
    bool is_own;
    switch (expiring_use(ledger->table, key, owner, now_ms, expires_at_ms, &is_own)) {
    case 0:
        return OUTCOME_UNAVAILABLE;
    case 1:
        return OUTCOME_OK;
    default:
        return is_own ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    }
}

static enum outcome memory_find_own(void *store, struct tes_slice key, const uint8_t *owner,
                                    uint64_t now_ms)
{
    const struct memory_ledger *ledger = store;
    return expiring_is_own(ledger->table, key, owner, now_ms) ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
}

static uint64_t memory_entries(const void *store)
{
    const struct memory_ledger *ledger = store;
    return expiring_entries(ledger->table);
}

const struct ledger_backend ledger_memory = {
    .open = memory_open,
    .spend = memory_spend,
    .find_own = memory_find_own,
    .entries = memory_entries,
    .close = memory_close,
};

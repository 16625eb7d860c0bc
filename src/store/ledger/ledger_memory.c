/* The ledger in this process: gone with it, and for one process only. */
#include <stdio.h>

#include "store/ledger/expiring.h"
#include "store/ledger/ledger_backend.h"

_Static_assert(LEDGER_KEY_MAX <= EXPIRING_KEY_MAX, "the table takes every key");
_Static_assert(LEDGER_OWNER_BYTES == EXPIRING_OWNER_BYTES, "and every owner");

static void *memory_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct expiring *table = expiring_new(settings->entries_max);
    if (table == NULL)
        snprintf(error, error_size, "ledger: no memory for a table of %zu entries",
                 settings->entries_max);
    return table;
}

static enum ledger_result memory_spend(void *store, struct tes_slice key, const uint8_t *owner,
                                       uint64_t now_ms, uint64_t expires_at_ms)
{
    bool is_own;
    switch (expiring_use_by(store, key, owner, now_ms, expires_at_ms, &is_own)) {
    case 0:
        return LEDGER_FAILED;
    case 1:
        return LEDGER_FIRST;
    default:
        return is_own ? LEDGER_AGAIN_OWN : LEDGER_AGAIN;
    }
}

static enum ledger_result memory_find_own(void *store, struct tes_slice key, const uint8_t *owner,
                                          uint64_t now_ms)
{
    return expiring_is_own(store, key, owner, now_ms) ? LEDGER_AGAIN_OWN : LEDGER_AGAIN;
}

static uint64_t memory_entries(const void *store)
{
    return expiring_entries(store);
}

static void memory_close(void *store)
{
    expiring_free(store);
}

const struct ledger_backend ledger_memory = {
    .open = memory_open,
    .spend = memory_spend,
    .find_own = memory_find_own,
    .entries = memory_entries,
    .close = memory_close,
};

/*
 * ledger_backend.h: what a ledger's back end has to offer; ledger.c has the table of them. For
 * ledger.c and the back ends only: everybody else uses ledger.h.
 */
#ifndef STORE_LEDGER_BACKEND_H
#define STORE_LEDGER_BACKEND_H

#include "store/ledger.h"

struct ledger_backend {
    const char *name;
    bool spend_blocks;
    /* The store, which all others get; NULL with a message on failure. `settings` is complete:
     * entries_max is not 0. */
    void *(*open)(const struct ledger_settings *settings, char *error, size_t error_size);
    /* `key` has 1 to LEDGER_KEY_MAX bytes, `now_ms` is before `expires_at_ms`. */
    enum ledger_result (*spend)(void *store, struct tes_slice key, uint64_t now_ms,
                                uint64_t expires_at_ms);
    /* The four that follow are NULL where what was spent is forgotten on closing. */
    bool (*exists)(const struct ledger_settings *settings);
    uint64_t (*knows_from_ms)(const void *store);
    enum ledger_doubt (*doubt)(const void *store);
    uint64_t (*alive_at_ms)(const void *store); /* when it was in use last, before it was opened */
    bool (*is_lost)(void *store);               /* NULL: it can't be */
    const char *(*trouble)(const void *store);  /* NULL: there is none */
    bool (*ready)(void *store);
    uint64_t (*entries)(const void *store);
    void (*close)(void *store);
};

extern const struct ledger_backend ledger_memory, ledger_sqlite;

#endif

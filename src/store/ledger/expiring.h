/*
 * expiring.h: a bounded table of keys that count their uses until they expire. The memory ledger
 * (used once?) is this table.
 *
 * Keys are held whole, so that no two are ever confused. The table grows and shrinks with use, in
 * steps, and every call gives back a bounded number of expired entries; nothing sweeps it all.
 *
 * All functions may be called from several threads at once, but for the first and the last.
 */
#ifndef STORE_EXPIRING_H
#define STORE_EXPIRING_H

#include "base/slice.h"

#define EXPIRING_KEY_MAX     128 /* longest key, in bytes */
#define EXPIRING_OWNER_BYTES 32

struct expiring;

/* A table of at most `entries_max` entries (1 to 2^32 - 1), nearly no memory at first; NULL where
 * there is no memory or no randomness. A live entry stays until it expires, whatever comes. */
struct expiring *expiring_new(size_t entries_max);

/* Uses `key` and gives the number of uses since it was first used or last expired: 1 for the first.
 * That first use sets when the entry expires; it is gone from `now_ms` >= `expires_at_ms` on.
 * 0: not used, since there is no room or no memory, or the key is empty or too long.
 *
 * Until the entry expires it also keeps whose the first use was, where `owner` is not NULL:
 * `is_own` says whether this is a later one by the same. */
uint64_t expiring_use(struct expiring *table, struct tes_slice key,
                      const uint8_t owner[EXPIRING_OWNER_BYTES], uint64_t now_ms,
                      uint64_t expires_at_ms, bool *is_own);

/* Whether the first use of that key was the owner's. Uses nothing. */
bool expiring_is_own(struct expiring *table, struct tes_slice key,
                     const uint8_t owner[EXPIRING_OWNER_BYTES], uint64_t now_ms);

/* Entries held, expired ones that were not given back yet among them. */
uint64_t expiring_entries(const struct expiring *table);

void expiring_free(struct expiring *table); /* accepts NULL */

#endif

/*
 * keyed_table.h: entries by key, in memory whose size never changes. A key is found by a keyed hash
 * in a set of TES_KEYED_TABLE_WAYS entries; a new key gets a free entry of its set, or replaces the
 * one there that was used least recently, of those that the caller lets go.
 *
 * Two keys are the same where their keyed hashes of 64 bits are: nobody who does not know the hash
 * key can make two keys one, nor choose which of them meet in a set. The caller holds a lock where
 * several threads use a table.
 */
#ifndef TES_KEYED_TABLE_H
#define TES_KEYED_TABLE_H

#include "base/slice.h"

#define TES_KEYED_TABLE_WAYS 8

struct tes_keyed_table_head;

struct tes_keyed_table {
    uint64_t hash_key[2];
    size_t entries_max, entry_size, key_max;
    struct tes_keyed_table_head
        *heads; /* apart from the entries: a look at all touches used ones only */
    char *keys, *entries;
};

struct tes_keyed_table_size {
    size_t entries_max; /* a multiple of TES_KEYED_TABLE_WAYS */
    size_t entry_size;
    size_t key_max; /* keys of up to so many bytes are kept; 0: of any length, and not kept */
};

/* All memory comes from the kernel only as it is used. The hash key is random. False where there is
 * no memory; tes_keyed_table_free() is due all the same. */
TES_MUST_CHECK bool tes_keyed_table_init(struct tes_keyed_table *table,
                                         const struct tes_keyed_table_size *size,
                                         const uint64_t hash_key[2]);

/* The entry of that key; NULL where there is none. */
void *tes_keyed_table_find(const struct tes_keyed_table *table, struct tes_slice key);

/* Whether a new key may replace this entry; the context is the caller's. */
typedef bool tes_keyed_table_may_go(void *entry, const void *context);

/* The entry of that key, or a new one, all zero; it counts as used at `now`. NULL where none of the
 * entries that it could replace may go, or the key is too long. Without `may_go` all may. */
void *tes_keyed_table_use(struct tes_keyed_table *table, struct tes_slice key, uint64_t now,
                          tes_keyed_table_may_go *may_go, const void *context);

/* The entry of that number below `entries_max`, and the key that was kept, which is valid until
 * another replaces it; NULL where the entry is free. */
void *tes_keyed_table_at(const struct tes_keyed_table *table, size_t number, struct tes_slice *key);

void tes_keyed_table_free(struct tes_keyed_table *table); /* accepts one that is all zero */

#endif

#include "base/keyed_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/siphash.h"

struct tes_keyed_table_head {
    uint64_t hash; /* 0: free */
    uint64_t used_at;
    size_t key_length; /* of the key that is kept */
};

bool tes_keyed_table_init(struct tes_keyed_table *table, const struct tes_keyed_table_size *size,
                          const uint64_t hash_key[2])
{
    *table = (struct tes_keyed_table){.hash_key = {hash_key[0], hash_key[1]},
                                      .entries_max = size->entries_max,
                                      .entry_size = size->entry_size,
                                      .key_max = size->key_max};
    table->heads = calloc(size->entries_max, sizeof *table->heads);
    table->entries = calloc(size->entries_max, size->entry_size);
    if (size->key_max > 0)
        table->keys = calloc(size->entries_max, size->key_max);
    return table->heads != NULL && table->entries != NULL &&
           (table->keys != NULL || size->key_max == 0);
}

static uint64_t hash_key(const struct tes_keyed_table *table, struct tes_slice key)
{
    return tes_siphash(table->hash_key, key.at, key.length) | 1;
}

static size_t first_of_set(const struct tes_keyed_table *table, uint64_t hash)
{
    return (size_t)(hash >> 1) % (table->entries_max / TES_KEYED_TABLE_WAYS) * TES_KEYED_TABLE_WAYS;
}

static void *entry_at(const struct tes_keyed_table *table, size_t number)
{
    return table->entries + number * table->entry_size;
}

/* The number of the entry; `entries_max` where there is none. */
static size_t find_number(const struct tes_keyed_table *table, uint64_t hash)
{
    size_t first = first_of_set(table, hash);
    for (size_t i = first; i < first + TES_KEYED_TABLE_WAYS; i++)
        if (table->heads[i].hash == hash)
            return i;
    return table->entries_max;
}

void *tes_keyed_table_find(const struct tes_keyed_table *table, struct tes_slice key)
{
    size_t number = find_number(table, hash_key(table, key));
    return number < table->entries_max ? entry_at(table, number) : NULL;
}

/* The entry that a new key gets; `entries_max` where none of its set may go. */
static size_t find_room(const struct tes_keyed_table *table, uint64_t hash,
                        tes_keyed_table_may_go *may_go, const void *context)
{
    size_t first = first_of_set(table, hash), best = table->entries_max;
    for (size_t i = first; i < first + TES_KEYED_TABLE_WAYS; i++) {
        if (table->heads[i].hash == 0)
            return i;
        bool is_older =
            best == table->entries_max || table->heads[i].used_at < table->heads[best].used_at;
        if (is_older && (may_go == NULL || may_go(entry_at(table, i), context)))
            best = i;
    }
    return best;
}

void *tes_keyed_table_use(struct tes_keyed_table *table, struct tes_slice key, uint64_t now,
                          tes_keyed_table_may_go *may_go, const void *context)
{
    uint64_t hash = hash_key(table, key);
    size_t number = find_number(table, hash);
    if (number == table->entries_max) {
        number = find_room(table, hash, may_go, context);
        if (number == table->entries_max || (table->keys != NULL && key.length > table->key_max))
            return NULL;
        memset(entry_at(table, number), 0, table->entry_size);
        table->heads[number] = (struct tes_keyed_table_head){.hash = hash};
        if (table->keys != NULL && key.length > 0) {
            memcpy(table->keys + number * table->key_max, key.at, key.length);
            table->heads[number].key_length = key.length;
        }
    }
    table->heads[number].used_at = now;
    return entry_at(table, number);
}

void *tes_keyed_table_at(const struct tes_keyed_table *table, size_t number, struct tes_slice *key)
{
    const struct tes_keyed_table_head *head = &table->heads[number];
    if (head->hash == 0)
        return NULL;
    *key = (struct tes_slice){NULL, 0};
    if (head->key_length > 0)
        *key = (struct tes_slice){table->keys + number * table->key_max, head->key_length};
    return entry_at(table, number);
}

void tes_keyed_table_free(struct tes_keyed_table *table)
{
    free(table->heads);
    free(table->entries);
    free(table->keys);
    *table = (struct tes_keyed_table){.heads = NULL};
}

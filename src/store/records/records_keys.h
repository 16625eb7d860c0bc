/*
 * records_keys.h: keys that servers share, in records that they share. They come and go sealed: the
 * store knows nothing of what is in them. Every call may block.
 *
 * Moments are by the store's clock, which is one for all servers.
 */
#ifndef STORE_RECORDS_KEYS_H
#define STORE_RECORDS_KEYS_H

#include "store/records/records.h"

#define RECORDS_KEYS_MAX       8
#define RECORDS_KEY_SEALED_MAX 512

struct records_key {
    uint32_t id, sealed_by;
    uint64_t created_at_ms;
    uint8_t sealed[RECORDS_KEY_SEALED_MAX];
    size_t length;
    bool has_signed;
    uint64_t signs_from_ms; /* where it has */
    uint64_t added_at_ms;
};

struct records_keys {
    struct records_key items[RECORDS_KEYS_MAX]; /* newest first */
    size_t count;
    uint64_t now_ms;
};

/* Whether keys can be kept there: in all that servers share. */
bool records_can_keep_keys(const char *where);

/* Reads all that have not retired. One retires when a newer one has signed for `retired_ms`, and it
 * has been here for as long itself. RECORDS_OK also where there are none; RECORDS_FAILED also where
 * there are too many. */
TES_MUST_CHECK enum records_result records_keys_read(struct records *records, uint64_t retired_ms,
                                                     struct records_keys *keys);

/* Adds a key, and forgets those that have retired. RECORDS_EXISTS: it is there already, or there
 * are others and it was to be the first; RECORDS_ABSENT: there is no room. */
TES_MUST_CHECK enum records_result records_key_add(struct records *records,
                                                   const struct records_key *key, bool is_first,
                                                   uint64_t retired_ms);

/* Notes that a key signs, unless that was noted before. */
TES_MUST_CHECK enum records_result records_key_signs(struct records *records, uint32_t id);

/* Puts another sealed form in place of the one that a key has. */
TES_MUST_CHECK enum records_result records_key_reseal(struct records *records,
                                                      const struct records_key *key);

TES_MUST_CHECK enum records_result records_key_remove(struct records *records, uint32_t id);

#endif

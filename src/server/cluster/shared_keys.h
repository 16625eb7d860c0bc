/*
 * shared_keys.h: the keys of all servers that share their records: made, read, rotated and sealed
 * anew. They lie there wrapped (crypto/wrap.h); `secret_file` is where the secret for that is, if
 * no variable has it, or CONFIG_OFF.
 *
 * All may wait for the records. Where one fails, a message for people is in `error`.
 */
#ifndef SERVER_SHARED_KEYS_H
#define SERVER_SHARED_KEYS_H

#include "base/error.h"
#include "crypto/keys.h"
#include "store/records/records_keys.h"

struct shared_keys {
    struct records *records;
    const char *secret_file;
};

/* What is known of the keys beside them, in the same order. */
struct shared_keys_about {
    uint32_t ids[TES_KEYS_MAX];
    bool has_signed[TES_KEYS_MAX]; /* some server has signed with it */
    uint64_t now_ms;               /* by the store's clock, by which keys have their age */
};

struct config;

/* Whether the config says that keys are in the records, and no variable holds the secret. */
bool shared_keys_are_used(const struct config *config);

/* Whether they can be kept there, as the config says. */
TES_MUST_CHECK bool shared_keys_can_be(const struct config *config, struct tes_error *error);

/* Reads all that open tokens, newest first. False also where there is none, or one of them can't be
 * opened. Wipe the keys with tes_keys_wipe(). */
TES_MUST_CHECK bool shared_keys_load(const struct shared_keys *shared, struct tes_keys *keys,
                                     struct shared_keys_about *about, struct tes_error *error);

/* Whether there are any; false also where that can't be known. */
bool shared_keys_exist(const struct shared_keys *shared);

/* Makes the first one. Where another server did so at the same moment, there is that one: false. */
TES_MUST_CHECK bool shared_keys_make(const struct shared_keys *shared, struct tes_error *error);

/* Adds a new one, which signs once all servers have it. */
TES_MUST_CHECK bool shared_keys_rotate(const struct shared_keys *shared, struct tes_error *error);

/* Takes over keys from elsewhere, which go on to open tokens; counts those that are new. */
TES_MUST_CHECK bool shared_keys_import(const struct shared_keys *shared,
                                       const struct tes_keys *keys, size_t *added,
                                       struct tes_error *error);

/* Seals all of them with the first secret. */
TES_MUST_CHECK bool shared_keys_reseal(const struct shared_keys *shared, size_t *count,
                                       struct tes_error *error);

/* Drops one at once: what was sealed with it is void. */
TES_MUST_CHECK bool shared_keys_remove(const struct shared_keys *shared, uint32_t id,
                                       struct tes_error *error);

#endif

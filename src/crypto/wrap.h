/*
 * wrap.h: keys under another secret, so that they can lie where others read: whoever has a copy of
 * the database, or of its backup, has no keys. AES-256-GCM; the key's id and the moment when it was
 * made are authenticated with it, so that none can be passed off as another, or as a newer one.
 *
 *     version 1 | nonce 12 | the key | tag 16
 *
 * The secret is the variable TESSERA_KEYS_SECRET, or the first line of a file. While it is changed
 * there are two: TESSERA_KEYS_SECRET_PREVIOUS, or the file's second line, only unwraps.
 */
#ifndef TES_WRAP_H
#define TES_WRAP_H

#include "crypto/keys.h"

#define TES_WRAP_SECRETS_MAX 2
#define TES_WRAPPED_MAX      (1 + 12 + TES_KEYS_SECRET_MAX + 16)

struct tes_wrap {
    struct tes_wrap_secret {
        uint8_t bytes[TES_KEYS_SECRET_MAX];
        size_t length;
        uint32_t id; /* tells secrets apart, and nothing of them */
    } secrets[TES_WRAP_SECRETS_MAX];
    size_t count;
};

/* A key as it lies there. */
struct tes_wrapped {
    uint32_t id;            /* of the key, as tokens have it */
    uint32_t wrapped_by;    /* the secret's id */
    uint64_t created_at_ms; /* when the key was made */
    uint8_t bytes[TES_WRAPPED_MAX];
    size_t length;
};

/* Reads the secrets: the variables, or else the file, unless its path is empty. On failure, also
 * where there is no secret at all, a message for people is in `error`; a file that everybody can
 * write to is refused. Wipe with tes_wipe(). */
TES_MUST_CHECK bool tes_wrap_load(const char *file, char *(*lookup)(const char *name),
                                  struct tes_wrap *wrap, struct tes_error *error);

/* Wraps a key under the first secret. False where the kernel or OpenSSL fails. */
TES_MUST_CHECK bool tes_wrap_key(const struct tes_wrap *wrap, const struct tes_key *key,
                                 struct tes_wrapped *wrapped);

/* Unwraps it; false with a message, where it was wrapped under another secret or was changed. */
TES_MUST_CHECK bool tes_wrap_open(const struct tes_wrap *wrap, const struct tes_wrapped *wrapped,
                                  struct tes_key *key, struct tes_error *error);

#endif

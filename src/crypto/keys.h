/*
 * keys.h: where the server's secrets come from, and their rotation.
 *
 * The secret is the first of TESSERA_SECRET, SHUMA_CHALLENGE_SECRET, SHUMA_JS_SECRET that is set;
 * otherwise the file `keys` in the data folder (mode 0600): a line a key, newest first,
 * "CREATED_MS HEX". It is made by tes_keys_make() alone, so that one that was lost is not made anew
 * unnoticed. Older keys open tokens for a day after a newer one came, no longer; a
 * new one signs only when every server on this folder has had time to read it.
 */
#ifndef TES_KEYS_H
#define TES_KEYS_H

#include "base/error.h"

#define TES_KEYS_MAX        8
#define TES_KEYS_SECRET_MIN 32 /* of a variable: whoever guesses it from a token has everything */
#define TES_KEYS_SECRET_MAX 256
#define TES_KEYS_SETTLED_MS ((uint64_t)5 * 1000)
#define TES_KEYS_RETIRED_MS ((uint64_t)24 * 3600 * 1000)

struct tes_key {
    uint8_t secret[TES_KEYS_SECRET_MAX];
    size_t length;
    uint64_t created_at_ms; /* 0: from the environment */
};

struct tes_keys {
    struct tes_key items[TES_KEYS_MAX]; /* the first is the one that signs */
    size_t count;
    const char *source; /* the variable's name, or "keys" for the file */
};

/* Reads the keys. `lookup` is getenv(), or a stand-in. On failure a message for people is in
 * `error`; a file that everybody can write to is refused. Wipe with tes_keys_wipe(). */
TES_MUST_CHECK bool tes_keys_load(const char *data, char *(*lookup)(const char *name),
                                  uint64_t now_ms, struct tes_keys *keys, struct tes_error *error);

/* Whether there are a variable or a file to read, good or bad. */
bool tes_keys_exist(const char *data, char *(*lookup)(const char *name));

/* Whether a variable holds the secret, good or bad: then nothing else is looked at. */
bool tes_keys_are_given(char *(*lookup)(const char *name));

/* Makes the file, and the folder. False where there is one, or a variable in its place. */
TES_MUST_CHECK bool tes_keys_make(const char *data, char *(*lookup)(const char *name),
                                  uint64_t now_ms, struct tes_error *error);
/* Whether tes_keys_load() would take what the variables say; where none is set, it would. Makes
 * nothing. */
TES_MUST_CHECK bool tes_keys_check(char *(*lookup)(const char *name), struct tes_error *error);

/* Puts a new key first in the file and drops what has retired. */
TES_MUST_CHECK bool tes_keys_rotate(const char *data, char *(*lookup)(const char *name),
                                    uint64_t now_ms, struct tes_error *error);

/* The id that tokens of this key have; false where memory is out. */
TES_MUST_CHECK bool tes_key_id(const struct tes_key *key, uint32_t *id);

/* Fills in a new key of random bytes; false where the kernel gives none. */
TES_MUST_CHECK bool tes_key_new(struct tes_key *key, uint64_t now_ms);

/* A sealer for these keys, or NULL. */
struct tes_sealer *tes_keys_sealer(const struct tes_keys *keys);

/* Whether a key has had time to reach every server that reads it where this one does. One from the
 * environment has. */
bool tes_key_is_settled(const struct tes_key *key, uint64_t now_ms);

/* Puts them into the order in which they were made, newest first; those of the environment stay as
 * they are. */
void tes_keys_sort(struct tes_keys *keys);

/* Has the key at that place sign: moves it to the front. */
void tes_keys_choose(struct tes_keys *keys, size_t place);

bool tes_keys_equal(const struct tes_keys *a, const struct tes_keys *b);
void tes_keys_wipe(struct tes_keys *keys);

#endif

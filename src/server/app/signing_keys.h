/*
 * signing_keys.h: the keys that the running server seals and opens tokens with: where they come
 * from, which one of them signs, and what is to be thought of a token whose key is not among them.
 *
 * The newest key signs that every server has which shares the ledger: a visitor may get a challenge
 * from one and answer it at another. Where servers can't meet, it signs when they have had time to
 * read it.
 */
#ifndef SERVER_SIGNING_KEYS_H
#define SERVER_SIGNING_KEYS_H

#include "base/error.h"
#include "crypto/keys.h"

struct app;

/* The keys that all servers have which share the ledger, as it was when they last met. */
struct app_keys_agreed {
    bool is_known; /* false: they have not met so far */
    uint32_t ids[TES_KEYS_MAX];
    size_t count;
};

/* What a server tells others of its keys. */
struct app_keys_told {
    uint32_t ids[TES_KEYS_MAX]; /* newest first */
    size_t count, signer;       /* how many, and which one of them signs */
};

/* Reads the keys again, and takes them over where they have changed. On false the keys stay as they
 * were, and a message for people is in `error`. By one thread at a time. */
TES_MUST_CHECK bool app_load_keys(struct app *app, const char *data, struct tes_error *error);

void app_tell_keys(struct app *app, struct app_keys_told *told);

/* Notes which keys all servers have; app_load_keys() goes by it. */
void app_agree_on_keys(struct app *app, const struct app_keys_agreed *agreed);

/* The sealer of the thread that calls, with the keys as they are now; NULL where none can be had.
 * Where the keys come from elsewhere and could not be read for a while, it takes a token with an
 * unknown key for one that it can't judge, not for a forged one. */
struct tes_sealer *app_sealer(struct app *app, unsigned thread);

#endif

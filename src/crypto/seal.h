/*
 * seal.h: what the server, and nobody else, asks of a sealer beyond tessera.h.
 */
#ifndef TES_SEAL_H
#define TES_SEAL_H

#include "crypto/keys.h"

/* The ids of its keys, as tokens have them: that of the key that signs is the first. Gives their
 * number. */
size_t tes_seal_ids(const struct tes_sealer *sealer, uint32_t ids[TES_KEYS_MAX]);

/* Whether there may be keys that it was not told of: then a token with an unknown one may well be
 * genuine, and tes_open() gives TES_FAILED in place of TES_FORGED. */
void tes_seal_may_lack_keys(struct tes_sealer *sealer, bool may_lack_keys);

#endif

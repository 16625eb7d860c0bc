/*
 * mac.h: HMAC-SHA256 over parts, each with its length before it, and the keys that are derived with
 * it: what the files of this folder share. A secret derives, for a use and a purpose:
 *
 *   "id"            its first 4 bytes are the key id in tokens
 *   "encrypt"       AES-256, per purpose
 *   "authenticate"  HMAC, per purpose
 *   "generate"      HMAC over a token's id and seed gives the key of the generator: without the
 *                   secret, a seed tells nothing
 *   "lot"           HMAC over site, network and time picks the type of a challenge
 *   "wrap"          AES-256-GCM for keys in the records, from another secret (wrap.h)
 */
#ifndef TES_MAC_H
#define TES_MAC_H

#include <openssl/evp.h>

#include "base/slice.h"

#define TES_MAC_BYTES 32

/* A context with that key; NULL where there is none to be had. Freed by EVP_MAC_CTX_free(). */
EVP_MAC_CTX *tes_mac_new(EVP_MAC *hmac, const void *key, size_t length);

/* Begins anew with the same key; then come parts, and the end. */
TES_MUST_CHECK bool tes_mac_start(EVP_MAC_CTX *context);
TES_MUST_CHECK bool tes_mac_part(EVP_MAC_CTX *context, const void *bytes, size_t length);
TES_MUST_CHECK bool tes_mac_end(EVP_MAC_CTX *context, uint8_t mac[TES_MAC_BYTES]);

/* A key for one use, from the secret that the context has as its key. */
TES_MUST_CHECK bool tes_mac_derive(EVP_MAC_CTX *secret, const char *use, uint8_t purpose,
                                   uint8_t key[TES_MAC_BYTES]);

/* Numbers as bytes, the highest first. */
void tes_mac_put_u32(uint8_t *at, uint32_t value);
uint32_t tes_mac_get_u32(const uint8_t *at);

#endif

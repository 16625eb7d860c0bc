#include "crypto/mac.h"

#include <openssl/core_names.h>
#include <string.h>

void tes_mac_put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

uint32_t tes_mac_get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

EVP_MAC_CTX *tes_mac_new(EVP_MAC *hmac, const void *key, size_t length)
{
    char digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(hmac);
    if (context != NULL && EVP_MAC_init(context, key, length, params) == 1)
        return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

bool tes_mac_part(EVP_MAC_CTX *context, const void *bytes, size_t length)
{
    uint8_t prefix[4];
    tes_mac_put_u32(prefix, (uint32_t)length);
    return EVP_MAC_update(context, prefix, sizeof prefix) == 1 &&
           (length == 0 || EVP_MAC_update(context, bytes, length) == 1);
}

bool tes_mac_start(EVP_MAC_CTX *context)
{
    return EVP_MAC_init(context, NULL, 0, NULL) == 1; /* the same key again */
}

bool tes_mac_end(EVP_MAC_CTX *context, uint8_t mac[TES_MAC_BYTES])
{
    size_t length;
    return EVP_MAC_final(context, mac, &length, TES_MAC_BYTES) == 1 && length == TES_MAC_BYTES;
}

bool tes_mac_derive(EVP_MAC_CTX *secret, const char *use, uint8_t purpose,
                    uint8_t key[TES_MAC_BYTES])
{
    static const char LABEL[] = "tessera keys 1";
    return tes_mac_start(secret) && tes_mac_part(secret, LABEL, sizeof LABEL - 1) &&
           tes_mac_part(secret, use, strlen(use)) && tes_mac_part(secret, &purpose, 1) &&
           tes_mac_end(secret, key);
}

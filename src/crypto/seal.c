/*
 * Sealed tokens. On the wire, as base64url:
 *
 *     version 1 | key id 4 | nonce 16 | AES-256-CTR of the claims | HMAC-SHA256 32
 *
 * The MAC covers a label, the version, the purpose, the key id and, each with its length before it,
 * nonce and ciphertext. It is checked before anything is decrypted. Purposes have keys of their
 * own.
 */
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/secret.h"
#include "crypto/claims.h"
#include "crypto/keyed_number.h"
#include "crypto/keys.h"
#include "crypto/mac.h"
#include "crypto/seal.h"

#define VERSION     1
#define NONCE_BYTES 16
#define HEAD_BYTES  (1 + 4 + NONCE_BYTES)
#define RAW_MAX     (TES_TOKEN_MAX / 4 * 3)
#define PLAIN_MAX   (RAW_MAX - HEAD_BYTES - TES_MAC_BYTES)
#define SECRETS_MAX TES_KEYS_MAX

/* What is derived from one secret. */
struct secret_keys {
    uint32_t id;
    EVP_MAC_CTX *generate, *lot;
    struct {
        EVP_CIPHER_CTX *cipher;
        EVP_MAC_CTX *mac;
    } purposes[TES_PURPOSE_COUNT];
};

struct tes_sealer {
    EVP_MAC *hmac;
    EVP_CIPHER *aes;
    struct secret_keys secrets[SECRETS_MAX]; /* the first is the current one */
    size_t count;
    bool may_lack_keys;
};

static void secret_keys_free(struct secret_keys *keys)
{
    EVP_MAC_CTX_free(keys->generate);
    EVP_MAC_CTX_free(keys->lot);
    for (size_t i = 0; i < TES_PURPOSE_COUNT; i++) {
        EVP_CIPHER_CTX_free(keys->purposes[i].cipher);
        EVP_MAC_CTX_free(keys->purposes[i].mac);
    }
    *keys = (struct secret_keys){0};
}

static bool secret_keys_derive(struct tes_sealer *sealer, EVP_MAC_CTX *secret,
                               struct secret_keys *keys)
{
    uint8_t key[TES_MAC_BYTES] = {0};
    bool done = tes_mac_derive(secret, "id", 0, key);
    keys->id = tes_mac_get_u32(key);
    done = done && tes_mac_derive(secret, "generate", 0, key) &&
           (keys->generate = tes_mac_new(sealer->hmac, key, sizeof key)) != NULL &&
           tes_mac_derive(secret, "lot", 0, key) &&
           (keys->lot = tes_mac_new(sealer->hmac, key, sizeof key)) != NULL;
    for (uint8_t i = 0; done && i < TES_PURPOSE_COUNT; i++) {
        done = tes_mac_derive(secret, "encrypt", i, key) &&
               (keys->purposes[i].cipher = EVP_CIPHER_CTX_new()) != NULL &&
               EVP_EncryptInit_ex2(keys->purposes[i].cipher, sealer->aes, key, NULL, NULL) == 1 &&
               tes_mac_derive(secret, "authenticate", i, key) &&
               (keys->purposes[i].mac = tes_mac_new(sealer->hmac, key, sizeof key)) != NULL;
    }
    tes_wipe(key, sizeof key);
    return done;
}

enum tes_status tes_sealer_accept(struct tes_sealer *sealer, const void *secret,
                                  size_t secret_length)
{
    if (secret_length < TES_SECRET_MIN || sealer->count == SECRETS_MAX)
        return TES_BAD_ARGUMENT;
    struct secret_keys keys = {0};
    EVP_MAC_CTX *context = tes_mac_new(sealer->hmac, secret, secret_length);
    bool done = context != NULL && secret_keys_derive(sealer, context, &keys);
    EVP_MAC_CTX_free(context);
    if (!done) {
        secret_keys_free(&keys);
        return TES_NO_MEMORY;
    }
    sealer->secrets[sealer->count++] = keys;
    return TES_OK;
}

struct tes_sealer *tes_sealer_new(const void *secret, size_t secret_length)
{
    struct tes_sealer *sealer = calloc(1, sizeof *sealer);
    if (sealer == NULL)
        return NULL;
    sealer->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    sealer->aes = EVP_CIPHER_fetch(NULL, "AES-256-CTR", NULL);
    if (sealer->hmac != NULL && sealer->aes != NULL &&
        tes_sealer_accept(sealer, secret, secret_length) == TES_OK)
        return sealer;
    tes_sealer_free(sealer);
    return NULL;
}

void tes_sealer_free(struct tes_sealer *sealer)
{
    if (sealer == NULL)
        return;
    for (size_t i = 0; i < sealer->count; i++)
        secret_keys_free(&sealer->secrets[i]);
    EVP_CIPHER_free(sealer->aes);
    EVP_MAC_free(sealer->hmac);
    free(sealer);
}

size_t tes_seal_ids(const struct tes_sealer *sealer, uint32_t ids[TES_KEYS_MAX])
{
    for (size_t i = 0; i < sealer->count; i++)
        ids[i] = sealer->secrets[i].id;
    return sealer->count;
}

void tes_seal_may_lack_keys(struct tes_sealer *sealer, bool may_lack_keys)
{
    sealer->may_lack_keys = may_lack_keys;
}

static struct secret_keys *find_secret(struct tes_sealer *sealer, uint32_t id)
{
    for (size_t i = 0; i < sealer->count; i++)
        if (sealer->secrets[i].id == id)
            return &sealer->secrets[i];
    return NULL;
}

/* The secret that these claims belong to: a challenge is made from it, so whatever is sealed again
 * has to stay with it. */
static struct secret_keys *secret_of(struct tes_sealer *sealer, const struct tes_claims *claims)
{
    return claims->key_id == 0 ? &sealer->secrets[0] : find_secret(sealer, claims->key_id);
}

static bool authenticate(const struct secret_keys *keys, enum tes_purpose purpose,
                         const uint8_t *raw, size_t cipher_length, uint8_t mac[TES_MAC_BYTES])
{
    EVP_MAC_CTX *context = keys->purposes[purpose].mac;
    uint8_t head[12] = "tessera";
    head[7] = raw[0];
    head[8] = (uint8_t)purpose;
    return tes_mac_start(context) && tes_mac_part(context, head, 9) &&
           tes_mac_part(context, raw + 1, 4) && tes_mac_part(context, raw + 5, NONCE_BYTES) &&
           tes_mac_part(context, raw + HEAD_BYTES, cipher_length) && tes_mac_end(context, mac);
}

/* In counter mode, encrypting and decrypting are the same. */
static bool crypt(const struct secret_keys *keys, enum tes_purpose purpose, const uint8_t *nonce,
                  const void *from, void *to, size_t length)
{
    EVP_CIPHER_CTX *context = keys->purposes[purpose].cipher;
    int written = 0;
    return EVP_EncryptInit_ex2(context, NULL, NULL, nonce, NULL) == 1 &&
           EVP_EncryptUpdate(context, to, &written, from, (int)length) == 1 &&
           written == (int)length;
}

enum tes_status tes_seal(struct tes_sealer *sealer, enum tes_purpose purpose,
                         const struct tes_claims *claims, const uint8_t nonce[16], char *token,
                         size_t token_size, size_t *token_length)
{
    char plain[PLAIN_MAX];
    uint8_t raw[RAW_MAX];
    const struct secret_keys *keys = secret_of(sealer, claims);
    struct tes_buf bytes = tes_buf_on(plain, sizeof plain);

    if ((unsigned)purpose >= TES_PURPOSE_COUNT || keys == NULL)
        return TES_BAD_ARGUMENT;
    enum tes_status status = tes_claims_write(claims, &bytes);
    if (status != TES_OK)
        return status;
    raw[0] = VERSION;
    tes_mac_put_u32(raw + 1, keys->id);
    memcpy(raw + 5, nonce, NONCE_BYTES);
    bool done = crypt(keys, purpose, nonce, plain, raw + HEAD_BYTES, bytes.length) &&
                authenticate(keys, purpose, raw, bytes.length, raw + HEAD_BYTES + bytes.length);
    tes_wipe(plain, bytes.length);
    if (!done)
        return TES_FAILED;
    struct tes_buf text = tes_buf_on(token, token_size);
    tes_base64_encode(&text, raw, HEAD_BYTES + bytes.length + TES_MAC_BYTES);
    return tes_buf_finish(&text, token_length);
}

enum tes_status tes_open(struct tes_sealer *sealer, enum tes_purpose purpose, const char *token,
                         size_t token_length, uint8_t plain[TES_TOKEN_MAX],
                         struct tes_claims *claims)
{
    uint8_t raw[RAW_MAX], mac[TES_MAC_BYTES];
    size_t raw_length;

    if ((unsigned)purpose >= TES_PURPOSE_COUNT)
        return TES_BAD_ARGUMENT;
    if (token_length > TES_TOKEN_MAX ||
        !tes_base64_decode((struct tes_slice){token, token_length}, raw, sizeof raw, &raw_length) ||
        raw_length < HEAD_BYTES + TES_MAC_BYTES || raw[0] != VERSION)
        return TES_FORGED;
    const struct secret_keys *keys = find_secret(sealer, tes_mac_get_u32(raw + 1));
    if (keys == NULL)
        return sealer->may_lack_keys ? TES_FAILED : TES_FORGED;
    size_t cipher_length = raw_length - HEAD_BYTES - TES_MAC_BYTES;
    if (!authenticate(keys, purpose, raw, cipher_length, mac))
        return TES_FAILED;
    if (!tes_equal_constant_time(mac, raw + HEAD_BYTES + cipher_length, TES_MAC_BYTES))
        return TES_FORGED;
    if (!crypt(keys, purpose, raw + 5, raw + HEAD_BYTES, plain, cipher_length))
        return TES_FAILED;
    if (!tes_claims_read((struct tes_slice){(const char *)plain, cipher_length}, claims))
        return TES_FORGED;
    claims->key_id = keys->id;
    return TES_OK;
}

enum tes_status tes_challenge_key(struct tes_sealer *sealer, const struct tes_claims *claims,
                                  uint8_t key[TES_KEY_BYTES])
{
    const struct secret_keys *keys = secret_of(sealer, claims);
    if (keys == NULL)
        return TES_FORGED;
    bool done = tes_mac_start(keys->generate) &&
                tes_mac_part(keys->generate, claims->id, sizeof claims->id) &&
                tes_mac_part(keys->generate, claims->seed, sizeof claims->seed) &&
                tes_mac_end(keys->generate, key);
    return done ? TES_OK : TES_FAILED;
}

enum tes_status tes_keyed_number(struct tes_sealer *sealer, const struct tes_slice *parts,
                                 size_t count, uint64_t *lot)
{
    EVP_MAC_CTX *context = sealer->secrets[0].lot;
    uint8_t mac[TES_MAC_BYTES];
    bool done = tes_mac_start(context);
    for (size_t i = 0; done && i < count; i++)
        done = tes_mac_part(context, parts[i].at, parts[i].length);
    if (!done || !tes_mac_end(context, mac))
        return TES_FAILED;
    *lot = (uint64_t)tes_mac_get_u32(mac) << 32 | tes_mac_get_u32(mac + 4);
    return TES_OK;
}

/* Site keys and secrets, made up, and the hash that is all that is kept of a secret. */
#include <openssl/evp.h>
#include <pthread.h>

#include "base/codec.h"
#include "base/secret.h"
#include "os/entropy.h"
#include "server/app/sites.h"

static EVP_MD *sha256;

static void fetch_sha256(void)
{
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
}

/* Fetched once: to look the algorithm up for each request takes longer than to hash a secret. */
bool sites_hash(struct tes_slice secret, uint8_t hash[RECORDS_HASH_BYTES])
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    unsigned length = 0;
    return pthread_once(&once, fetch_sha256) == 0 && sha256 != NULL &&
           EVP_Digest(secret.at, secret.length, hash, &length, sha256, NULL) == 1 &&
           length == RECORDS_HASH_BYTES;
}

static bool make(const char *prefix, size_t random_bytes, char *text, size_t size)
{
    uint8_t bytes[32];
    struct tes_buf buf = tes_buf_on(text, size);
    if (!tes_entropy(bytes, random_bytes))
        return false;
    tes_buf_text(&buf, prefix);
    tes_base64_encode(&buf, bytes, random_bytes);
    tes_wipe(bytes, sizeof bytes);
    return tes_buf_finish(&buf, NULL) == TES_OK;
}

bool sites_make_sitekey(char sitekey[RECORDS_SITEKEY_MAX + 1])
{
    return make("ts_", 16, sitekey, RECORDS_SITEKEY_MAX + 1);
}

bool sites_make_secret(char secret[RECORDS_SECRET_MAX + 1], uint8_t hash[RECORDS_HASH_BYTES])
{
    return make("tss_", 32, secret, RECORDS_SECRET_MAX + 1) &&
           sites_hash(tes_slice_of(secret), hash);
}

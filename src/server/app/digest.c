#include "server/app/digest.h"

#include <openssl/evp.h>

static bool add(EVP_MD_CTX *context, struct tes_slice part)
{
    const uint8_t length[2] = {(uint8_t)(part.length >> 8), (uint8_t)part.length};
    return part.length <= UINT16_MAX && EVP_DigestUpdate(context, length, sizeof length) == 1 &&
           EVP_DigestUpdate(context, part.at, part.length) == 1;
}

bool digest_parts(const struct tes_slice *parts, size_t count, uint8_t digest[DIGEST_BYTES])
{
    unsigned length = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool done = context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    for (size_t i = 0; done && i < count; i++)
        done = add(context, parts[i]);
    done = done && EVP_DigestFinal_ex(context, digest, &length) == 1 && length == DIGEST_BYTES;
    EVP_MD_CTX_free(context);
    return done;
}

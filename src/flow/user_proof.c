#include "flow/user_proof.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/buf.h"
#include "base/codec.h"
#include "base/secret.h"

#define MAC_BYTES 32
#define USER_MAX  128

static void write_part(struct tes_buf *message, struct tes_slice part)
{
    tes_buf_number(message, (int64_t)part.length);
    tes_buf_char(message, ':');
    tes_buf_slice(message, part);
    tes_buf_char(message, ',');
}

enum tes_status user_proof_check(const struct user_proof *proof,
                                 const uint8_t secret_hash[RECORDS_HASH_BYTES], uint64_t now_ms)
{
    struct tes_slice hex = proof->text;
    struct tes_slice expires = tes_slice_cut(&hex, '.');
    uint64_t expires_s, now_s = now_ms / 1000;
    uint8_t claimed[MAC_BYTES], right[MAC_BYTES];
    unsigned length = 0;
    char memory[USER_MAX + RECORDS_SITEKEY_MAX + 96];
    struct tes_buf message = tes_buf_on(memory, sizeof memory);

    if (proof->user.length == 0 || !tes_slice_number(expires, UINT32_MAX, &expires_s) ||
        !tes_hex_decode(hex, claimed, sizeof claimed) || expires_s <= now_s ||
        expires_s - now_s > USER_PROOF_LIFETIME_MAX_S)
        return TES_FORGED;
    write_part(&message, TES_SLICE("tessera user 1"));
    write_part(&message, proof->sitekey);
    write_part(&message, expires);
    write_part(&message, proof->user);
    if (message.failed)
        return TES_FORGED;
    if (HMAC(EVP_sha256(), secret_hash, RECORDS_HASH_BYTES, (const uint8_t *)message.at,
             message.length, right, &length) == NULL ||
        length != MAC_BYTES)
        return TES_NO_MEMORY;
    bool is_right = tes_equal_constant_time(claimed, right, MAC_BYTES);
    tes_wipe(right, sizeof right);
    return is_right ? TES_OK : TES_FORGED;
}

/* Whatever comes as a token: it opens only if we sealed it, and claims that read write back the
 * same. */
#include <string.h>

#include "crypto/claims.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tes_sealer *sealer;
    static uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    char again[8192];
    struct tes_slice bytes = {(const char *)data, size};
    if (sealer == NULL)
        sealer = tes_sealer_new("the fuzzer's own secret", 23);
    if (tes_open(sealer, TES_PURPOSE_CHALLENGE, bytes.at, size, plain, &claims) == TES_OK)
        __builtin_trap();
    if (tes_claims_read(bytes, &claims)) {
        struct tes_buf buf = tes_buf_on(again, sizeof again);
        if (tes_claims_write(&claims, &buf) != TES_OK)
            __builtin_trap();
        /* Ids are always written; all other claims must be written as they were read. */
        struct tes_claims twice;
        if (!tes_claims_read(tes_buf_done(&buf), &twice) ||
            memcmp(twice.id, claims.id, sizeof claims.id) != 0 ||
            !tes_slice_equal(twice.user, claims.user) ||
            twice.expires_at_ms != claims.expires_at_ms)
            __builtin_trap();
    }
    return 0;
}

/* A proof of who the visitor is: whatever comes, nothing passes but what was made with the key. */
#include <assert.h>

#include "flow/user_proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t HASH[RECORDS_HASH_BYTES] = {1};
    struct tes_slice rest = {(const char *)data, size};
    struct user_proof proof = {.sitekey = tes_slice_cut(&rest, '\n')};
    proof.user = tes_slice_cut(&rest, '\n');
    proof.text = rest;
    assert(user_proof_check(&proof, HASH, 1799999000000) == TES_FORGED);
    return 0;
}

/* A profile of how somebody writes: whatever bytes come, what reads writes back the same, and
 * whatever is learned or held against it, it stays one that can be read. */
#include <assert.h>
#include <string.h>

#include "tessera.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct tes_style_profile *profile)
{
    struct tes_style_profile again;
    uint8_t bytes[TES_STYLE_BYTES];
    size_t length;
    assert(tes_style_write(profile, bytes, sizeof bytes, &length) == TES_OK);
    assert(tes_style_read(&again, bytes, length) == TES_OK);
    assert(memcmp(&again, profile, sizeof again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tes_style_profile learned;
    static uint32_t typing_ms[64];
    struct tes_style_profile profile;
    struct tes_style_score score;
    struct tes_auth_request request = {.message = {(const char *)data, size}};
    if (tes_style_read(&profile, data, size) == TES_OK)
        check(&profile);
    if (size % 3 == 0 && size >= sizeof typing_ms) {
        memcpy(typing_ms, data, sizeof typing_ms);
        request = (struct tes_auth_request){.typing_ms = typing_ms, .typing_count = 64};
    }
    if (tes_style_learn(&learned, &request) == TES_OK)
        check(&learned);
    if (tes_style_score(&learned, &request, &score) == TES_OK)
        assert(score.confidence >= 0 && score.confidence <= 1);
    return 0;
}

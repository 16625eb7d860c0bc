/*
 * A profile's form as bytes, all numbers with the lowest byte first:
 *
 *     "tsp" | version 1 | messages 4 | per group: mean 4, count 4 | counts, 2 each
 */
#include <string.h>

#include "auth/auth_style_features.h"
#include "base/bytes.h"

#define VERSION 1
#define HEAD    "tsp"

enum {
    HEAD_BYTES = 4 + 4,
    OWN_BYTES = 8,
    LENGTH = HEAD_BYTES + TES_STYLE_GROUPS * OWN_BYTES + TES_STYLE_BINS * 2
};

_Static_assert(LENGTH <= TES_STYLE_BYTES, "the header says how much room is enough");

enum tes_status tes_style_write(const struct tes_style_profile *profile, uint8_t *bytes,
                                size_t size, size_t *length)
{
    if (size < LENGTH)
        return TES_TOO_SMALL;
    memcpy(bytes, HEAD, sizeof HEAD - 1);
    uint8_t *at = tes_bytes_put(bytes + sizeof HEAD - 1, VERSION, 1);
    at = tes_bytes_put(at, profile->messages, 4);
    for (unsigned i = 0; i < TES_STYLE_GROUPS; i++) {
        at = tes_bytes_put(at, (uint32_t)profile->own[i].mean, 4);
        at = tes_bytes_put(at, profile->own[i].count, 4);
    }
    for (unsigned i = 0; i < TES_STYLE_BINS; i++)
        at = tes_bytes_put(at, profile->counts[i], 2);
    *length = LENGTH;
    return TES_OK;
}

static bool is_possible(const struct tes_style_profile *profile)
{
    for (unsigned group = 0; group < TES_STYLE_GROUPS; group++) {
        const struct tes_style_own *own = &profile->own[group];
        const struct tes_style_row *row = &tes_style_rows[group];
        uint32_t sum = 0;
        for (unsigned i = row->first; i < row->first + row->bins; i++)
            sum += profile->counts[i];
        if (sum > TES_STYLE_TOTAL_MAX || own->count > TES_STYLE_OWN_MAX ||
            own->mean < -TES_STYLE_SCORE_MAX || own->mean > TES_STYLE_SCORE_MAX ||
            (own->count > 0 && profile->messages == 0))
            return false;
    }
    return true;
}

enum tes_status tes_style_read(struct tes_style_profile *profile, const uint8_t *bytes,
                               size_t length)
{
    memset(profile, 0, sizeof *profile);
    if (length != LENGTH || memcmp(bytes, HEAD, sizeof HEAD - 1) != 0 ||
        bytes[sizeof HEAD - 1] != VERSION)
        return TES_BAD_ARGUMENT;
    const uint8_t *at = bytes + sizeof HEAD;
    profile->messages = (uint32_t)tes_bytes_take(&at, 4);
    for (unsigned i = 0; i < TES_STYLE_GROUPS; i++) {
        profile->own[i].mean = (int32_t)tes_bytes_take(&at, 4);
        profile->own[i].count = (uint32_t)tes_bytes_take(&at, 4);
    }
    for (unsigned i = 0; i < TES_STYLE_BINS; i++)
        profile->counts[i] = (uint16_t)tes_bytes_take(&at, 2);
    if (is_possible(profile))
        return TES_OK;
    memset(profile, 0, sizeof *profile);
    return TES_BAD_ARGUMENT;
}

/* Whatever comes as a network, in the config, in a ban or in an admin's path: trimmed it is one
 * text, which is read again as the same; an address lies in the network that it alone is. */
#include <string.h>

#include "base/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tes_address_range range, again;
    char text[TES_ADDRESS_RANGE_MAX + 1];
    if (!tes_address_range_read((struct tes_slice){(const char *)data, size}, &range))
        return 0;
    const struct tes_address base = range.base;
    tes_address_range_trim(&range);
    struct tes_slice written = tes_address_range_text(&range, text);
    if (written.length == 0 || !tes_address_range_read(written, &again) ||
        memcmp(&again, &range, sizeof range) != 0)
        __builtin_trap();
    if (range.prefix_bits > base.length * 8 || !tes_address_in(&base, &range) ||
        !tes_address_range_meets(&range, &again))
        __builtin_trap();
    return 0;
}

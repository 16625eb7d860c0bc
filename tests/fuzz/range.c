/* The Range header: whatever it says, the part lies inside of the body. */
#include <assert.h>

#include "api/media/range.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t LENGTHS[] = {0, 1, 2, 500, 180000, SIZE_MAX};
    struct tes_slice header = {(const char *)data, size};
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        struct range_part part = {0, 0};
        if (range_read(header, LENGTHS[i], &part) == RANGE_PART)
            assert(part.first <= part.last && part.last < LENGTHS[i]);
    }
    return 0;
}

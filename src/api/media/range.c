#include "api/media/range.h"

/* The last so many bytes: "bytes=-500". */
static enum range read_end(uint64_t count, size_t length, struct range_part *part)
{
    if (count == 0)
        return RANGE_BEYOND;
    *part = (struct range_part){count < length ? length - (size_t)count : 0, length - 1};
    return RANGE_PART;
}

enum range range_read(struct tes_slice header, size_t length, struct range_part *part)
{
    const struct tes_slice unit = TES_SLICE("bytes=");
    uint64_t first, last = UINT64_MAX;
    if (header.at == NULL || length == 0 || !tes_slice_starts(header, unit))
        return RANGE_WHOLE;
    struct tes_slice rest = {header.at + unit.length, header.length - unit.length};
    struct tes_slice from = tes_slice_cut(&rest, '-');
    if (rest.at == NULL)
        return RANGE_WHOLE;
    if (from.length == 0)
        return tes_slice_number(rest, UINT64_MAX, &last) ? read_end(last, length, part)
                                                         : RANGE_WHOLE;
    if (!tes_slice_number(from, UINT64_MAX, &first) ||
        (rest.length > 0 && !tes_slice_number(rest, UINT64_MAX, &last)) || last < first)
        return RANGE_WHOLE;
    if (first >= length)
        return RANGE_BEYOND;
    *part = (struct range_part){(size_t)first, last < length ? (size_t)last : length - 1};
    return RANGE_PART;
}

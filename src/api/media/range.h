/* range.h: which part of a body is asked for. Players ask for sounds in parts, and some play no
 * others. */
#ifndef API_RANGE_H
#define API_RANGE_H

#include "base/slice.h"

enum range {
    RANGE_WHOLE,  /* none is asked for, or none that we give: more than one part, other units */
    RANGE_PART,   /* bytes `first` to `last`, both of them included */
    RANGE_BEYOND, /* nothing of what is asked for is there */
};

struct range_part {
    size_t first, last;
};

/* Reads a Range header, whose `at` is NULL where there is none; `length` is the whole body's. */
enum range range_read(struct tes_slice header, size_t length, struct range_part *part);

#endif

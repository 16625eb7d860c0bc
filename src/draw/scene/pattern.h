/* pattern.h: the patterns of materials. They stick to a thing's own axes. */
#ifndef TES_PATTERN_H
#define TES_PATTERN_H

#include "draw/scene/surface.h"

struct tes_spot {
    float x, y, z;
};

/* How much of the second colour a pattern has at a point of a surface, 0 .. 1: between them at a
 * border, which is blurred over `blur`, a length. */
float tes_pattern_share(const struct tes_thing *thing, const struct tes_surface *surface,
                        struct tes_spot point, float blur);

#endif

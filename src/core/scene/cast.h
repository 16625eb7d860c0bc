/* cast.h: rays through a scene: what they hit first. The truth of every question is made of these.
 */
#ifndef TES_CAST_H
#define TES_CAST_H

#include "core/scene/scene.h"

#define TES_CAST_NOTHING (-1)

struct tes_hit {
    int thing;       /* index, or TES_CAST_NOTHING */
    double distance; /* from the ray's origin */
    struct tes_vector normal;
};

/* What a ray hits of one thing: false where it misses. `direction` has length 1. */
bool tes_cast_thing(const struct tes_thing *thing, struct tes_vector origin,
                    struct tes_vector direction, struct tes_hit *hit);

/* What a ray hits first. Things whose bit is set in `without` are not there. The ground stops no
 * ray. */
struct tes_hit tes_cast(const struct tes_scene *scene, struct tes_vector origin,
                        struct tes_vector direction, uint32_t without);

/* How much of a thing the camera sees: of rays towards its whole outline and body, the share that
 * reach it before anything else, 0 .. 1. */
double tes_cast_visible(const struct tes_scene *scene, unsigned thing);

/* Whether two things touch or come closer than `gap` (seen from above, or in space where one could
 * stand over the other). */
bool tes_cast_too_close(const struct tes_thing *a, const struct tes_thing *b, double gap);

#endif

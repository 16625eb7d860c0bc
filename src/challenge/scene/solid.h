/*
 * solid.h: rays against one solid, in the solid's own axes, whose origin is the middle of its base
 * (of a polycube: its middle). For cast.c alone.
 */
#ifndef TES_SOLID_H
#define TES_SOLID_H

#include "challenge/scene/scene.h"

/* Hits nearer than this to a ray's origin are the surface that it starts on. */
#define TES_SOLID_NEAREST  1e-9
#define TES_SOLID_FARTHEST 1e300

struct tes_ray {
    struct tes_vector origin, direction;
};

/* The part of a ray that is inside of a solid. */
struct tes_solid_span {
    double from, to;
};

/* The part of a ray inside of each solid; false where the ray misses. For a solid that is not
 * convex: the first part that ends ahead of the origin. */
bool tes_solid_cube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span);
bool tes_solid_pyramid_span(const struct tes_thing *thing, const struct tes_ray *ray,
                            struct tes_solid_span *span);
bool tes_solid_polycube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_solid_span *span);
bool tes_solid_ball_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span);
bool tes_solid_cylinder_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_solid_span *span);
bool tes_solid_cone_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span);
bool tes_solid_ring_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span);

/* What all of them start with: the whole line. */
static inline struct tes_solid_span tes_solid_line(void)
{
    return (struct tes_solid_span){-TES_SOLID_FARTHEST, TES_SOLID_FARTHEST};
}

/* Keeps what is inside of [from, to]; false where nothing is left. */
static inline bool tes_solid_clip(struct tes_solid_span *span, double from, double to)
{
    if (from > span->from)
        span->from = from;
    if (to < span->to)
        span->to = to;
    return span->from <= span->to;
}

/* Keeps what is between two planes across one axis. */
static inline bool tes_solid_clip_slab(struct tes_solid_span *span, double origin, double direction,
                                       const double ends[2])
{
    if (direction == 0)
        return origin >= ends[0] && origin <= ends[1];
    double low = (ends[0] - origin) / direction, high = (ends[1] - origin) / direction;
    return direction > 0 ? tes_solid_clip(span, low, high) : tes_solid_clip(span, high, low);
}

#endif

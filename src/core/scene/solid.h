/*
 * solid.h: rays against one solid in its own axes, seen from the middle of its base (a polycube:
 * from its middle). For cast.c alone.
 */
#ifndef TES_SOLID_H
#define TES_SOLID_H

#include "core/scene/scene.h"

/* Hits nearer than this to a ray's origin are the surface that it starts on. */
#define TES_SOLID_NEAREST  1e-9
#define TES_SOLID_FARTHEST 1e300

struct tes_ray {
    struct tes_vector origin, direction;
};

/* The part of a ray that is inside, and the faces at its ends. */
struct tes_span {
    double from, to;
    int enters, leaves;
};

/* False where the ray misses. Of a solid that is not convex: the first part that ends ahead. */
bool tes_solid_cube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_span *span);
bool tes_solid_pyramid_span(const struct tes_thing *thing, const struct tes_ray *ray,
                            struct tes_span *span);
bool tes_solid_polycube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_span *span);
bool tes_solid_ball_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_span *span);
bool tes_solid_cylinder_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_span *span);
bool tes_solid_cone_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_span *span);
bool tes_solid_ring_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_span *span);

/* Outward, not yet of length 1. */
struct tes_vector tes_solid_cube_normal(const struct tes_thing *thing, int face,
                                        struct tes_vector point);
struct tes_vector tes_solid_pyramid_normal(const struct tes_thing *thing, int face,
                                           struct tes_vector point);
struct tes_vector tes_solid_ball_normal(const struct tes_thing *thing, int face,
                                        struct tes_vector point);
struct tes_vector tes_solid_cylinder_normal(const struct tes_thing *thing, int face,
                                            struct tes_vector point);
struct tes_vector tes_solid_cone_normal(const struct tes_thing *thing, int face,
                                        struct tes_vector point);
struct tes_vector tes_solid_ring_normal(const struct tes_thing *thing, int face,
                                        struct tes_vector point);

/* What all of them start with: the whole line. */
static inline struct tes_span tes_solid_line(void)
{
    return (struct tes_span){-TES_SOLID_FARTHEST, TES_SOLID_FARTHEST, 0, 0};
}

/* Keeps what is inside of [from, to]; false where nothing is left. */
static inline bool tes_solid_clip(struct tes_span *span, double from, int enters, double to,
                                  int leaves)
{
    if (from > span->from) {
        span->from = from;
        span->enters = enters;
    }
    if (to < span->to) {
        span->to = to;
        span->leaves = leaves;
    }
    return span->from <= span->to;
}

/* Keeps what is between two planes across one axis; `face` is the lower one, the next the upper. */
static inline bool tes_solid_clip_slab(struct tes_span *span, double origin, double direction,
                                       const double ends[2], int face)
{
    if (direction == 0)
        return origin >= ends[0] && origin <= ends[1];
    double low = (ends[0] - origin) / direction, high = (ends[1] - origin) / direction;
    if (direction > 0)
        return tes_solid_clip(span, low, face, high, face + 1);
    return tes_solid_clip(span, high, face + 1, low, face);
}

#endif

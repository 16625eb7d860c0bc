/* Rays against solids with flat faces. */
#include "challenge/scene/solid.h"

/* ------------------------------------------------------------------ boxes */

static bool box_span(const double ends[3][2], const struct tes_ray *ray,
                     struct tes_solid_span *span)
{
    *span = tes_solid_line();
    return tes_solid_clip_slab(span, ray->origin.x, ray->direction.x, ends[0]) &&
           tes_solid_clip_slab(span, ray->origin.y, ray->direction.y, ends[1]) &&
           tes_solid_clip_slab(span, ray->origin.z, ray->direction.z, ends[2]);
}

bool tes_solid_cube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span)
{
    const double size = thing->size;
    const double ends[3][2] = {{-size, size}, {-size, size}, {0, thing->height}};
    return box_span(ends, ray, span);
}

/* -------------------------------------------------------------- polycubes */

/* Cubes that share a face compute the same number for it, so that no ray passes between them. */
static bool small_cube_span(const struct tes_thing *thing, unsigned cube, const struct tes_ray *ray,
                            struct tes_solid_span *span)
{
    double ends[3][2];
    for (unsigned axis = 0; axis < 3; axis++) {
        ends[axis][0] = (thing->cubes[cube][axis] - 0.5) * thing->size;
        ends[axis][1] = (thing->cubes[cube][axis] + 0.5) * thing->size;
    }
    return box_span((const double(*)[2])ends, ray, span) && span->to > TES_SOLID_NEAREST;
}

/* Extends `span` by the parts that begin inside of it. */
static bool grow(struct tes_solid_span *span, const struct tes_solid_span *parts, unsigned count)
{
    bool grown = false;
    for (unsigned i = 0; i < count; i++) {
        if (parts[i].from > span->to + TES_SOLID_NEAREST || parts[i].to <= span->to)
            continue;
        span->to = parts[i].to;
        grown = true;
    }
    return grown;
}

bool tes_solid_polycube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_solid_span *span)
{
    struct tes_solid_span parts[TES_SCENE_CUBES];
    unsigned count = 0, first = 0;
    for (unsigned i = 0; i < thing->cube_count && i < TES_SCENE_CUBES; i++) {
        if (!small_cube_span(thing, i, ray, &parts[count]))
            continue;
        first = parts[count].from < parts[first].from ? count : first;
        count++;
    }
    if (count == 0)
        return false;
    *span = parts[first];
    while (grow(span, parts, count))
        ;
    return true;
}

/* --------------------------------------------------------------- pyramids */

enum { PYRAMID_SIDES = 4 };

/* Keeps the part of the ray below a plane: its origin is `room` below it, and the ray rises by
 * `rate`. */
static bool clip_plane(struct tes_solid_span *span, double room, double rate)
{
    if (rate == 0)
        return room >= 0;
    if (rate > 0)
        return tes_solid_clip(span, -TES_SOLID_FARTHEST, room / rate);
    return tes_solid_clip(span, room / rate, TES_SOLID_FARTHEST);
}

/* Outward from one of the slanting sides, not of length 1. */
static struct tes_vector side_normal(const struct tes_thing *thing, unsigned side)
{
    static const struct tes_vector level[PYRAMID_SIDES] = {
        {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}};
    struct tes_vector normal = tes_vector_scale(level[side], thing->height);
    normal.z = thing->size;
    return normal;
}

bool tes_solid_pyramid_span(const struct tes_thing *thing, const struct tes_ray *ray,
                            struct tes_solid_span *span)
{
    *span = tes_solid_line();
    if (!clip_plane(span, ray->origin.z, -ray->direction.z))
        return false;
    for (unsigned side = 0; side < PYRAMID_SIDES; side++) {
        struct tes_vector normal = side_normal(thing, side);
        double room = thing->size * thing->height - tes_vector_dot(normal, ray->origin);
        if (!clip_plane(span, room, tes_vector_dot(normal, ray->direction)))
            return false;
    }
    return true;
}

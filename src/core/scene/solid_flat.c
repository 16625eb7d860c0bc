/* Rays against solids of flat faces. */
#include "core/scene/solid.h"

/* ------------------------------------------------------------------ boxes */

/* The faces of a box: each axis has a lower and an upper one. */
static const struct tes_vector box_normals[6] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                                 {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};

static bool box_span(const double ends[3][2], const struct tes_ray *ray, struct tes_span *span)
{
    *span = tes_solid_line();
    return tes_solid_clip_slab(span, ray->origin.x, ray->direction.x, ends[0], 0) &&
           tes_solid_clip_slab(span, ray->origin.y, ray->direction.y, ends[1], 2) &&
           tes_solid_clip_slab(span, ray->origin.z, ray->direction.z, ends[2], 4);
}

bool tes_solid_cube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_span *span)
{
    const double size = thing->size;
    const double ends[3][2] = {{-size, size}, {-size, size}, {0, thing->height}};
    return box_span(ends, ray, span);
}

struct tes_vector tes_solid_cube_normal(const struct tes_thing *thing, int face,
                                        struct tes_vector point)
{
    (void)thing;
    (void)point;
    return box_normals[face];
}

/* -------------------------------------------------------------- polycubes */

/* Two cubes that share a face share its number exactly, so that no ray slips between. */
static bool small_cube_span(const struct tes_thing *thing, unsigned cube, const struct tes_ray *ray,
                            struct tes_span *span)
{
    double ends[3][2];
    for (unsigned axis = 0; axis < 3; axis++) {
        ends[axis][0] = (thing->cubes[cube][axis] - 0.5) * thing->size;
        ends[axis][1] = (thing->cubes[cube][axis] + 0.5) * thing->size;
    }
    return box_span((const double(*)[2])ends, ray, span) && span->to > TES_SOLID_NEAREST;
}

/* Takes on the far end of whatever begins inside of `span` and ends behind it. */
static bool grow(struct tes_span *span, const struct tes_span *parts, unsigned count)
{
    bool grown = false;
    for (unsigned i = 0; i < count; i++) {
        if (parts[i].from > span->to + TES_SOLID_NEAREST || parts[i].to <= span->to)
            continue;
        span->to = parts[i].to;
        span->leaves = parts[i].leaves;
        grown = true;
    }
    return grown;
}

bool tes_solid_polycube_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_span *span)
{
    struct tes_span parts[TES_SCENE_CUBES];
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

enum { PYRAMID_SIDES = 4, PYRAMID_BASE = PYRAMID_SIDES };

/* Keeps what is below a plane, where the ray starts `room` below it and climbs by `rate`. */
static bool clip_plane(struct tes_span *span, double room, double rate, int face)
{
    if (rate == 0)
        return room >= 0;
    if (rate > 0)
        return tes_solid_clip(span, -TES_SOLID_FARTHEST, face, room / rate, face);
    return tes_solid_clip(span, room / rate, face, TES_SOLID_FARTHEST, face);
}

struct tes_vector tes_solid_pyramid_normal(const struct tes_thing *thing, int face,
                                           struct tes_vector point)
{
    (void)point;
    if (face == PYRAMID_BASE)
        return (struct tes_vector){0, 0, -1};
    struct tes_vector normal = tes_vector_scale(box_normals[face], thing->height);
    normal.z = thing->size;
    return normal;
}

bool tes_solid_pyramid_span(const struct tes_thing *thing, const struct tes_ray *ray,
                            struct tes_span *span)
{
    *span = tes_solid_line();
    if (!clip_plane(span, ray->origin.z, -ray->direction.z, PYRAMID_BASE))
        return false;
    for (int face = 0; face < PYRAMID_SIDES; face++) {
        struct tes_vector normal = tes_solid_pyramid_normal(thing, face, ray->origin);
        double room = thing->size * thing->height - tes_vector_dot(normal, ray->origin);
        if (!clip_plane(span, room, tes_vector_dot(normal, ray->direction), face))
            return false;
    }
    return true;
}

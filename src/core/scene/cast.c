/*
 * Rays against all things. A ray meets the ball around a thing before it is turned into the thing's
 * own axes; normals are made for what is hit first only.
 */
#include "core/scene/cast.h"
#include "core/scene/solid.h"

struct solid {
    bool (*span)(const struct tes_thing *thing, const struct tes_ray *ray, struct tes_span *span);
    struct tes_vector (*normal)(const struct tes_thing *thing, int face, struct tes_vector point);
    bool turns; /* does not look the same from all sides */
};

/* A solid without a row, such as the disc, is never hit. */
static const struct solid solids[] = {
    [TES_SOLID_CUBE] = {tes_solid_cube_span, tes_solid_cube_normal, true},
    [TES_SOLID_BALL] = {tes_solid_ball_span, tes_solid_ball_normal, false},
    [TES_SOLID_CYLINDER] = {tes_solid_cylinder_span, tes_solid_cylinder_normal, false},
    [TES_SOLID_CONE] = {tes_solid_cone_span, tes_solid_cone_normal, false},
    [TES_SOLID_PYRAMID] = {tes_solid_pyramid_span, tes_solid_pyramid_normal, true},
    [TES_SOLID_RING] = {tes_solid_ring_span, tes_solid_ring_normal, false},
    [TES_SOLID_POLYCUBE] = {tes_solid_polycube_span, tes_solid_cube_normal, true},
    [TES_SOLID_DISC] = {0, 0, false},
};

static struct tes_body body_of(const struct tes_thing *thing)
{
    struct tes_body body = {thing, tes_thing_middle(thing), tes_thing_reach(thing), 0, 1};
    if (solids[thing->solid].turns) {
        body.sine = tes_scene_sine(thing->turn);
        body.cosine = tes_scene_cosine(thing->turn);
    }
    return body;
}

void tes_cast_prepare(const struct tes_scene *scene, struct tes_bodies *bodies)
{
    bodies->count = scene->count;
    for (unsigned i = 0; i < scene->count; i++)
        bodies->all[i] = body_of(&scene->things[i]);
}

/* A direction in the thing's own axes, and back. */
static struct tes_vector turned_in(const struct tes_body *body, struct tes_vector a)
{
    const struct tes_vector *axes = body->thing->axes;
    if (body->thing->solid == TES_SOLID_POLYCUBE)
        return (struct tes_vector){tes_vector_dot(a, axes[0]), tes_vector_dot(a, axes[1]),
                                   tes_vector_dot(a, axes[2])};
    return (struct tes_vector){a.x * body->cosine + a.y * body->sine,
                               a.y * body->cosine - a.x * body->sine, a.z};
}

static struct tes_vector turned_out(const struct tes_body *body, struct tes_vector a)
{
    const struct tes_vector *axes = body->thing->axes;
    if (body->thing->solid == TES_SOLID_POLYCUBE)
        return tes_vector_add(
            tes_vector_add(tes_vector_scale(axes[0], a.x), tes_vector_scale(axes[1], a.y)),
            tes_vector_scale(axes[2], a.z));
    return (struct tes_vector){a.x * body->cosine - a.y * body->sine,
                               a.y * body->cosine + a.x * body->sine, a.z};
}

/* Whether a ray comes near: through the ball around the thing. */
static bool comes_near(const struct tes_body *body, struct tes_vector origin,
                       struct tes_vector direction)
{
    struct tes_vector way = tes_vector_subtract(body->middle, origin);
    double along = tes_vector_dot(way, direction), square = tes_vector_dot(way, way);
    double reach = body->reach * body->reach * (1 + 1e-9); /* rounding must not cut corners off */
    return square - along * along <= reach && (along > 0 || square <= reach);
}

/* The ray in the thing's own axes, how far it goes, and the face that it meets. */
static bool meets(const struct tes_body *body, struct tes_vector origin,
                  struct tes_vector direction, struct tes_ray *ray, double *distance, int *face)
{
    const struct solid *solid = &solids[body->thing->solid];
    struct tes_span span;
    if (!solid->span || !comes_near(body, origin, direction))
        return false;
    ray->origin = turned_in(body, tes_vector_subtract(origin, body->thing->at));
    ray->direction = turned_in(body, direction);
    if (!solid->span(body->thing, ray, &span) || span.to <= TES_SOLID_NEAREST)
        return false;
    bool outside = span.from > TES_SOLID_NEAREST;
    *distance = outside ? span.from : span.to;
    *face = outside ? span.enters : span.leaves;
    return true;
}

static struct tes_vector normal_at(const struct tes_body *body, const struct tes_ray *ray,
                                   double distance, int face)
{
    struct tes_vector way = tes_vector_scale(ray->direction, distance);
    struct tes_vector point = tes_vector_add(ray->origin, way);
    struct tes_vector normal = solids[body->thing->solid].normal(body->thing, face, point);
    return turned_out(body, tes_vector_unit(normal));
}

bool tes_cast_reach(const struct tes_body *body, struct tes_vector origin,
                    struct tes_vector direction, double *distance)
{
    struct tes_ray ray;
    int face;
    return meets(body, origin, direction, &ray, distance, &face);
}

bool tes_cast_thing(const struct tes_thing *thing, struct tes_vector origin,
                    struct tes_vector direction, struct tes_hit *hit)
{
    struct tes_body body = body_of(thing);
    struct tes_ray ray;
    double distance;
    int face;
    if (!meets(&body, origin, direction, &ray, &distance, &face))
        return false;
    *hit = (struct tes_hit){0, distance, normal_at(&body, &ray, distance, face)};
    return true;
}

struct tes_hit tes_cast_first(const struct tes_bodies *bodies, struct tes_vector origin,
                              struct tes_vector direction, uint32_t without)
{
    struct tes_hit hit = {TES_CAST_NOTHING, 0, {0, 0, 0}};
    struct tes_ray ray, first_ray = {{0, 0, 0}, {0, 0, 0}};
    int face, first_face = 0;
    double distance;
    for (unsigned i = 0; i < bodies->count; i++) {
        if (without >> i & 1 ||
            !meets(&bodies->all[i], origin, direction, &ray, &distance, &face) ||
            (hit.thing != TES_CAST_NOTHING && distance >= hit.distance))
            continue;
        hit.thing = (int)i;
        hit.distance = distance;
        first_ray = ray;
        first_face = face;
    }
    if (hit.thing != TES_CAST_NOTHING)
        hit.normal = normal_at(&bodies->all[hit.thing], &first_ray, hit.distance, first_face);
    return hit;
}

struct tes_hit tes_cast(const struct tes_scene *scene, struct tes_vector origin,
                        struct tes_vector direction, uint32_t without)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    return tes_cast_first(&bodies, origin, direction, without);
}

bool tes_cast_stopped(const struct tes_bodies *bodies, struct tes_vector origin,
                      struct tes_vector direction, double before, uint32_t without)
{
    double distance;
    for (unsigned i = 0; i < bodies->count; i++) {
        if (!(without >> i & 1) && tes_cast_reach(&bodies->all[i], origin, direction, &distance) &&
            distance < before)
            return true;
    }
    return false;
}

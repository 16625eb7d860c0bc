/*
 * Rays against all things. Whether a ray meets the ball around a thing is asked first: turning the
 * ray into the thing's own axes takes longer.
 */
#include "challenge/scene/cast.h"
#include "challenge/scene/solid.h"

struct solid {
    bool (*span)(const struct tes_thing *thing, const struct tes_ray *ray,
                 struct tes_solid_span *span);
    bool turns; /* does not look the same from all sides */
};

/* Rays never hit a solid whose function is NULL. */
static const struct solid solids[] = {
    [TES_SOLID_CUBE] = {tes_solid_cube_span, true},
    [TES_SOLID_BALL] = {tes_solid_ball_span, false},
    [TES_SOLID_CYLINDER] = {tes_solid_cylinder_span, false},
    [TES_SOLID_CONE] = {tes_solid_cone_span, false},
    [TES_SOLID_PYRAMID] = {tes_solid_pyramid_span, true},
    [TES_SOLID_RING] = {tes_solid_ring_span, false},
    [TES_SOLID_POLYCUBE] = {tes_solid_polycube_span, true},
    [TES_SOLID_DISC] = {NULL, false},
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

/* A direction in the thing's own axes. */
static struct tes_vector turned(const struct tes_body *body, struct tes_vector a)
{
    const struct tes_vector *axes = body->thing->axes;
    if (body->thing->solid == TES_SOLID_POLYCUBE)
        return (struct tes_vector){tes_vector_dot(a, axes[0]), tes_vector_dot(a, axes[1]),
                                   tes_vector_dot(a, axes[2])};
    return (struct tes_vector){a.x * body->cosine + a.y * body->sine,
                               a.y * body->cosine - a.x * body->sine, a.z};
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

bool tes_cast_reach(const struct tes_body *body, struct tes_vector origin,
                    struct tes_vector direction, double *distance)
{
    const struct solid *solid = &solids[body->thing->solid];
    struct tes_solid_span span;
    if (solid->span == NULL || !comes_near(body, origin, direction))
        return false;
    const struct tes_ray ray = {turned(body, tes_vector_subtract(origin, body->thing->at)),
                                turned(body, direction)};
    if (!solid->span(body->thing, &ray, &span) || span.to <= TES_SOLID_NEAREST)
        return false;
    *distance = span.from > TES_SOLID_NEAREST ? span.from : span.to;
    return true;
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

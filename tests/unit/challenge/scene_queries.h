/*
 * scene_queries.h: what tests and attackers ask of a scene, and the server never does: rays through
 * places of the picture and what they hit first, where a place of the picture lies on the ground,
 * where things are to a viewer, and whole scenes turned.
 */
#ifndef SCENE_QUERIES_H
#define SCENE_QUERIES_H

#include "challenge/scene/cast.h"

#define QUERY_NOTHING (-1)

struct query_hit {
    int thing;       /* index, or QUERY_NOTHING */
    double distance; /* from the ray's origin */
};

/* ---------------------------------------------------------------- cameras */

static inline struct tes_seen query_see(const struct tes_camera *camera, struct tes_vector point)
{
    struct tes_viewer viewer = tes_camera_viewer(camera);
    return tes_viewer_see(&viewer, point);
}

/* Somebody with their eyes at `eye` who looks level: `facing` 0 looks along +y, 90 along -x. */
static inline struct tes_camera query_facing(struct tes_vector eye, double facing, double field)
{
    struct tes_vector ahead = {-tes_scene_sine(facing), tes_scene_cosine(facing), 0};
    return (struct tes_camera){eye, tes_vector_add(eye, ahead), field};
}

/* The ray from the eye through a place of the picture, of length 1. */
static inline struct tes_vector query_ray(const struct tes_viewer *viewer, double x, double y)
{
    struct tes_vector aside = tes_vector_scale(viewer->right, x * viewer->tangent);
    struct tes_vector above = tes_vector_scale(viewer->up, y * viewer->tangent);
    return tes_vector_unit(tes_vector_add(viewer->forward, tes_vector_add(aside, above)));
}

static inline struct tes_vector query_camera_ray(const struct tes_camera *camera, double x,
                                                 double y)
{
    struct tes_viewer viewer = tes_camera_viewer(camera);
    return query_ray(&viewer, x, y);
}

/* Where the ray through a place of the picture meets the ground; false above the horizon. */
static inline bool query_ground(const struct tes_viewer *viewer, double x, double y,
                                struct tes_vector *point)
{
    struct tes_vector ray = query_ray(viewer, x, y);
    const double least_slope = 1e-9; /* below this, the division would overflow */
    if (viewer->eye.z <= 0 || ray.z > -least_slope)
        return false;
    *point = tes_vector_add(viewer->eye, tes_vector_scale(ray, viewer->eye.z / -ray.z));
    point->z = 0;
    return true;
}

/* A point as a viewer would tell it: x to the right, y ahead, z up, in units of the scene. Also for
 * what is beside or behind the viewer. */
static inline struct tes_vector query_local(const struct tes_viewer *viewer,
                                            struct tes_vector point)
{
    struct tes_vector way = tes_vector_subtract(point, viewer->eye);
    struct tes_vector ahead = {-viewer->right.y, viewer->right.x, 0};
    return (struct tes_vector){tes_vector_dot(way, viewer->right), tes_vector_dot(way, ahead),
                               way.z};
}

/* How many degrees a viewer has to turn to face a point: 0 is ahead, positive to the left, -180 ..
 * 180. */
static inline double query_bearing(const struct tes_viewer *viewer, struct tes_vector point)
{
    struct tes_vector local = query_local(viewer, point);
    return tes_scene_angle(-local.x, local.y);
}

/* ------------------------------------------------------------------- rays */

/* What a ray hits first. Things whose bit is set in `without` are not there. */
static inline struct query_hit query_first(const struct tes_bodies *bodies,
                                           struct tes_vector origin, struct tes_vector direction,
                                           uint32_t without)
{
    struct query_hit hit = {QUERY_NOTHING, 0};
    double distance;
    for (unsigned i = 0; i < bodies->count; i++) {
        if ((without >> i & 1) == 0 &&
            tes_cast_reach(&bodies->all[i], origin, direction, &distance) &&
            (hit.thing == QUERY_NOTHING || distance < hit.distance))
            hit = (struct query_hit){(int)i, distance};
    }
    return hit;
}

static inline struct query_hit query_cast(const struct tes_scene *scene, struct tes_vector origin,
                                          struct tes_vector direction, uint32_t without)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    return query_first(&bodies, origin, direction, without);
}

/* How far one thing is along a ray; false where the ray misses it. */
static inline bool query_thing(const struct tes_thing *thing, struct tes_vector origin,
                               struct tes_vector direction, double *distance)
{
    struct tes_scene scene = {.count = 1, .things = {*thing}};
    struct query_hit hit = query_cast(&scene, origin, direction, 0);
    *distance = hit.distance;
    return hit.thing == 0;
}

/* The share of a thing that the camera sees. */
static inline double query_visible(const struct tes_scene *scene, unsigned thing)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    return tes_cast_visible_from(&bodies, scene->camera.eye, thing, 0);
}

/* ------------------------------------------------------------------ turns */

static inline struct tes_vector query_turned(struct tes_vector a, double degrees)
{
    double sine = tes_scene_sine(degrees), cosine = tes_scene_cosine(degrees);
    return (struct tes_vector){a.x * cosine - a.y * sine, a.y * cosine + a.x * sine, a.z};
}

/* Turns a thing about the upright through the origin, anticlockwise seen from above. */
static inline void query_turn_thing(struct tes_thing *thing, double degrees)
{
    thing->at = query_turned(thing->at, degrees);
    thing->turn += degrees;
    for (unsigned i = 0; i < 3; i++)
        thing->axes[i] = query_turned(thing->axes[i], degrees);
}

/* Turns all things; the sun and the camera stay. */
static inline void query_turn(struct tes_scene *scene, double degrees)
{
    for (unsigned i = 0; i < scene->count; i++)
        query_turn_thing(&scene->things[i], degrees);
}

#endif

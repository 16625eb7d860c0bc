/*
 * cast.h: rays through a scene, and what they hit. The right answer of every question about what is
 * seen comes from these.
 *
 * Directions have length 1. A ray that starts on a surface does not hit it there; one that starts
 * inside of a solid hits the wall that it leaves through. The ground and discs stop no ray.
 */
#ifndef TES_CAST_H
#define TES_CAST_H

#include "challenge/scene/scene.h"

/* Whether two things touch or are closer than `gap`, measured along the ground, or in space where
 * one is above the other. A disc is part of the ground and close to nothing. A polycube counts as
 * the ball around it. */
bool tes_cast_too_close(const struct tes_thing *a, const struct tes_thing *b, double gap);

/* A thing prepared for many rays. Points to the thing, which must not change meanwhile. */
struct tes_body {
    const struct tes_thing *thing;
    struct tes_vector middle;
    double reach; /* radius of a ball around the middle that contains all of it */
    double sine, cosine;
};

struct tes_bodies {
    struct tes_body all[TES_SCENE_THINGS];
    unsigned count;
};
void tes_cast_prepare(const struct tes_scene *scene, struct tes_bodies *bodies);

/* Whether a ray hits something closer than `before`: for shadows. Things whose bit is set in
 * `without` are ignored. */
bool tes_cast_stopped(const struct tes_bodies *bodies, struct tes_vector origin,
                      struct tes_vector direction, double before, uint32_t without);

/* The distance from a ray's origin to where it hits one thing; false where it misses. */
bool tes_cast_reach(const struct tes_body *body, struct tes_vector origin,
                    struct tes_vector direction, double *distance);

/* What an eye sees of a thing: how many rays go to it, how many arrive, and how many are stopped by
 * each other thing; and, as if the thing were transparent, how many would hit each other thing
 * next. Rays to the thing's body count more than rays along its outline. */
struct tes_sight {
    unsigned rays, seen;
    unsigned stopped_by[TES_SCENE_THINGS];
    unsigned leads_to[TES_SCENE_THINGS];
};

/* `eye` is anywhere outside of all things. Things whose bit is set in `without` are ignored. A disc
 * gets no rays. */
struct tes_sight tes_cast_sight(const struct tes_bodies *bodies, struct tes_vector eye,
                                unsigned thing, uint32_t without);

/* Only the share of the thing that is seen: much cheaper where nothing can be in the way. */
double tes_cast_visible_from(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                             uint32_t without);

/* Whether at least `share` of the thing is seen: cheaper still, as most rays can be left out. */
bool tes_cast_shows(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                    uint32_t without, double share);

#endif

/*
 * cast.h: rays through a scene, and what they hit. The right answer of every question about what is
 * seen comes from these.
 *
 * Directions have length 1. A ray that starts on a surface does not hit it there; one that starts
 * inside of a solid hits the wall that it leaves through. The ground and discs stop no ray.
 */
#ifndef TES_CAST_H
#define TES_CAST_H

#include "core/scene/scene.h"

/* Whether two things touch or come closer than `gap` (seen from above, or in space where one could
 * stand over the other). A disc is part of the ground and comes close to nothing. A polycube counts
 * as the ball around it. */
bool tes_cast_too_close(const struct tes_thing *a, const struct tes_thing *b, double gap);

/* A thing made ready for many rays. Points to the thing, which has to stay as it is. */
struct tes_body {
    const struct tes_thing *thing;
    struct tes_vector middle;
    double reach; /* a ball around the middle holds all of it */
    double sine, cosine;
};

struct tes_bodies {
    struct tes_body all[TES_SCENE_THINGS];
    unsigned count;
};
void tes_cast_prepare(const struct tes_scene *scene, struct tes_bodies *bodies);

/* Whether a ray is stopped before it has gone so far: for shadows. */
bool tes_cast_stopped(const struct tes_bodies *bodies, struct tes_vector origin,
                      struct tes_vector direction, double before, uint32_t without);

/* How far one thing is from the origin of a ray; false where it misses. */
bool tes_cast_reach(const struct tes_body *body, struct tes_vector origin,
                    struct tes_vector direction, double *distance);

/* What an eye sees of a thing: how many rays go to it, how many arrive, and whom the others meet
 * first; and, as if it were made of glass, whom they meet next after it. Those through its body
 * count for more than those along its outline. */
struct tes_sight {
    unsigned rays, seen;
    unsigned stopped_by[TES_SCENE_THINGS];
    unsigned leads_to[TES_SCENE_THINGS];
};

/* For any eye outside of all things, such as a viewer's in the scene. Things in `without` are not
 * there. A disc gets no rays. */
struct tes_sight tes_cast_sight(const struct tes_bodies *bodies, struct tes_vector eye,
                                unsigned thing, uint32_t without);

/* The share of it that is seen, without the rest: much cheaper where nothing is in the way. */
double tes_cast_visible_from(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                             uint32_t without);

/* Whether at least that share of it is seen: cheaper still, as most rays can be left out. */
bool tes_cast_shows(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing,
                    uint32_t without, double share);

#endif

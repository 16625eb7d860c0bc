/*
 * An independent opinion about solids: how far a point is from each, by formulas of distance (the
 * library intersects rays instead), and rays that walk along by that distance.
 */
#ifndef SCENE_REFERENCE_H
#define SCENE_REFERENCE_H

#include <math.h>

#include "challenge/scene/cast.h"

static inline double reference_box(double x, double y, double z, const double half[3])
{
    double away[3] = {fabs(x) - half[0], fabs(y) - half[1], fabs(z) - half[2]};
    double inside = fmin(fmax(away[0], fmax(away[1], away[2])), 0);
    return inside + hypot(hypot(fmax(away[0], 0), fmax(away[1], 0)), fmax(away[2], 0));
}

static inline double reference_cylinder(double around, double z, double size, double height)
{
    double side = around - size, cap = fabs(z - height / 2) - height / 2;
    return fmin(fmax(side, cap), 0) + hypot(fmax(side, 0), fmax(cap, 0));
}

/* Planes: never more than the distance, and 0 on the surface. */
static inline double reference_pyramid(double x, double y, double z, double size, double height)
{
    double slant = hypot(size, height), far = fmax(fabs(x), fabs(y));
    return fmax(-z, (far * height + z * size - size * height) / slant);
}

static inline double reference_cone(double around, double z, double size, double height)
{
    double slant = hypot(size, height);
    return fmax(-z, (around * height + z * size - size * height) / slant);
}

static inline double reference_polycube(const struct tes_thing *thing, const double own[3])
{
    const double half[3] = {thing->size / 2, thing->size / 2, thing->size / 2};
    double least = 1e9;
    for (unsigned i = 0; i < thing->cube_count; i++) {
        const int8_t *place = thing->cubes[i];
        least = fmin(least,
                     reference_box(own[0] - place[0] * thing->size, own[1] - place[1] * thing->size,
                                   own[2] - place[2] * thing->size, half));
    }
    return least;
}

/* How far a point is from a thing's surface, negative inside; outside never too much. */
static inline double reference_distance(const struct tes_thing *thing, struct tes_vector point)
{
    double size = thing->size, height = thing->height, angle = thing->turn * M_PI / 180;
    double east = point.x - thing->at.x, north = point.y - thing->at.y, z = point.z - thing->at.z;
    double x = east * cos(angle) + north * sin(angle), y = north * cos(angle) - east * sin(angle);
    double around = hypot(east, north), own[3];
    const double half[3] = {size, size, height / 2};
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_CUBE:
        return reference_box(x, y, z - height / 2, half);
    case TES_SOLID_BALL:
        return hypot(around, z - size) - size;
    case TES_SOLID_CYLINDER:
        return reference_cylinder(around, z, size, height);
    case TES_SOLID_CONE:
        return reference_cone(around, z, size, height);
    case TES_SOLID_PYRAMID:
        return reference_pyramid(x, y, z, size, height);
    case TES_SOLID_RING:
        return hypot(around - (size - height / 2), z - height / 2) - height / 2;
    case TES_SOLID_POLYCUBE:
        for (unsigned i = 0; i < 3; i++)
            own[i] = east * thing->axes[i].x + north * thing->axes[i].y + z * thing->axes[i].z;
        return reference_polycube(thing, own);
    default:
        return 1e9;
    }
}

static inline struct tes_vector reference_along(struct tes_vector origin,
                                                struct tes_vector direction, double distance)
{
    return (struct tes_vector){origin.x + direction.x * distance, origin.y + direction.y * distance,
                               origin.z + direction.z * distance};
}

/* Which way the distance grows; shorter than 1 on an edge. */
static inline struct tes_vector reference_gradient(const struct tes_thing *thing,
                                                   struct tes_vector at)
{
    const double step = 1e-5;
    double slope[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        double aside[3] = {0, 0, 0};
        aside[axis] = step;
        struct tes_vector more = {at.x + aside[0], at.y + aside[1], at.z + aside[2]};
        struct tes_vector less = {at.x - aside[0], at.y - aside[1], at.z - aside[2]};
        slope[axis] =
            (reference_distance(thing, more) - reference_distance(thing, less)) / (2 * step);
    }
    return (struct tes_vector){slope[0], slope[1], slope[2]};
}

/* What there is to say about a ray: where it meets the surface, or that it clearly does not, or
 * that it only grazes and nobody can tell. */
enum reference_verdict { REFERENCE_MISS, REFERENCE_HIT, REFERENCE_GRAZES };

/* Walks out of a solid by small steps, then halves. */
static inline double reference_leave(const struct tes_thing *thing, struct tes_vector origin,
                                     struct tes_vector direction)
{
    double low = 0, high = 0, step = thing->size / 500;
    while (reference_distance(thing, reference_along(origin, direction, high)) <= 0) {
        low = high;
        high += step;
    }
    for (unsigned i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (reference_distance(thing, reference_along(origin, direction, middle)) <= 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static inline enum reference_verdict reference_cast(const struct tes_thing *thing,
                                                    struct tes_vector origin,
                                                    struct tes_vector direction, double *distance)
{
    const double clear = 1e-5, reached = 1e-11, farthest = 60;
    double t = 0, nearest = 1e9, deepest = 0;
    for (unsigned step = 0; step < 20000 && t < farthest; step++) {
        double away = reference_distance(thing, reference_along(origin, direction, t));
        nearest = fmin(nearest, away);
        if (away < reached)
            break;
        t += away;
    }
    if (nearest >= reached)
        return nearest > clear ? REFERENCE_MISS : REFERENCE_GRAZES;
    for (double more = 0; more < 0.2 * thing->size; more += thing->size / 2000)
        deepest =
            fmin(deepest, reference_distance(thing, reference_along(origin, direction, t + more)));
    *distance = t;
    return deepest < -clear ? REFERENCE_HIT : REFERENCE_GRAZES;
}

#endif

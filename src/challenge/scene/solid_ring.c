/*
 * Rays against the torus: the roots of a quartic polynomial. They are searched for between its
 * extrema, which are the roots of its derivative and are found in the same way between the
 * derivative's extrema. So no root is missed, and each search ends.
 */
#include "challenge/scene/solid.h"

enum { TERMS = 5, TURNS_MOST = 3, STEPS_MOST = 60 };

/* The last step of a search: for an extremum, of which only the sign counts, and for a root. */
static const double TURN_STEP = 1e-5, ROOT_STEP = 1e-8;

static double value_at(const double terms[TERMS], double t)
{
    return (((terms[4] * t + terms[3]) * t + terms[2]) * t + terms[1]) * t + terms[0];
}

static double slope_at(const double terms[TERMS], double t)
{
    return ((4 * terms[4] * t + 3 * terms[3]) * t + 2 * terms[2]) * t + terms[1];
}

/* The root between two places with different signs: Newton's method, or bisection where that would
 * leave the interval. */
static double root_between(const double terms[TERMS], double low, double high, double step_least)
{
    bool low_inside = value_at(terms, low) <= 0;
    double t = (low + high) / 2;
    for (unsigned i = 0; i < STEPS_MOST; i++) {
        double value = value_at(terms, t), slope = slope_at(terms, t), before = t;
        if ((value <= 0) == low_inside)
            low = t;
        else
            high = t;
        t = slope != 0 ? t - value / slope : low;
        if (!(t > low && t < high))
            t = (low + high) / 2;
        double step = t > before ? t - before : before - t;
        if (step <= step_least)
            break;
    }
    return t;
}

static bool changes_sign(const double terms[TERMS], double low, double high)
{
    return low < high && (value_at(terms, low) <= 0) != (value_at(terms, high) <= 0);
}

/* The extrema of the quartic between two places, in order. Returns how many there are. */
static unsigned find_turns(const double quartic[TERMS], double low, double high,
                           double turns[TURNS_MOST])
{
    const double cubic[TERMS] = {quartic[1], 2 * quartic[2], 3 * quartic[3], 4 * quartic[4], 0};
    double places[4] = {low, high, high, high};
    unsigned parts = 1, count = 0;
    if (quartic[2] < 0) {
        double bend = __builtin_sqrt(-quartic[2] / 6);
        places[1] = -bend > low ? (-bend < high ? -bend : high) : low;
        places[2] = bend < high ? (bend > low ? bend : low) : high;
        parts = 3;
    }
    for (unsigned i = 0; i < parts; i++) {
        if (changes_sign(cubic, places[i], places[i + 1]))
            turns[count++] = root_between(cubic, places[i], places[i + 1], TURN_STEP);
    }
    return count;
}

/* The first root between two places, and whether the ray enters the torus there. */
static bool first_root(const double quartic[TERMS], double low, double high, double *root,
                       bool *enters)
{
    double turns[TURNS_MOST + 1];
    unsigned count = find_turns(quartic, low, high, turns);
    turns[count] = high;
    for (unsigned i = 0; i <= count; i++) {
        if (changes_sign(quartic, low, turns[i])) {
            *enters = value_at(quartic, low) > 0;
            *root = root_between(quartic, low, turns[i], ROOT_STEP);
            return true;
        }
        low = turns[i];
    }
    return false;
}

/* A part of the ray that contains all of the torus; its ends are outside. */
static bool bound(double tube, const struct tes_ray *ray, struct tes_solid_span *span)
{
    const double more = 1e-6, ends[2] = {-tube - more, tube + more};
    double half = 1 + more - tes_vector_dot(ray->origin, ray->origin);
    if (half <= 0)
        return false;
    half = __builtin_sqrt(half);
    *span = (struct tes_solid_span){-half, half};
    return tes_solid_clip_slab(span, ray->origin.z, ray->direction.z, ends);
}

bool tes_solid_ring_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span)
{
    /* In units of the outer radius, relative to the middle, and measured from the point of the ray
     * that is closest to it: then the quartic has no cubic term. */
    double unit = thing->size, tube = thing->height / (2 * unit), middle = 1 - tube;
    struct tes_ray near = {tes_vector_scale(ray->origin, 1 / unit), ray->direction};
    near.origin.z -= tube;
    double back = -tes_vector_dot(near.origin, near.direction);
    near.origin = tes_vector_add(near.origin, tes_vector_scale(near.direction, back));
    if (!bound(tube, &near, span))
        return false;

    const struct tes_vector o = near.origin, d = near.direction;
    double four = 4 * middle * middle;
    double sum = tes_vector_dot(o, o) + middle * middle - tube * tube;
    const double quartic[TERMS] = {sum * sum - four * (o.x * o.x + o.y * o.y),
                                   -2 * four * (o.x * d.x + o.y * d.y),
                                   2 * sum - four * (d.x * d.x + d.y * d.y), 0, 1};
    double start = TES_SOLID_NEAREST / unit - back, root;
    bool enters;
    start = start > span->from ? start : span->from;
    if (!first_root(quartic, start, span->to, &root, &enters))
        return false;
    double distance = (root + back) * unit;
    *span = (struct tes_solid_span){enters ? distance : -TES_SOLID_FARTHEST,
                                    enters ? TES_SOLID_FARTHEST : distance};
    return true;
}

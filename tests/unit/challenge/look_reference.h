/*
 * What is seen of solids on a table, worked out a second time, fast enough for every seed: own
 * rays against own solids, and only where two of them overlap in the picture. Nothing of the
 * library's geometry is used.
 *
 * How a ray is met: boxes and pyramids as what lies between planes; ball, cylinder and cone by
 * their quadratic; the ring by walking along the ray, never further than the ring is away, or than
 * can be shown to be free of it.
 */
#ifndef TEST_LOOK_REFERENCE_H
#define TEST_LOOK_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "challenge/scene/scene.h"

enum { LOOK_BODIES = TES_SCENE_THINGS, LOOK_ROUND = 16 };

static const double LOOK_NOWHERE = 1e9;

/* ---------------------------------------------------------------- numbers */

/* fmin() and fmax() are calls, for the sake of numbers that are none; there are no such here. */
static inline double look_lower(double a, double b)
{
    return a < b ? a : b;
}

static inline double look_higher(double a, double b)
{
    return a > b ? a : b;
}

/* ---------------------------------------------------------------- vectors */

static inline double look_radians(double degrees)
{
    return degrees * 3.14159265358979323846 / 180;
}

static inline struct tes_vector look_sum(struct tes_vector a, struct tes_vector b, double times)
{
    return (struct tes_vector){a.x + b.x * times, a.y + b.y * times, a.z + b.z * times};
}

static inline double look_dot(struct tes_vector a, struct tes_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct tes_vector look_unit(struct tes_vector a)
{
    double length = sqrt(look_dot(a, a));
    return (struct tes_vector){a.x / length, a.y / length, a.z / length};
}

static inline struct tes_vector look_turned(struct tes_vector a, double sine, double cosine)
{
    return (struct tes_vector){a.x * cosine - a.y * sine, a.x * sine + a.y * cosine, a.z};
}

/* ----------------------------------------------------------------- solids */

/* A part of the picture. */
struct look_frame {
    double left, right, bottom, top;
};

/* A solid after the table's turn, ready for rays from one eye. */
struct look_body {
    unsigned solid;
    double size, height;
    double sine, cosine;    /* of its own turn */
    struct tes_vector at;   /* the middle of its base */
    struct tes_vector from; /* the eye, in its own axes and seen from its base */
    struct tes_vector core; /* from the eye to its middle */
    double far;             /* how far that is */
    double reach;           /* the radius of a ball around that, */
    double around;          /* and of an upright cylinder around the solid */
    struct look_frame frame;
};

/* Six solids as an eye sees them. The picture's height is from -1 to 1. */
struct look {
    struct tes_vector eye, right, up, forward;
    double tangent;
    unsigned count; /* of bodies; what is no solid has no frame and is never met */
    struct look_body bodies[LOOK_BODIES];
};

/* Where to look from: the table turned so far anticlockwise, and the eye. */
struct look_from {
    double turn;
    struct tes_vector eye, target;
    double field;
};

/* ------------------------------------------------------------------- rays */

/* Narrows the part of a ray that lies within low .. high along one axis. */
static inline void look_clip(double from, double way, double low, double high, double part[2])
{
    if (way == 0) {
        if (from < low || from > high)
            part[1] = -1;
        return;
    }
    double a = (low - from) / way, b = (high - from) / way;
    part[0] = look_higher(part[0], look_lower(a, b));
    part[1] = look_lower(part[1], look_higher(a, b));
}

/* The part where a * t^2 + 2 * b * t + c <= 0; `a` may be below 0 (a cone), where the part that is
 * wanted is the one with the apex above. */
static inline bool look_quadratic(double a, double b, double c, double roots[2])
{
    double inside = b * b - a * c;
    if (inside < 0 || a == 0)
        return false;
    double root = sqrt(inside), one = (-b - root) / a, other = (-b + root) / a;
    roots[0] = look_lower(one, other);
    roots[1] = look_higher(one, other);
    return true;
}

static inline double look_meet_cube(const struct look_body *body, struct tes_vector way)
{
    struct tes_vector from = body->from, own = look_turned(way, -body->sine, body->cosine);
    double part[2] = {0, LOOK_NOWHERE};
    look_clip(from.x, own.x, -body->size, body->size, part);
    look_clip(from.y, own.y, -body->size, body->size, part);
    look_clip(from.z, own.z, 0, body->height, part);
    return part[0] <= part[1] ? part[0] : LOOK_NOWHERE;
}

/* The four slanted planes: |x| * height + z * size <= size * height, and likewise y. */
static inline double look_meet_pyramid(const struct look_body *body, struct tes_vector way)
{
    struct tes_vector from = body->from, own = look_turned(way, -body->sine, body->cosine);
    double part[2] = {0, LOOK_NOWHERE}, high = body->height, size = body->size;
    const double across[4] = {from.x, -from.x, from.y, -from.y};
    const double step[4] = {own.x, -own.x, own.y, -own.y};
    look_clip(from.z, own.z, 0, high, part);
    for (unsigned i = 0; i < 4; i++)
        look_clip(across[i] * high + from.z * size, step[i] * high + own.z * size, -LOOK_NOWHERE,
                  size * high, part);
    return part[0] <= part[1] ? part[0] : LOOK_NOWHERE;
}

static inline double look_meet_ball(const struct look_body *body, struct tes_vector way)
{
    struct tes_vector from = body->from;
    double roots[2];
    from.z -= body->size;
    if (!look_quadratic(1, look_dot(from, way), look_dot(from, from) - body->size * body->size,
                        roots))
        return LOOK_NOWHERE;
    return roots[0] > 0 ? roots[0] : LOOK_NOWHERE;
}

static inline double look_meet_cylinder(const struct look_body *body, struct tes_vector way)
{
    struct tes_vector from = body->from;
    double part[2] = {0, LOOK_NOWHERE}, roots[2], size = body->size;
    if (!look_quadratic(way.x * way.x + way.y * way.y, from.x * way.x + from.y * way.y,
                        from.x * from.x + from.y * from.y - size * size, roots))
        return LOOK_NOWHERE;
    look_clip(from.z, way.z, 0, body->height, part);
    part[0] = look_higher(part[0], roots[0]);
    part[1] = look_lower(part[1], roots[1]);
    return part[0] <= part[1] ? part[0] : LOOK_NOWHERE;
}

/* x^2 + y^2 <= slope^2 * (height - z)^2. Between base and apex the ray is inside of it from one
 * root to the other, or, where it is steeper than the cone, beyond one of them. */
static inline double look_meet_cone(const struct look_body *body, struct tes_vector way)
{
    struct tes_vector from = body->from;
    double slope = body->size / body->height, drop = body->height - from.z;
    double part[2] = {0, LOOK_NOWHERE}, roots[2];
    double a = way.x * way.x + way.y * way.y - slope * slope * way.z * way.z;
    double b = from.x * way.x + from.y * way.y + slope * slope * drop * way.z;
    double c = from.x * from.x + from.y * from.y - slope * slope * drop * drop;
    if (!look_quadratic(a, b, c, roots))
        return LOOK_NOWHERE;
    look_clip(from.z, way.z, 0, body->height, part);
    if (a > 0) {
        part[0] = look_higher(part[0], roots[0]);
        part[1] = look_lower(part[1], roots[1]);
    } else if (way.z > 0) {
        part[1] = look_lower(part[1], roots[0]);
    } else {
        part[0] = look_higher(part[0], roots[1]);
    }
    return part[0] <= part[1] ? part[0] : LOOK_NOWHERE;
}

/* Where a walk along a ray has come to, as the circle amid a ring sees it. */
struct look_walk {
    double level, level_step; /* outwards from it, and what a step of 1 adds to that */
    double height, height_step;
    double circle; /* how far it is away */
};

/* How far one can go at least before the ring is met. Outside of the circle the way to it is a
 * convex function of the steps, as that to an upright line is, so that it lies above its tangent.
 */
static inline double look_leap(const struct look_walk *at, double away)
{
    if (at->level <= 0)
        return 0;
    double nearer = -(at->level * at->level_step + at->height * at->height_step) / at->circle;
    double leap = nearer > 0 ? away / nearer : LOOK_NOWHERE;
    return at->level_step < 0 ? look_lower(leap, -at->level / at->level_step) : leap;
}

static inline double look_meet_ring(const struct look_body *body, struct tes_vector way)
{
    const double reached = 1e-6;
    struct tes_vector from = body->from;
    double part[2] = {0, LOOK_NOWHERE}, roots[2], size = body->size, thin = body->height / 2;
    if (!look_quadratic(way.x * way.x + way.y * way.y, from.x * way.x + from.y * way.y,
                        from.x * from.x + from.y * from.y - size * size, roots))
        return LOOK_NOWHERE;
    look_clip(from.z, way.z, 0, body->height, part);
    double t = look_higher(part[0], roots[0]), end = look_lower(part[1], roots[1]);
    while (t <= end) {
        double x = from.x + t * way.x, y = from.y + t * way.y, axis = sqrt(x * x + y * y);
        struct look_walk at = {axis - (size - thin), (x * way.x + y * way.y) / axis,
                               from.z + t * way.z - thin, way.z, 0};
        at.circle = sqrt(at.level * at.level + at.height * at.height);
        double away = at.circle - thin;
        if (away < reached)
            return t;
        t += look_higher(away, look_leap(&at, away));
    }
    return LOOK_NOWHERE;
}

/* How far along a ray of length 1 a solid is met. */
static inline double look_meet(const struct look_body *body, struct tes_vector way)
{
    static double (*const meets[TES_SOLID_COUNT])(const struct look_body *, struct tes_vector) = {
        [TES_SOLID_CUBE] = look_meet_cube,         [TES_SOLID_BALL] = look_meet_ball,
        [TES_SOLID_CYLINDER] = look_meet_cylinder, [TES_SOLID_CONE] = look_meet_cone,
        [TES_SOLID_PYRAMID] = look_meet_pyramid,   [TES_SOLID_RING] = look_meet_ring,
    };
    double along = look_dot(body->core, way);
    if (body->solid >= TES_SOLID_COUNT ||
        body->far * body->far - along * along > body->reach * body->reach)
        return LOOK_NOWHERE;
    return meets[body->solid](body, way);
}

/* ------------------------------------------------------------------ frames */

static inline struct tes_vector look_see(const struct look *look, struct tes_vector point)
{
    struct tes_vector way = look_sum(point, look->eye, -1);
    double depth = look_dot(way, look->forward), per = 1 / (depth * look->tangent);
    return (struct tes_vector){look_dot(way, look->right) * per, look_dot(way, look->up) * per,
                               depth};
}

static inline void look_add(const struct look *look, struct look_frame *frame,
                            struct tes_vector point)
{
    struct tes_vector seen = look_see(look, point);
    frame->left = look_lower(frame->left, seen.x);
    frame->right = look_higher(frame->right, seen.x);
    frame->bottom = look_lower(frame->bottom, seen.y);
    frame->top = look_higher(frame->top, seen.y);
}

/* Sine and cosine of the points around a circle. */
static inline const double *look_round(unsigned i)
{
    static double points[LOOK_ROUND][2];
    if (points[0][1] == 0)
        for (unsigned j = 0; j < LOOK_ROUND; j++) {
            points[j][0] = sin(look_radians(360.0 * j / LOOK_ROUND));
            points[j][1] = cos(look_radians(360.0 * j / LOOK_ROUND));
        }
    return points[i];
}

static inline void look_add_circle(const struct look *look, struct look_body *body, double radius,
                                   double height)
{
    for (unsigned i = 0; i < LOOK_ROUND; i++) {
        const double *round = look_round(i);
        struct tes_vector point = {body->at.x + radius * round[1], body->at.y + radius * round[0],
                                   body->at.z + height};
        look_add(look, &body->frame, point);
    }
}

static inline void look_add_square(const struct look *look, struct look_body *body, double height)
{
    for (unsigned i = 0; i < 4; i++) {
        struct tes_vector corner = {(i & 1) != 0 ? body->size : -body->size,
                                    (i & 2) != 0 ? body->size : -body->size, height};
        look_add(look, &body->frame,
                 look_sum(body->at, look_turned(corner, body->sine, body->cosine), 1));
    }
}

/* The circle at which rays touch a ball. */
static inline void look_add_ball(const struct look *look, struct look_body *body)
{
    double far = sqrt(look_dot(body->core, body->core)), size = body->size;
    double nearer = size * size / far, radius = sqrt(size * size - nearer * nearer);
    struct tes_vector middle = look_sum(look->eye, body->core, (far - nearer) / far);
    struct tes_vector aside = look_unit((struct tes_vector){body->core.y, -body->core.x, 0});
    struct tes_vector ahead = look_unit(body->core);
    struct tes_vector above = {aside.y * ahead.z, -aside.x * ahead.z,
                               aside.x * ahead.y - aside.y * ahead.x};
    for (unsigned i = 0; i < LOOK_ROUND; i++) {
        const double *round = look_round(i);
        struct tes_vector point = look_sum(middle, aside, radius * round[1]);
        look_add(look, &body->frame, look_sum(point, above, radius * round[0]));
    }
}

/* The part of the picture that a solid takes, from points on its surface. */
static inline void look_set_frame(const struct look *look, struct look_body *body)
{
    const struct tes_vector apex = {body->at.x, body->at.y, body->at.z + body->height};
    body->frame = (struct look_frame){LOOK_NOWHERE, -LOOK_NOWHERE, LOOK_NOWHERE, -LOOK_NOWHERE};
    switch (body->solid) {
    case TES_SOLID_CUBE:
        look_add_square(look, body, body->height);
        look_add_square(look, body, 0);
        break;
    case TES_SOLID_PYRAMID:
        look_add_square(look, body, 0);
        look_add(look, &body->frame, apex);
        break;
    case TES_SOLID_BALL:
        look_add_ball(look, body);
        break;
    case TES_SOLID_CYLINDER:
        look_add_circle(look, body, body->size, body->height);
        look_add_circle(look, body, body->size, 0);
        break;
    case TES_SOLID_CONE:
        look_add_circle(look, body, body->size, 0);
        look_add(look, &body->frame, apex);
        break;
    case TES_SOLID_RING:
        look_add_circle(look, body, body->size - body->height / 2, body->height);
        look_add_circle(look, body, body->size, body->height / 2);
        look_add_circle(look, body, body->size - body->height / 2, 0);
        break;
    default:
        break;
    }
}

/* -------------------------------------------------------------------- look */

/* Readies a body for rays from another place than the eye. */
static inline void look_ready(struct look_body *body, struct tes_vector eye)
{
    struct tes_vector from = look_sum(eye, body->at, -1);
    bool is_square = body->solid == TES_SOLID_CUBE || body->solid == TES_SOLID_PYRAMID;
    body->from = is_square ? look_turned(from, -body->sine, body->cosine) : from;
    body->core = look_sum(body->at, eye, -1);
    body->core.z += body->height / 2;
    body->far = sqrt(look_dot(body->core, body->core));
}

static inline void look_start(const struct tes_scene *scene, const struct look_from *from,
                              struct look *look)
{
    double sine = sin(look_radians(from->turn)), cosine = cos(look_radians(from->turn));
    look->eye = from->eye;
    look->forward = look_unit(look_sum(from->target, from->eye, -1));
    look->right = look_unit((struct tes_vector){look->forward.y, -look->forward.x, 0});
    /* right x forward */
    look->up =
        (struct tes_vector){look->right.y * look->forward.z, -look->right.x * look->forward.z,
                            look->right.x * look->forward.y - look->right.y * look->forward.x};
    look->tangent = tan(look_radians(from->field / 2));
    look->count = scene->count;
    for (unsigned i = 0; i < scene->count; i++) {
        const struct tes_thing *thing = &scene->things[i];
        struct look_body *body = &look->bodies[i];
        double turn = look_radians(thing->turn + from->turn);
        body->solid = thing->solid;
        body->size = thing->size;
        body->height = thing->height;
        body->at = look_turned(thing->at, sine, cosine);
        body->sine = sin(turn);
        body->cosine = cos(turn);
        bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
        body->around = thing->size * (is_square ? sqrt(2) : 1) + 1e-9;
        body->reach = sqrt(body->around * body->around + thing->height * thing->height / 4);
        look_ready(body, from->eye);
        look_set_frame(look, body);
    }
}

static inline bool look_overlaps(const struct look_frame *a, const struct look_frame *b)
{
    const double room = 0.01; /* frames are drawn around points: a little too small */
    return a->left < b->right + room && b->left < a->right + room && a->bottom < b->top + room &&
           b->bottom < a->top + room;
}

/* Whether a solid could hide something of another: they overlap in the picture, and no upright
 * plane has all of the one and the eye on this side, and the other beyond. */
static inline bool look_could_hide(const struct look *look, unsigned front, unsigned back)
{
    const struct look_body *a = &look->bodies[front], *b = &look->bodies[back];
    if (!look_overlaps(&a->frame, &b->frame))
        return false;
    double x = a->at.x - b->at.x, y = a->at.y - b->at.y, apart = sqrt(x * x + y * y);
    double eye = ((look->eye.x - b->at.x) * x + (look->eye.y - b->at.y) * y) / apart;
    double plane = apart - a->around; /* that touches the one in front */
    return plane < b->around || plane < eye;
}

/* The ray through a place of the picture. */
static inline struct tes_vector look_ray(const struct look *look, double x, double y)
{
    struct tes_vector way = look_sum(look->forward, look->right, x * look->tangent);
    return look_unit(look_sum(way, look->up, y * look->tangent));
}

/* Of rays through a solid. */
struct look_share {
    unsigned rays;                  /* that meet it */
    unsigned seen;                  /* and nothing before it */
    unsigned leads_to[LOOK_BODIES]; /* and another one after it; counted where it is asked for */
};

enum look_what { LOOK_SEEN, LOOK_LEADS };

/* Looks at a solid through a grid of so many rays each way. What can't hide it is looked for only
 * where it is asked what comes after it. */
static inline struct look_share look_at(const struct look *look, unsigned thing, unsigned side,
                                        enum look_what what)
{
    struct look_share share = {0};
    const struct look_body *body = &look->bodies[thing];
    const struct look_frame *frame = &body->frame;
    unsigned others[LOOK_BODIES], other_count = 0;
    for (unsigned i = 0; i < look->count; i++)
        if (i != thing && (what == LOOK_LEADS ? look_overlaps(frame, &look->bodies[i].frame)
                                              : look_could_hide(look, i, thing)))
            others[other_count++] = i;
    for (unsigned i = 0; i < side * side; i++) {
        unsigned row = i / side, column = i % side;
        double x = frame->left + (frame->right - frame->left) * (column + 0.5) / side;
        double y = frame->bottom + (frame->top - frame->bottom) * (row + 0.5) / side;
        struct tes_vector way = look_ray(look, x, y);
        double own = look_meet(body, way);
        if (own == LOOK_NOWHERE)
            continue;
        bool is_seen = true;
        share.rays++;
        for (unsigned j = 0; j < other_count && (is_seen || what == LOOK_LEADS); j++) {
            double other = look_meet(&look->bodies[others[j]], way);
            is_seen = is_seen && other > own;
            share.leads_to[others[j]] += other != LOOK_NOWHERE && other > own;
        }
        share.seen += is_seen;
    }
    return share;
}

/* Whether one solid hides anything of another: rays through the part of the picture that both could
 * take. */
static inline bool look_hides(const struct look *look, unsigned front, unsigned back)
{
    enum { SIDE = 14 };
    const struct look_frame *a = &look->bodies[front].frame, *b = &look->bodies[back].frame;
    struct look_frame both = {look_higher(a->left, b->left), look_lower(a->right, b->right),
                              look_higher(a->bottom, b->bottom), look_lower(a->top, b->top)};
    if (!look_could_hide(look, front, back))
        return false;
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        double x = both.left + (both.right - both.left) * (i % SIDE + 0.5) / SIDE;
        double y = both.bottom + (both.top - both.bottom) * (i / SIDE + 0.5) / SIDE;
        struct tes_vector way = look_ray(look, x, y);
        double near = look_meet(&look->bodies[front], way);
        if (near != LOOK_NOWHERE) {
            double far = look_meet(&look->bodies[back], way);
            if (far != LOOK_NOWHERE && near < far)
                return true;
        }
    }
    return false;
}

/* Whether nothing hides anything of a solid. */
static inline bool look_is_whole(const struct look *look, unsigned thing)
{
    for (unsigned i = 0; i < look->count; i++)
        if (i != thing && look_hides(look, i, thing))
            return false;
    return true;
}

/* Whether no other solid could hide anything of this one; then no ray is needed. */
static inline bool look_is_alone(const struct look *look, unsigned thing)
{
    for (unsigned i = 0; i < look->count; i++)
        if (i != thing && look_could_hide(look, i, thing))
            return false;
    return true;
}

/* The share of a solid that is seen: from few rays, or from many where it is within `near` of the
 * `limit`. */
static inline double look_share_seen(const struct look *look, unsigned thing, double limit,
                                     double near)
{
    enum { FEW = 9, MANY = 40 };
    if (look_is_alone(look, thing))
        return 1;
    struct look_share share = look_at(look, thing, FEW, LOOK_SEEN);
    double seen = share.rays == 0 ? limit : (double)share.seen / share.rays;
    if (fabs(seen - limit) < near) {
        share = look_at(look, thing, MANY, LOOK_SEEN);
        seen = share.rays == 0 ? 0 : (double)share.seen / share.rays;
    }
    return seen;
}

/* Whether nothing stands between a place and a point. Readies all bodies for that place. */
static inline bool look_reaches(struct look *look, struct tes_vector from, struct tes_vector point)
{
    struct tes_vector way = look_sum(point, from, -1);
    double far = sqrt(look_dot(way, way));
    way = look_unit(way);
    for (unsigned i = 0; i < look->count; i++) {
        look_ready(&look->bodies[i], from);
        if (look_meet(&look->bodies[i], way) < far)
            return false;
    }
    return true;
}

#endif

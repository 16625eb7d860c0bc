/* How close two things are. The area that a thing stands on is a square, or a point with a radius
 * around it. */
#include "challenge/scene/cast.h"

enum { CORNERS_MOST = 4 };

struct foot {
    double corners[CORNERS_MOST][2]; /* anticlockwise */
    unsigned count;
    double radius;
    double bottom, top;
};

static struct foot foot_of(const struct tes_thing *thing)
{
    struct tes_vector middle = tes_thing_middle(thing), axes[3];
    struct foot foot = {{{middle.x, middle.y}}, 1, thing->size, thing->at.z, 0};
    foot.top = thing->at.z + tes_thing_extent(thing).high.z;
    if (thing->solid == TES_SOLID_POLYCUBE) {
        foot.radius = tes_thing_reach(thing);
        foot.bottom = middle.z - foot.radius;
        foot.top = middle.z + foot.radius;
    }
    if (thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID) {
        static const int signs[CORNERS_MOST][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        tes_thing_axes(thing, axes);
        for (unsigned i = 0; i < CORNERS_MOST; i++) {
            double x = thing->size * signs[i][0], y = thing->size * signs[i][1];
            foot.corners[i][0] = thing->at.x + axes[0].x * x + axes[1].x * y;
            foot.corners[i][1] = thing->at.y + axes[0].y * x + axes[1].y * y;
        }
        foot.count = CORNERS_MOST;
        foot.radius = 0;
    }
    return foot;
}

/* The squared distance from a point to the edge between two others. */
static double square_to_edge(const double point[2], const double from[2], const double to[2])
{
    double edge[2] = {to[0] - from[0], to[1] - from[1]};
    double way[2] = {point[0] - from[0], point[1] - from[1]};
    double length = edge[0] * edge[0] + edge[1] * edge[1];
    double share = length > 0 ? (way[0] * edge[0] + way[1] * edge[1]) / length : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    double x = way[0] - edge[0] * share, y = way[1] - edge[1] * share;
    return x * x + y * y;
}

/* Whether all of `b` lies outside of one edge of `a`. Of two areas that do not overlap, at least
 * one has such an edge. A point has none. */
static bool separates(const struct foot *a, const struct foot *b)
{
    for (unsigned i = 0; a->count > 1 && i < a->count; i++) {
        const double *from = a->corners[i], *to = a->corners[(i + 1) % a->count];
        bool all = true;
        for (unsigned j = 0; j < b->count; j++) {
            const double *point = b->corners[j];
            double side =
                (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
            all = all && side < 0;
        }
        if (all)
            return true;
    }
    return false;
}

/* The least squared distance from a corner of `a` to an edge of `b`. */
static double least_square(const struct foot *a, const struct foot *b)
{
    double least = 1e300;
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned j = 0; j < b->count; j++) {
            double square =
                square_to_edge(a->corners[i], b->corners[j], b->corners[(j + 1) % b->count]);
            least = square < least ? square : least;
        }
    }
    return least;
}

static bool is_square(const struct tes_thing *thing)
{
    return thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
}

/* As tes_cast_too_close(), for a round thing and a square one at the same height. */
static bool is_round_too_close(const struct tes_thing *round, const struct tes_thing *square,
                               double gap)
{
    struct tes_vector local = tes_thing_local(square, round->at);
    double x = (local.x < 0 ? -local.x : local.x) - square->size;
    double y = (local.y < 0 ? -local.y : local.y) - square->size;
    x = x > 0 ? x : 0;
    y = y > 0 ? y : 0;
    return x * x + y * y < (round->size + gap) * (round->size + gap);
}

bool tes_cast_too_close(const struct tes_thing *a, const struct tes_thing *b, double gap)
{
    if (a->solid == TES_SOLID_DISC || b->solid == TES_SOLID_DISC)
        return false;
    bool is_level = a->at.z == b->at.z && a->solid < TES_SOLID_COUNT && b->solid < TES_SOLID_COUNT;
    if (is_level && is_square(a) != is_square(b))
        return is_square(a) ? is_round_too_close(b, a, gap) : is_round_too_close(a, b, gap);
    struct foot one = foot_of(a), other = foot_of(b);
    if (one.bottom >= other.top + gap || other.bottom >= one.top + gap)
        return false;
    bool points = one.count == 1 && other.count == 1;
    if (!points && !separates(&one, &other) && !separates(&other, &one))
        return true;
    double there = least_square(&one, &other), back = least_square(&other, &one);
    double apart = one.radius + other.radius + gap;
    return (there < back ? there : back) < apart * apart;
}

#include "draw/scene/shadow.h"

static double side_of(struct tes_hull_point a, struct tes_hull_point b, struct tes_hull_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* From each corner, the next one is the point that has all others on its left. */
unsigned tes_hull_of(const struct tes_hull_point *points, unsigned count,
                     struct tes_hull_point *hull)
{
    unsigned first = 0, length = 0;
    for (unsigned i = 1; i < count; i++)
        if (points[i].x < points[first].x ||
            (points[i].x == points[first].x && points[i].y < points[first].y))
            first = i;
    unsigned at = first;
    do {
        unsigned next = at == 0 ? 1 : 0;
        hull[length++] = points[at];
        for (unsigned i = 0; i < count; i++)
            if (i != at && side_of(points[at], points[next], points[i]) < 0)
                next = i;
        at = next;
    } while (at != first && length < count);
    return length;
}

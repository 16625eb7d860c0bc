/* hull.h: the convex hull of a few points. */
#ifndef TES_HULL_H
#define TES_HULL_H

struct tes_hull_point {
    double x, y, height; /* the height is copied and not looked at */
};

/* Writes the corners of the convex hull of `count` points (at least 2), in order. Returns how many
 * there are, at most `count`. */
unsigned tes_hull_of(const struct tes_hull_point *points, unsigned count,
                     struct tes_hull_point *hull);

#endif

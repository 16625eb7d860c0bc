/* hull.h: the outline of a few points. */
#ifndef TES_HULL_H
#define TES_HULL_H

struct tes_hull_point {
    double x, y, height; /* the height is only carried along */
};

/* Writes the corners of the smallest convex outline around `count` (at least 2) points, in order.
 * Returns how many there are, at most `count`. */
unsigned tes_hull_of(const struct tes_hull_point *points, unsigned count,
                     struct tes_hull_point *hull);

#endif

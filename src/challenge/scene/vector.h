/*
 * vector.h: points and directions in space: x to the right, y away from the viewer, z up; the
 * ground is z = 0. Doubles, and only operations that IEEE 754 rounds in one way, so that results
 * are the same everywhere.
 */
#ifndef TES_VECTOR_H
#define TES_VECTOR_H

struct tes_vector {
    double x, y, z;
};

static inline struct tes_vector tes_vector_add(struct tes_vector a, struct tes_vector b)
{
    return (struct tes_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct tes_vector tes_vector_subtract(struct tes_vector a, struct tes_vector b)
{
    return (struct tes_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct tes_vector tes_vector_scale(struct tes_vector a, double by)
{
    return (struct tes_vector){a.x * by, a.y * by, a.z * by};
}

static inline double tes_vector_dot(struct tes_vector a, struct tes_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct tes_vector tes_vector_cross(struct tes_vector a, struct tes_vector b)
{
    return (struct tes_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double tes_vector_length(struct tes_vector a)
{
    return __builtin_sqrt(tes_vector_dot(a, a));
}

/* The same direction with length 1; the zero vector stays. */
static inline struct tes_vector tes_vector_unit(struct tes_vector a)
{
    double length = tes_vector_length(a);
    return length > 0 ? tes_vector_scale(a, 1 / length) : a;
}

#endif

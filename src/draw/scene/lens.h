/*
 * lens.h: a camera in pixels. A ray through a place of the picture is not of length 1: its forward
 * component is 1, so that the ray is a linear function of the pixel's x and y. A point at t times a
 * ray has depth t. Nearness is 1 / t, which is also linear on a plane, so no division is needed for
 * each pixel.
 */
#ifndef TES_LENS_H
#define TES_LENS_H

#include "challenge/scene/scene.h"

/* c + x * X + y * Y */
struct tes_linear {
    double c, x, y;
};

/* c + x * X + y * Y + xx * X * X + xy * X * Y + yy * Y * Y */
struct tes_conic {
    double c, x, y, xx, xy, yy;
};

struct tes_lens {
    struct tes_viewer viewer;
    unsigned width, height;
    struct tes_linear ray[3]; /* components along the scene's x, y and z; x and y are in pixels */
};

struct tes_lens tes_lens_of(const struct tes_camera *camera, unsigned width, unsigned height);

/* The components of the same rays along other axes. */
void tes_lens_turn(const struct tes_lens *lens, const struct tes_vector axes[3],
                   struct tes_linear ray[3]);

/* The scalar product of the rays with a vector. */
struct tes_linear tes_lens_dot(const struct tes_linear ray[3], struct tes_vector vector);

/* Adds factor * a * b. */
void tes_lens_conic_add(struct tes_conic *conic, struct tes_linear a, struct tes_linear b,
                        double factor);

static inline double tes_lens_linear_at(const struct tes_linear *linear, double x, double y)
{
    return linear->c + linear->x * x + linear->y * y;
}

static inline double tes_lens_conic_at(const struct tes_conic *conic, double x, double y)
{
    return conic->c + (conic->x + conic->xx * x + conic->xy * y) * x +
           (conic->y + conic->yy * y) * y;
}

/* How many pixels a place is inside of the region where the conic is positive. Exact only near the
 * region's edge. */
double tes_lens_conic_margin(const struct tes_conic *conic, double x, double y);

#endif

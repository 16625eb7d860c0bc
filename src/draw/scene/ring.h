/*
 * ring.h: rays and rings. There is no short formula for where they meet, but one for how far a
 * point is from a ring, so a ray goes on step by step, as far as that distance allows, until
 * nothing is left of it.
 */
#ifndef TES_RING_H
#define TES_RING_H

#include "draw/scene/surface.h"

/* Where a ray (own axes, from the eye) is closest to the middle line of a ring's half towards the
 * eye, or of the other one. `depth` is along the ray; returns how far inside of the ring that is,
 * or how far outside, negative. */
double tes_ring_depth(const struct tes_model *model, struct tes_vector ray, bool is_far,
                      double *depth);

/* Enters a ring's row, like tes_surface_enter(). */
void tes_ring_enter(const struct tes_model *model, uint32_t number, int y,
                    struct tes_surface_row *row);

#endif

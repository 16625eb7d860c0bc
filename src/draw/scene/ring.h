/*
 * ring.h: rays and rings. There is no short formula for where a ray meets a ring, but one for the
 * distance between a point and a ring. So a ray advances by that distance again and again, until
 * the distance is almost 0.
 */
#ifndef TES_RING_H
#define TES_RING_H

#include "draw/scene/surface.h"

/* Where a ray from the eye, in the model's own axes, is closest to the centre line of the ring's
 * near half, or of its far half. `depth` is along the ray. Returns how far inside of the ring that
 * point is; negative is outside. */
double tes_ring_depth(const struct tes_model *model, struct tes_vector ray, bool is_far,
                      double *depth);

/* Enters a row of a ring, like tes_surface_enter(). */
void tes_ring_enter(const struct tes_model *model, uint32_t number, int y,
                    struct tes_surface_row *row);

#endif

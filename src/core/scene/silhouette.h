/*
 * silhouette.h: how much of a picture a thing takes, row by row and without a ray. Round things are
 * told by octagons and the ring has no hole: good to a few hundredths of an area, so whoever has to
 * know better casts rays.
 */
#ifndef TES_SILHOUETTE_H
#define TES_SILHOUETTE_H

#include "core/scene/scene.h"

#define TES_SILHOUETTE_ROWS 64 /* from the bottom of a picture to its top */

struct tes_silhouette {
    unsigned first, end;                /* its rows */
    double left[TES_SILHOUETTE_ROWS];   /* its ends in each of them, as tes_seen has them */
    double right[TES_SILHOUETTE_ROWS];  /* likewise */
    double left_most, right_most, area; /* of all its rows; the area in rows */
    double distance;                    /* from the eye to its middle */
};

/* The silhouette of a solid that stands on the ground; false where some of it is not ahead of the
 * viewer, or none of it is in the picture. */
bool tes_silhouette_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                       struct tes_silhouette *silhouette);

/* The area that two have in common. */
double tes_silhouette_overlap(const struct tes_silhouette *a, const struct tes_silhouette *b);

/* Whether a place of the picture is on it. */
bool tes_silhouette_covers(const struct tes_silhouette *silhouette, double x, double y);

#endif

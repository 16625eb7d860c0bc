/*
 * scene_silhouette.h: the part of a picture that a thing covers, row by row, found without rays.
 * Round things are taken as octagons and a ring as if it had no hole: areas are right to a few
 * hundredths. Where that is not enough, rays are needed.
 */
#ifndef TES_SCENE_SILHOUETTE_H
#define TES_SCENE_SILHOUETTE_H

#include "challenge/scene/scene.h"

#define TES_SILHOUETTE_ROWS 64 /* from the bottom of a picture to its top */

struct tes_silhouette {
    unsigned first, end;              /* the rows that it covers: first .. end - 1 */
    double left[TES_SILHOUETTE_ROWS]; /* its ends in each row, as x in struct tes_seen */
    double right[TES_SILHOUETTE_ROWS];
    double left_most, right_most, area; /* of all rows; the area is in rows */
    double distance;                    /* from the eye to its middle */
};

/* The silhouette of a solid that stands on the ground; false where some of it is not in front of
 * the viewer, or none of it is in the picture. */
bool tes_silhouette_of(const struct tes_thing *thing, const struct tes_viewer *viewer,
                       struct tes_silhouette *silhouette);

/* The area that two silhouettes share. */
double tes_silhouette_overlap(const struct tes_silhouette *a, const struct tes_silhouette *b);

/* Whether a silhouette covers a place of the picture. */
bool tes_silhouette_covers(const struct tes_silhouette *silhouette, double x, double y);

#endif

/*
 * table_look.h: one viewer's look at a table while solids are put on it one after another: how much
 * of each solid the others hide, and whether every point that has to be seen is. Silhouettes answer
 * that for every place that is tried; at the end, rays decide what silhouettes leave open.
 */
#ifndef TES_TABLE_LOOK_H
#define TES_TABLE_LOOK_H

#include "challenge/scene/cast.h"
#include "challenge/scene/scene_silhouette.h"

#define TES_LOOK_MARKS 16

struct tes_look {
    struct tes_viewer viewer;
    double share;    /* of each solid that has to be seen */
    uint32_t placed; /* the solids that are on the table, a bit each */
    struct tes_silhouette silhouettes[TES_SCENE_THINGS];
    double hidden[TES_SCENE_THINGS]; /* of each solid, as a share of its area; never too little */
    double hides[TES_SCENE_THINGS];  /* what the solid that was tried last would add to that */
    struct tes_vector marks[TES_LOOK_MARKS]; /* points that have to be seen, */
    struct tes_seen seen[TES_LOOK_MARKS];    /* where they are in the picture, */
    double distances[TES_LOOK_MARKS];        /* and how far from the eye */
    unsigned mark_count;
};

/* Starts with no solids and no points. */
void tes_look_start(struct tes_look *look, const struct tes_viewer *viewer, double share);

/* Adds a point that no solid may hide; at most TES_LOOK_MARKS of them. */
void tes_look_mark(struct tes_look *look, struct tes_vector point);

/* Tries a solid where it is now: whether enough of it is seen, enough of all others, and every
 * point. */
bool tes_look_fits(struct tes_look *look, const struct tes_thing *thing, unsigned index);

/* Adds the solid that was tried last. */
void tes_look_keep(struct tes_look *look, unsigned index);

/* Removes a solid. */
void tes_look_lift(struct tes_look *look, unsigned index);

/* Whether all of that is true; by rays where silhouettes are not certain. */
bool tes_look_holds(const struct tes_look *look, const struct tes_bodies *bodies);

#endif

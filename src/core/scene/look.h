/*
 * look.h: a look at a table while solids are put on it one after another: who hides how much of
 * whom, and whether all marks stay in sight. Silhouettes say so for every place that is tried; rays
 * decide in the end where these leave it open.
 */
#ifndef TES_LOOK_H
#define TES_LOOK_H

#include "core/scene/cast.h"
#include "core/scene/silhouette.h"

#define TES_LOOK_MARKS 16

struct tes_look {
    struct tes_viewer viewer;
    double share;    /* of every solid that has to be seen */
    uint32_t placed; /* the solids that are there, a bit each */
    struct tes_silhouette silhouettes[TES_SCENE_THINGS];
    double hidden[TES_SCENE_THINGS];         /* of each, as a share of its area; rather too much */
    double hides[TES_SCENE_THINGS];          /* what the last one that was tried adds to that */
    struct tes_vector marks[TES_LOOK_MARKS]; /* points that have to be seen, */
    struct tes_seen seen[TES_LOOK_MARKS];    /* where they are in the picture, */
    double distances[TES_LOOK_MARKS];        /* and how far from the eye */
    unsigned mark_count;
};

/* Starts a look, without solids and marks. */
void tes_look_start(struct tes_look *look, const struct tes_viewer *viewer, double share);

/* Adds a point that no solid may hide. At most TES_LOOK_MARKS. */
void tes_look_mark(struct tes_look *look, struct tes_vector point);

/* Whether enough of a solid is seen where it is now, of all others beside it, and every mark. */
bool tes_look_fits(struct tes_look *look, const struct tes_thing *thing, unsigned index);

/* Takes the solid that was tried last to be there. */
void tes_look_keep(struct tes_look *look, unsigned index);

/* Takes a solid away again that is there. */
void tes_look_lift(struct tes_look *look, unsigned index);

/* Whether all of that holds, by rays where it is not certain. */
bool tes_look_holds(const struct tes_look *look, const struct tes_bodies *bodies);

#endif

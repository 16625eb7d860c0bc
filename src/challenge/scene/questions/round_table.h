/*
 * round_table.h: solids on a round table: what the questions about tables share. The table is the
 * first thing of a scene, followed by the solids: six, each kind once, unless a question asks for
 * another number.
 */
#ifndef TES_ROUND_TABLE_H
#define TES_ROUND_TABLE_H

#include "challenge/scene/cast.h"
#include "challenge/scene/questions/question.h"
#include "challenge/scene/scene_silhouette.h"

#define TES_TABLE_RADIUS 3.6  /* of the table itself */
#define TES_TABLE_ROOM   2.4  /* how far from the table's middle solids may be */
#define TES_TABLE_GAP    0.25 /* least distance between two solids */
/* Free space around solids that nothing hides, where half of the picture's height is 1. */
#define TES_TABLE_OPEN 0.015
/* The first solid's index, and the one after the last of six. */
#define TES_TABLE_FIRST  1
#define TES_TABLE_END    (TES_TABLE_FIRST + TES_SOLID_COUNT)
#define TES_TABLE_SOLIDS 7 /* most solids on a table */

/* Half of a picture's width, where half of its height is 1. */
#define TES_TABLE_ASPECT (4.0 / 3.0)

/* Starts a scene with the table and six solids in random order, all of them still in the middle.
 * The camera is `above` degrees above the ground, and so far away that the whole table is in the
 * picture. */
void tes_table_start(struct tes_random *random, double above, struct tes_scene *scene);

/* The same with another number of solids, at most TES_TABLE_SOLIDS: with fewer than six, kinds are
 * left out; with more, there are two of a kind. */
void tes_table_start_with(struct tes_random *random, double above, unsigned count,
                          struct tes_scene *scene);

/* Moves the camera up (degrees above 0) or down, at the same distance from what it looks at. */
void tes_table_tilt(struct tes_scene *scene, double degrees);

/* Picks how far the table turns and which way round: a whole number of `step` degrees from `least`
 * to `most`, at least `clear` degrees from a multiple of 90. */
struct tes_table_turns {
    unsigned step, least, most, clear;
};
void tes_table_turn(struct tes_random *random, const struct tes_table_turns *turns,
                    struct tes_question_asked *question);

/* The question's turn in degrees; positive is anticlockwise. */
double tes_table_degrees(const struct tes_question_asked *question);

/* The index of the thing that is this solid. */
unsigned tes_table_find(const struct tes_scene *scene, enum tes_solid solid);

/* Picks a place at most `room` from the middle. */
struct tes_vector tes_table_spot(struct tes_random *random, double room);

/* The camera as it would see the table after it has turned by so many degrees: this turns the
 * camera instead of all solids. */
struct tes_viewer tes_table_after(const struct tes_camera *camera, double degrees);

/* Where solids may be put: at most `room` from the middle, or where `pick` says, if that is not
 * NULL. `is_good`, if not NULL, can reject a place. Solids keep their distance from one another,
 * and have to be seen in all looks. */
struct tes_table_plan {
    double room;
    struct tes_vector (*pick)(struct tes_random *random, const void *context);
    bool (*is_good)(const struct tes_scene *scene, unsigned thing, const void *context);
    const void *context;
    struct tes_look *looks;
    unsigned look_count;
};

/* Whether a solid can stay where it is, beside those whose bit is set in `placed`; if so, it is
 * added to the looks. */
bool tes_table_keep(const struct tes_scene *scene, const struct tes_table_plan *plan,
                    unsigned thing, uint32_t placed);

/* Finds places for all solids whose bit is not set in `placed`; false where there is no room. */
bool tes_table_place(struct tes_random *random, struct tes_scene *scene,
                     const struct tes_table_plan *plan, uint32_t placed);

/* Whether a thing keeps its distance from those whose bit is set in `others`. */
bool tes_table_is_free(const struct tes_scene *scene, unsigned thing, uint32_t others);

/* Whether all of a solid is in a viewer's picture, and large enough to be recognised. */
bool tes_table_is_framed(const struct tes_thing *thing, const struct tes_viewer *viewer);

/* Whether all looks are satisfied, and every solid is in the picture of the first look and large
 * enough. */
bool tes_table_is_good(const struct tes_scene *scene, const struct tes_look *looks, unsigned count);

/* Adds the end of the arrow on the table's rim to a look. The arrow shows the question's turn and
 * starts where the camera is. */
#define TES_TABLE_ARROW 3.41 /* its distance from the table's middle */
void tes_table_mark_end(const struct tes_question_asked *question, struct tes_look *look);

/* A sentence with how far the table turns in its holes {degrees} and {direction}, and one more hole
 * where that has a name. */
struct tes_instruction tes_table_ask(const struct tes_question_asked *question, const char *key,
                                     struct tes_instruction_hole hole);

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

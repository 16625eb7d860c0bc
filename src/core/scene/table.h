/*
 * table.h: six different solids on a round table: what the questions about turns share. The table
 * is the first thing of a scene, the solids are the six after it, each solid once.
 */
#ifndef TES_TABLE_H
#define TES_TABLE_H

#include "core/scene/look.h"
#include "core/scene/question.h"

#define TES_TABLE_RADIUS 3.6   /* of the table itself */
#define TES_TABLE_ROOM   2.4   /* how far from the middle solids may have theirs */
#define TES_TABLE_GAP    0.25  /* least room between two solids */
#define TES_TABLE_OPEN   0.015 /* around what nothing hides, in halves of the picture's height */
#define TES_TABLE_FIRST  1     /* the first solid's index, and the one after the last */
#define TES_TABLE_END    (TES_TABLE_FIRST + TES_SOLID_COUNT)

/* Half of a picture's width where half of its height is 1. */
#define TES_TABLE_ASPECT (4.0 / 3.0)

/* The table and six solids in random order, all still in the middle; the camera `above` degrees
 * above the ground and just so far away that the whole table is in the picture. */
void tes_table_start(struct tes_random *random, double above, struct tes_scene *scene);

/* Moves the camera up (above 0) or down around what it looks at, as far from it as before. */
void tes_table_tilt(struct tes_scene *scene, double degrees);

/* How far to turn, a whole number of `step` degrees from `least` to `most`, and no closer than
 * `clear` to a quarter turn unless that is 0; and which way round. */
struct tes_table_turns {
    unsigned step, least, most, clear;
};
void tes_table_turn(struct tes_random *random, const struct tes_table_turns *turns,
                    struct tes_question_asked *question);

/* The degrees of the question's turn, anticlockwise. */
double tes_table_degrees(const struct tes_question_asked *question);

/* The index of a solid. */
unsigned tes_table_find(const struct tes_scene *scene, enum tes_solid solid);

/* Draws a place at most `room` from the middle. */
struct tes_vector tes_table_spot(struct tes_random *random, double room);

/* Who looks at the table as `camera` would if it were turned by so many degrees: nothing else has
 * to be turned then. */
struct tes_viewer tes_table_after(const struct tes_camera *camera, double degrees);

/* Where solids may be put: at most `room` from the middle, or where `draw` draws a place if that is
 * not NULL; where `is_good`, which may be NULL, lets them, as far from one another as solids have
 * to be, and in sight of all looks. */
struct tes_table_plan {
    double room;
    struct tes_vector (*pick)(struct tes_random *random, const void *context);
    bool (*is_good)(const struct tes_scene *scene, unsigned thing, const void *context);
    const void *context;
    struct tes_look *looks;
    unsigned look_count;
};

/* Whether a solid can stay where it is, beside those in `placed`, a bit each; the looks then keep
 * it. */
bool tes_table_keep(const struct tes_scene *scene, const struct tes_table_plan *plan,
                    unsigned thing, uint32_t placed);

/* Finds places for all solids but those in `placed`; false where there is no room. */
bool tes_table_place(struct tes_random *random, struct tes_scene *scene,
                     const struct tes_table_plan *plan, uint32_t placed);

/* Whether a thing keeps its distance from those in `others`, a bit each. */
bool tes_table_is_free(const struct tes_scene *scene, unsigned thing, uint32_t others);

/* Whether a solid lies wholly in a viewer's picture, and is large enough to be told. */
bool tes_table_is_framed(const struct tes_thing *thing, const struct tes_viewer *viewer);

/* Whether all solids are as the looks want them, and lie wholly and large enough in the picture,
 * which the first look is at. */
bool tes_table_is_good(const struct tes_scene *scene, const struct tes_look *looks, unsigned count);

/* Marks the end of an arrow that runs along the table's rim as the question's turn does, from where
 * the camera is. */
#define TES_TABLE_ARROW 3.41 /* how far from the middle it runs */
void tes_table_mark_end(const struct tes_question_asked *question, struct tes_look *look);

/* "The table turns 90° clockwise" */
void tes_table_ask(const struct tes_question_asked *question, struct tes_buf *text);

#endif

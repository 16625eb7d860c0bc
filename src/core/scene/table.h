/*
 * table.h: six different solids on a round table: what the questions about turns share. The table
 * is the first thing of a scene, the solids are the six after it, each solid once.
 */
#ifndef TES_TABLE_H
#define TES_TABLE_H

#include "core/scene/cast.h"
#include "core/scene/question.h"

#define TES_TABLE_RADIUS 3.6 /* of the table itself */
#define TES_TABLE_ROOM   2.4 /* how far from the middle solids may have theirs */
#define TES_TABLE_GAP    0.25 /* least room between two solids */
#define TES_TABLE_FIRST  1   /* the first solid's index, and the one after the last */
#define TES_TABLE_END    (TES_TABLE_FIRST + TES_SOLID_COUNT)

/* Half of a picture's width where half of its height is 1. */
#define TES_TABLE_ASPECT (4.0 / 3.0)

/* The table and six solids in random order, all still in the middle; the camera `above` degrees
 * above the ground and just so far away that the whole table is in the picture. */
void tes_table_start(struct tes_random *random, double above, struct tes_scene *scene);

/* The camera so high above the ground, and as far around as it was. */
void tes_table_look(struct tes_scene *scene, double above);

/* How far to turn, a whole number of `step` degrees from `least` to `most`, and no closer than
 * `clear` to a quarter turn unless that is 0; and which way round. */
struct tes_table_turns {
    unsigned step, least, most, clear;
};
void tes_table_turn(struct tes_random *random, const struct tes_table_turns *turns,
                    struct tes_question_drawn *question);

/* The degrees of the question's turn, anticlockwise. */
double tes_table_degrees(const struct tes_question_drawn *question);

/* The index of a solid. */
unsigned tes_table_find(const struct tes_scene *scene, enum tes_solid solid);

/* Whether a thing keeps its distance from those in `others`, a bit each. */
bool tes_table_is_free(const struct tes_scene *scene, unsigned thing, uint32_t others);

/* Whether every solid lies wholly in the picture, is large enough to be told, and at least `share`
 * of it is seen. */
bool tes_table_is_clear(const struct tes_scene *scene, double share);

/* Whether nothing hides anything of a thing, and would not if it were a little larger. */
bool tes_table_is_whole(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing);

/* "The table turns 90° clockwise" */
void tes_table_ask(const struct tes_question_drawn *question, struct tes_buf *text);

#endif

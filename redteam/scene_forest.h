/*
 * scene_forest.h: reads a picture of a table by what was learned from pictures that the attacker
 * made itself: trees of comparisons between pixels say of each pixel what solid it shows and where
 * that one's middle is, and the votes are counted.
 */
#ifndef REDTEAM_SCENE_FOREST_H
#define REDTEAM_SCENE_FOREST_H

#include "scene_table.h"

#define FOREST_PICTURES 900

/* Takes a picture to learn from; and learns, when all are there. */
void forest_take(const struct sample *sample);
void forest_learn(void);

/* As table_scene, of a picture whose camera is known. */
bool forest_scene(const struct sight *sight, const struct table *table, struct tes_scene *scene);

#endif

/*
 * scene_table.h: reads a picture of a table into a scene: where the camera is, which patches are
 * solids and where they stand. What is read may be wrong; what is asked of it then is geometry.
 */
#ifndef REDTEAM_SCENE_TABLE_H
#define REDTEAM_SCENE_TABLE_H

#include "scene.h"
#include "scene_pixels.h"

#define TABLE_BLOBS 8
#define BLOB_SIDE   12

/* Something on the table that may be a solid. */
struct blob {
    struct patch patch;
    uint8_t shape[BLOB_SIDE * BLOB_SIDE]; /* how full each part of its frame is, 0 to 255 */
    double wide, high;                    /* in units of the scene, roughly */
};

struct table {
    struct tes_camera camera;
    struct blob blobs[TABLE_BLOBS];
    unsigned count;
    bool has_figure;
    struct tes_vector figure; /* where the viewer's figure stands, in questions that have one */
};

/* Finds the camera and the figure; false where there is no table. */
bool table_find(const struct sight *sight, struct table *table);

/* The colour of most pixels of the table. */
const uint8_t *table_colour(const struct tes_image *image, const struct tes_viewer *viewer);

/* Finds the blobs as well. */
bool table_read(const struct sight *sight, struct table *table);

/* Names the solids, each once, after samples of the attacker's own, and sets them up as a scene. */
void table_learn(const struct sample *sample);
bool table_scene(const struct table *table, struct tes_scene *scene);

#endif

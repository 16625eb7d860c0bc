/*
 * stage.h: a scene prepared for one part of a picture, and the memory for it. It lies in the
 * studio's extra memory.
 */
#ifndef TES_STAGE_H
#define TES_STAGE_H

#include "draw/scene/ground.h"

/* Nothing is kept in it from one picture to the next. */
struct tes_stage {
    struct tes_lens lens;
    struct tes_model models[TES_SCENE_THINGS];
    struct tes_shade_finish finishes[TES_SCENE_THINGS];
    struct tes_eclipses eclipses[TES_SCENE_THINGS];
    struct tes_surface surfaces[TES_SURFACE_MAX];
    struct tes_shade_form forms[TES_SURFACE_MAX]; /* of each surface */
    unsigned surface_count, model_count;
    struct tes_surface_row rows[3];
    struct tes_ground ground;
};

/* The part of a picture that is drawn. */
struct tes_stage_part {
    struct tes_studio *studio;
    struct tes_area area;
    uint32_t *colours;
    unsigned stride, width, height;
    unsigned chips_most; /* on a table, at most */
    uint8_t *ids;        /* may be NULL */
};

/* Prepares the models and surfaces of all things. */
void tes_stage_set(struct tes_stage *stage, const struct tes_scene *scene, unsigned width,
                   unsigned height);

/* Finds what is seen in row y, which may also be -1 or `height`. `row` is one of the stage's rows,
 * as the last call for it left it. */
void tes_stage_look(const struct tes_stage *stage, int y, struct tes_surface_row *row);

/* Writes which things are seen in a row. */
void tes_stage_tell(const struct tes_stage *stage, const struct tes_surface_row *row, uint8_t *ids);

/* The renderers. */
void tes_stage_3d(struct tes_stage *stage, const struct tes_scene *scene,
                  const struct tes_stage_part *part);

void tes_stage_2d(struct tes_stage *stage, const struct tes_scene *scene,
                  const struct tes_stage_part *part);

#endif

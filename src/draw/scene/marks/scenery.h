/*
 * scenery.h: how the picture of each question is drawn: one const row for each question, made by
 * one file here.
 */
#ifndef TES_SCENERY_H
#define TES_SCENERY_H

#include "challenge/types/scene_type.h"
#include "draw/scene/render.h"

struct tes_scenery {
    /* Draws the head of the picture, TES_SCENE_WIDTH wide and `head.height` high: the scene, and
     * marks such as an arrow or a figure. */
    void (*head)(const struct tes_question_asked *question, struct tes_studio *studio,
                 struct tes_area head);

    /* Draws one option into its cell; NULL where options are words. */
    void (*option)(const struct tes_question_asked *question, struct tes_studio *studio,
                   struct tes_area cell, unsigned option);
};

#define QUESTION(name, levels, form, needs) extern const struct tes_scenery tes_scenery_##name;
#include "challenge/scene/questions/questions.def"
#undef QUESTION

#endif

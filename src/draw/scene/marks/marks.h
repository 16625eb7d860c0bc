/*
 * marks.h: what is painted over the picture of a scene: arrows on the table, a figure, lines of
 * sight. Marks on the ground are left out where a solid hides them.
 */
#ifndef TES_MARKS_H
#define TES_MARKS_H

#include "challenge/scene/cast.h"
#include "challenge/scene/questions/question_views.h"
#include "challenge/types/scene_type.h"
#include "draw/paint/paint.h"
#include "draw/paint/studio.h"
#include "draw/scene/render.h"

#define TES_MARKS_ANSWERS 1024

/* Whether points are visible, in the order in which a painter asks. */
struct tes_marks_answers {
    unsigned count, next;
    bool is_open[TES_MARKS_ANSWERS];
};

struct tes_marks {
    const struct tes_question_asked *question;
    struct tes_viewer viewer;
    struct tes_bodies bodies;
    struct tes_area head;
    struct tes_marks_answers *answers; /* while painting */
};

/* Renders the scene into the head of the picture, and prepares marks on it. */
struct tes_marks tes_marks_scene(const struct tes_question_asked *question,
                                 struct tes_studio *studio, struct tes_area head);

/* Where a point of the scene is in the head, in pixels. */
struct tes_point tes_marks_see(const struct tes_marks *marks, struct tes_vector point);

/* Whether a point is visible. */
bool tes_marks_is_open(const struct tes_marks *marks, struct tes_vector point);

/* Calls a function that paints on the head, in pixels, as often as needed to cover all of it. Each
 * time it has to ask about the same points in the same order, so that rays are cast only once. */
typedef void tes_marks_painter(const struct tes_marks *marks, struct tes_paint *paint);
void tes_marks_paint(const struct tes_marks *marks, struct tes_studio *studio,
                     tes_marks_painter *painter);

/* Paints an arrow along the table's rim that shows how far the question's turn goes, and which way
 * round. It starts where the camera is. */
tes_marks_painter tes_marks_turn;

/* The same arrow, but it ends where the camera is. */
tes_marks_painter tes_marks_turn_here;

/* The angle of the camera around the table, as `around` in tes_scene_towards(). */
double tes_marks_around(const struct tes_marks *marks);

/* -------------------------------------- the signs on the faces of a cube */

/* Where a point of a face is in the picture. x is to the face's right and y up, both from -1 to
 * 1. */
typedef struct tes_point tes_sign_map(const void *how, float x, float y);

/* Paints a sign. */
void tes_sign_paint(struct tes_paint *paint, enum tes_sign which, tes_sign_map *map,
                    const void *how, tes_colour ink);

/* -------------------------------------------- how each question is drawn */

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

/* ------------------------------------------ the ball of a moving picture */

/* Bytes that the steps need, with what is needed to make them. */
size_t tes_motion_bound(void);

/* Draws the ball over the scene, where it lies at first. */
void tes_motion_start(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head);

/* Draws the ball where it lies at first, ends the studio's picture, and makes the steps that follow
 * until the ball is out of sight. `memory` has tes_motion_bound() bytes. TES_FAILED where these are
 * too few for the steps, which no question needs. */
TES_MUST_CHECK enum tes_status tes_motion_animate(const struct tes_question_asked *question,
                                                  struct tes_studio *studio, struct tes_area head,
                                                  void *memory, struct tes_animation *animation);

#endif

/*
 * marks.h: what is painted over the picture of a scene: arrows on the table, a figure, lines of
 * sight. Marks on the ground are left out where a solid hides them.
 */
#ifndef TES_MARKS_H
#define TES_MARKS_H

#include "challenge/scene/cast.h"
#include "challenge/scene/questions/question_net.h"
#include "draw/paint/paint.h"
#include "draw/scene/marks/scenery.h"

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

#endif

/* Draws the table, and an arrow on its rim that shows the turn. */
#include "draw/scene/marks/marks.h"

static void head(const struct tes_question_asked *question, struct tes_studio *studio,
                 struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    tes_marks_paint(&marks, studio, tes_marks_turn);
}

const struct tes_scenery tes_scenery_behind = {.head = head};

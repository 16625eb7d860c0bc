/* A scene's picture: its head, and below it a cell for each option that is a picture. */
#include "core/kinds/scene.h"

#include "draw/scene/scenery.h"

enum { PAPER = 0xFFFFFF };

static const struct tes_scenery *const SCENERIES[] = {
#define QUESTION(name, levels, form) &tes_scenery_##name,
#include "core/scene/questions.def"
#undef QUESTION
};

void tes_draw_scene(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_question_drawn *question = tes_question_of(challenge);
    const struct tes_scenery *scenery = SCENERIES[question->id];
    const struct tes_view *view = &challenge->view;
    bool has_cells = view->cells.width > 0;
    struct tes_studio *studio = tes_studio_start(image, PAPER);
    struct tes_area head = {0, 0, view->width, has_cells ? view->cells.y : view->height};
    scenery->head(question, studio, head);
    for (unsigned i = 0; has_cells && i < question->option_count; i++) {
        unsigned side = view->cells.width / view->columns;
        struct tes_area cell = {i % view->columns * side, view->cells.y + i / view->columns * side,
                                side, side};
        scenery->option(question, studio, cell, i);
    }
    tes_studio_end(studio);
}

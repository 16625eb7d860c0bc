/* A scene's picture: its head, and below it a cell for each option that is a picture. */
#include "challenge/types/scene_type.h"

#include "draw/scene/marks/marks.h"
#include "draw/scene/render.h"
#include "draw/types/drawing.h"

enum { PAPER = 0xFFFFFF };

static const struct tes_scenery *const SCENERIES[] = {
#define QUESTION(name, levels, form, needs) &tes_scenery_##name,
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

static struct tes_area head_of(const struct tes_view *view)
{
    return (struct tes_area){0, 0, view->width,
                             view->cells.width > 0 ? view->cells.y : view->height};
}

/* All that stands still. */
static struct tes_studio *draw_still(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    const struct tes_scenery *scenery = SCENERIES[question->id];
    const struct tes_view *view = &challenge->view;
    bool has_cells = view->cells.width > 0;
    struct tes_studio *studio = tes_studio_start(image, PAPER);
    scenery->head(question, studio, head_of(view));
    for (unsigned i = 0; has_cells && i < question->option_count; i++) {
        unsigned side = view->cells.width / view->columns;
        struct tes_area cell = {i % view->columns * side, view->cells.y + i / view->columns * side,
                                side, side};
        scenery->option(question, studio, cell, i);
    }
    return studio;
}

static void draw(const struct tes_challenge *challenge, struct tes_image *image)
{
    struct tes_studio *studio = draw_still(challenge, image);
    if (challenge->view.animation_ms > 0)
        tes_motion_start(tes_question_of(challenge), studio, head_of(&challenge->view));
    tes_studio_end(studio);
}

static enum tes_status animate(const struct tes_challenge *challenge, void *memory,
                               struct tes_animation *animation)
{
    struct tes_studio *studio = draw_still(challenge, &animation->image);
    return tes_motion_animate(tes_question_of(challenge), studio, head_of(&challenge->view), memory,
                              animation);
}

const struct tes_drawing tes_drawing_scene = {
    .draw = draw,
    .extra_size = tes_render_extra_size,
    .animate = animate,
    .animate_bound = tes_motion_bound,
};

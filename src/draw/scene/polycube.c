/* One figure of cubes above, and one in each cell, all in the same colour and light. */
#include "core/scene/polycube.h"

#include "draw/scene/card.h"
#include "draw/scene/scenery.h"

static void draw_figure(const struct tes_question_drawn *question, struct tes_studio *studio,
                        struct tes_area area, unsigned option)
{
    struct tes_scene scene = tes_polycube_scene(question, option);
    struct tes_render how = {.part = area, .renderer = (enum tes_renderer)question->renderer};
    if (tes_render(studio, &scene, &how) == TES_OK)
        tes_card_frame(studio, area);
}

static void draw_head(const struct tes_question_drawn *question, struct tes_studio *studio,
                      struct tes_area head)
{
    draw_figure(question, studio, head, TES_POLYCUBE_HEAD);
}

const struct tes_scenery tes_scenery_polycube = {draw_head, draw_figure};

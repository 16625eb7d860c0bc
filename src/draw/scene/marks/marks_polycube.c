/* Draws one figure of cubes above and one in each cell, all in the same colour and lit from the
 * same side. */
#include "challenge/scene/questions/question_views.h"

#include "draw/scene/card.h"
#include "draw/scene/marks/marks.h"

/* Hues for figures. Blue and purple are replaced: they are so dark that neither the joints between
 * cubes nor the borders between faces could be seen. */
static const uint8_t LIGHTER[TES_HUE_COUNT] = {
    TES_HUE_red, TES_HUE_orange, TES_HUE_yellow, TES_HUE_green,
    TES_HUE_sky, TES_HUE_sky,    TES_HUE_pink,   TES_HUE_pink,
};

/* An axis or its opposite, whichever points towards the viewer. */
static struct tes_vector towards(struct tes_vector axis, const struct tes_viewer *viewer)
{
    return tes_vector_dot(axis, viewer->forward) < 0 ? axis : tes_vector_scale(axis, -1);
}

/* The sun shines along one of the two visible vertical faces, on the same side in all pictures of
 * the question, and from behind the other one. So the three visible kinds of faces differ equally,
 * however a figure is turned. */
static struct tes_vector sun_for(const struct tes_scene *scene)
{
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    double side = tes_vector_dot(scene->sun, viewer.right) > 0 ? 1 : -1;
    struct tes_vector sun = {0, 0, 0.8};
    for (unsigned i = 0; i < 3; i++) {
        struct tes_vector normal = towards(scene->things[0].axes[i], &viewer);
        bool is_level = normal.z * normal.z < 0.5;
        bool is_lit = side * tes_vector_dot(normal, viewer.right) > 0;
        double share = !is_level ? 0 : is_lit ? 0.62 : -0.25;
        sun = tes_vector_add(sun, tes_vector_scale(normal, share));
    }
    return tes_vector_unit(sun);
}

static void draw_figure(const struct tes_question_asked *question, struct tes_studio *studio,
                        struct tes_area area, unsigned option)
{
    struct tes_scene scene = tes_polycube_scene(question, option);
    struct tes_render how = {.part = area, .renderer = (enum tes_renderer)question->renderer};
    scene.things[0].hue = LIGHTER[scene.things[0].hue % TES_HUE_COUNT];
    scene.sun = sun_for(&scene);
    if (tes_render(studio, &scene, &how) == TES_OK)
        tes_card_frame(studio, area);
}

static void draw_head(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head)
{
    draw_figure(question, studio, head, TES_POLYCUBE_HEAD);
}

const struct tes_scenery tes_scenery_polycube = {draw_head, draw_figure};

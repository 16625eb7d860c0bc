#include "draw/scene/render.h"

#include "draw/scene/stage.h"

enum { CALM_CHIPS = TES_CLOTH_CHIPS / 3 };

typedef void render_function(struct tes_stage *stage, const struct tes_scene *scene,
                             const struct tes_stage_part *part);

/* A row without a function can't be used in this build. The last row is always there, and draws
 * nothing. */
static const struct {
    const char *name;
    render_function *render;
} RENDERERS[TES_RENDERER_COUNT] = {
    [TES_RENDERER_3D] = {"3d", tes_stage_3d},
    [TES_RENDERER_2D] = {"2d", tes_stage_2d},
    [TES_RENDERER_NONE] = {"none", NULL},
};

const char *tes_renderer_name(unsigned renderer)
{
    return renderer < TES_RENDERER_COUNT ? RENDERERS[renderer].name : NULL;
}

bool tes_renderer_available(enum tes_renderer renderer)
{
    return renderer == TES_RENDERER_NONE ||
           (renderer < TES_RENDERER_NONE && RENDERERS[renderer].render != NULL);
}

enum tes_renderer tes_renderer_best(enum tes_renderer wanted)
{
    while (wanted < TES_RENDERER_NONE && !tes_renderer_available(wanted))
        wanted++;
    return wanted;
}

size_t tes_render_extra_size(void)
{
    return sizeof(struct tes_stage);
}

enum tes_status tes_render(struct tes_studio *studio, const struct tes_scene *scene,
                           const struct tes_render *how)
{
    const struct tes_area *area = &how->part;
    if (RENDERERS[how->renderer].render == NULL)
        return TES_UNAVAILABLE;
    if (area->width == 0 || area->height == 0 || area->width > TES_RENDER_SIDE ||
        area->height > TES_RENDER_SIDE || scene->count > TES_SCENE_THINGS)
        return TES_BAD_ARGUMENT;
    struct tes_stage *stage = tes_studio_extra(studio);
    struct tes_stage_part part = {.studio = studio,
                                  .area = *area,
                                  .width = area->width,
                                  .height = area->height,
                                  .chips_most = how->is_calm ? CALM_CHIPS : TES_CLOTH_CHIPS,
                                  .ids = how->ids};
    part.colours = tes_studio_pixels(studio, *area, &part.stride);
    tes_stage_set(stage, scene, area->width, area->height);
    RENDERERS[how->renderer].render(stage, scene, &part);
    return TES_OK;
}

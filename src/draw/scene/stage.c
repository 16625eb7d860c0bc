#include "draw/scene/stage.h"

#include "draw/scene/render.h"

void tes_stage_set(struct tes_stage *stage, const struct tes_scene *scene, unsigned width,
                   unsigned height)
{
    stage->lens = tes_lens_of(&scene->camera, width, height);
    stage->model_count = scene->count;
    stage->surface_count = 0;
    for (unsigned i = 0; i < sizeof stage->rows / sizeof *stage->rows; i++)
        __builtin_memset(&stage->rows[i], 0, sizeof stage->rows[i]);
    for (unsigned i = 0; i < scene->count; i++) {
        struct tes_model *model = &stage->models[i];
        tes_surface_model(&scene->things[i], &stage->lens, model);
        stage->surface_count +=
            tes_surface_make(model, (uint8_t)i, stage->surfaces + stage->surface_count);
    }
}

void tes_stage_look(const struct tes_stage *stage, int y, struct tes_surface_row *row)
{
    /* Clears only the pixels where the row that was here before had something. */
    if (row->left < row->right) {
        unsigned from = tes_surface_column(row->left), size = (unsigned)(row->right - row->left);
        __builtin_memset(row->near + from, 0, size * sizeof *row->near);
        __builtin_memset(row->seen + from, 0, size * sizeof *row->seen);
    }
    row->left = (int)stage->lens.width;
    row->right = 0;
    for (unsigned i = 0; i < stage->surface_count; i++) {
        const struct tes_surface *surface = &stage->surfaces[i];
        const struct tes_model *model = &stage->models[surface->model];
        if (y < model->top || y >= model->bottom)
            continue;
        row->left = model->left < row->left ? model->left : row->left;
        row->right = model->right > row->right ? model->right : row->right;
        tes_surface_enter(surface, model, i + 1, y, row);
    }
}

void tes_stage_tell(const struct tes_stage *stage, const struct tes_surface_row *row, uint8_t *ids)
{
    for (unsigned x = 0; x < stage->lens.width; x++) {
        uint32_t seen = row->seen[tes_surface_column((int)x)];
        ids[x] = seen > 0 ? stage->surfaces[seen - 1].model : TES_RENDER_NOTHING;
    }
}

#include "draw/kinds/drawing.h"

#include "draw/paint/studio.h"
#include "draw/scene/motion.h"
#include "draw/scene/render.h"

static const struct drawing {
    const struct tes_kind *kind;
    tes_drawer *draw;
} DRAWINGS[] = {
#define KIND(name) {&tes_kind_##name, tes_draw_##name},
#include "core/kinds.def"
#undef KIND
};

size_t tes_draw_bound(const struct tes_challenge *challenge)
{
    unsigned width = challenge->view.width, height = challenge->view.height;
    return (size_t)width * height + tes_studio_bound(width, height, tes_render_extra_size());
}

static struct tes_image image_of(const struct tes_challenge *challenge, void *memory)
{
    return (struct tes_image){
        .width = challenge->view.width,
        .height = challenge->view.height,
        .pixels = memory,
    };
}

enum tes_status tes_draw(const struct tes_challenge *challenge, void *memory, size_t memory_size,
                         struct tes_image *image)
{
    if (challenge->view.width == 0)
        return TES_UNAVAILABLE;
    if (memory_size < tes_draw_bound(challenge))
        return TES_TOO_SMALL;
    *image = image_of(challenge, memory);
    for (size_t i = 0; i < sizeof DRAWINGS / sizeof DRAWINGS[0]; i++) {
        if (DRAWINGS[i].kind == challenge->kind) {
            DRAWINGS[i].draw(challenge, image);
            return TES_OK;
        }
    }
    return TES_UNKNOWN_KIND;
}

/* Where the memory for steps begins: behind the picture and what it is drawn in. */
static size_t steps_start(const struct tes_challenge *challenge)
{
    const size_t alignment = 16;
    return (tes_draw_bound(challenge) + alignment - 1) / alignment * alignment;
}

static bool is_moving(const struct tes_challenge *challenge)
{
    return challenge->kind == &tes_kind_scene && challenge->view.animation_ms > 0;
}

size_t tes_animate_bound(const struct tes_challenge *challenge)
{
    return is_moving(challenge) ? steps_start(challenge) + tes_motion_bound()
                                : tes_draw_bound(challenge);
}

enum tes_status tes_animate(const struct tes_challenge *challenge, void *memory, size_t memory_size,
                            struct tes_animation *animation)
{
    animation->delay_ms = animation->step_count = 0;
    if (memory_size < tes_animate_bound(challenge))
        return TES_TOO_SMALL;
    if (!is_moving(challenge))
        return tes_draw(challenge, memory, memory_size, &animation->image);
    animation->image = image_of(challenge, memory);
    return tes_animate_scene(challenge, (uint8_t *)memory + steps_start(challenge), animation);
}

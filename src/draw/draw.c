#include "challenge/kinds.h"
#include "draw/paint/studio.h"
#include "draw/types/drawing.h"

static const struct tes_drawing *const DRAWINGS[TES_KIND_COUNT] = {
#define KIND(name) &tes_drawing_##name,
#include "challenge/kinds.def"
#undef KIND
};

/* NULL where it is none of the kinds. */
static const struct tes_drawing *drawing_of(const struct tes_challenge *challenge)
{
    size_t number = tes_kind_number(challenge->kind);
    return number < TES_KIND_COUNT ? DRAWINGS[number] : NULL;
}

size_t tes_draw_bound(const struct tes_challenge *challenge)
{
    unsigned width = challenge->view.width, height = challenge->view.height;
    const struct tes_drawing *drawing = drawing_of(challenge);
    size_t extra_size = drawing != NULL && drawing->extra_size != NULL ? drawing->extra_size() : 0;
    return (size_t)width * height + tes_studio_bound(width, height, extra_size);
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
    const struct tes_drawing *drawing = drawing_of(challenge);
    if (drawing == NULL)
        return TES_UNKNOWN_KIND;
    drawing->draw(challenge, image);
    return TES_OK;
}

/* Where the memory for steps begins: behind the picture and what it is drawn in. */
static size_t steps_start(const struct tes_challenge *challenge)
{
    const size_t alignment = 16;
    return (tes_draw_bound(challenge) + alignment - 1) / alignment * alignment;
}

static bool is_moving(const struct tes_challenge *challenge)
{
    const struct tes_drawing *drawing = drawing_of(challenge);
    return drawing != NULL && drawing->animate != NULL && challenge->view.animation_ms > 0;
}

size_t tes_animate_bound(const struct tes_challenge *challenge)
{
    if (!is_moving(challenge))
        return tes_draw_bound(challenge);
    return steps_start(challenge) + drawing_of(challenge)->animate_bound();
}

enum tes_status tes_animate(const struct tes_challenge *challenge, void *memory, size_t memory_size,
                            struct tes_animation *animation)
{
    animation->delay_ms = animation->step_count = 0;
    animation->repeats = false;
    if (memory_size < tes_animate_bound(challenge))
        return TES_TOO_SMALL;
    if (!is_moving(challenge))
        return tes_draw(challenge, memory, memory_size, &animation->image);
    animation->image = image_of(challenge, memory);
    uint8_t *steps = (uint8_t *)memory + steps_start(challenge);
    return drawing_of(challenge)->animate(challenge, steps, animation);
}

#include "draw/draw.h"

#include "draw/studio.h"

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
    return (size_t)width * height + tes_studio_bound(width, height);
}

enum tes_status tes_draw(const struct tes_challenge *challenge, void *memory, size_t memory_size,
                         struct tes_image *image)
{
    if (memory_size < tes_draw_bound(challenge))
        return TES_TOO_SMALL;
    *image = (struct tes_image){
        .width = challenge->view.width,
        .height = challenge->view.height,
        .pixels = memory,
    };
    for (size_t i = 0; i < sizeof DRAWINGS / sizeof DRAWINGS[0]; i++) {
        if (DRAWINGS[i].kind == challenge->kind) {
            DRAWINGS[i].draw(challenge, image);
            return TES_OK;
        }
    }
    return TES_UNKNOWN_KIND;
}

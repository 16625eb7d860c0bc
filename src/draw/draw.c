#include "draw/draw.h"

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
    return (size_t)challenge->view.width * challenge->view.height;
}

enum tes_status tes_draw(const struct tes_challenge *challenge, uint8_t *pixels, size_t pixels_size,
                         struct tes_image *image)
{
    if (pixels_size < tes_draw_bound(challenge))
        return TES_TOO_SMALL;
    *image = (struct tes_image){
        .width = challenge->view.width,
        .height = challenge->view.height,
        .pixels = pixels,
    };
    for (size_t i = 0; i < sizeof DRAWINGS / sizeof DRAWINGS[0]; i++) {
        if (DRAWINGS[i].kind == challenge->kind) {
            DRAWINGS[i].draw(challenge, image);
            return TES_OK;
        }
    }
    return TES_UNKNOWN_KIND;
}

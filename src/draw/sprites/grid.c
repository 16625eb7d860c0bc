#include "draw/sprites/grid.h"

#include "draw/sprites/sprite.h"
#include "draw/studio.h"

enum { PAPER = 0xFFFFFF };

void tes_sprites_grid(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_sprites *sprites = tes_sprites_of(challenge);
    const struct tes_view *view = &challenge->view;
    struct tes_studio *studio = tes_studio_start(image, PAPER);
    unsigned side = view->cells.width / view->columns;
    for (unsigned i = 0; i < sprites->count; i++) {
        struct tes_area cell = {view->cells.x + i % view->columns * side,
                                view->cells.y + i / view->columns * side, side, side};
        struct tes_paint paint = tes_studio_part(studio, cell, TES_SPRITE_UNITS);
        struct tes_random random;
        tes_sprite_looks(sprites, i, &random);
        tes_sprite_paint(&paint, &random, sprites->cells[i],
                         tes_sprite_sway(challenge->difficulty));
        tes_random_end(&random);
    }
    tes_studio_end(studio);
}

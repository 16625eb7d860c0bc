#include "draw/sprites/grid.h"

void tes_draw_emotions(const struct tes_challenge *challenge, struct tes_image *image)
{
    tes_sprites_grid(challenge, image);
}

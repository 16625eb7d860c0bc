#include "draw/sprites/sprite_grid.h"
#include "draw/types/drawings.h"

const struct tes_drawing tes_drawing_human = {.draw = tes_sprites_grid};

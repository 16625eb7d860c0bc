#include "draw/kinds/drawings.h"
#include "draw/sprites/grid.h"

const struct tes_drawing tes_drawing_predator = {.draw = tes_sprites_grid};

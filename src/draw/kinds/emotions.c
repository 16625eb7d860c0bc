#include "draw/kinds/drawings.h"
#include "draw/sprites/grid.h"

const struct tes_drawing tes_drawing_emotions = {.draw = tes_sprites_grid};

#include "draw/kinds/drawing.h"
#include "draw/sprites/grid.h"

const struct tes_drawing tes_drawing_human = {.draw = tes_sprites_grid};

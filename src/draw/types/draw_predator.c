#include "draw/sprites/sprite.h"
#include "draw/types/drawing.h"

const struct tes_drawing tes_drawing_predator = {.draw = tes_sprites_grid};

#include "draw/sprites/sprite.h"
#include "draw/types/drawing.h"

const struct tes_drawing tes_drawing_emotions = {.draw = tes_sprites_grid};

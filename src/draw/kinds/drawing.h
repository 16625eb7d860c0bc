/*
 * draw.h: what a kind gives to be drawn: one function, made by one file in kinds/.
 */
#ifndef TES_DRAW_H
#define TES_DRAW_H

#include "core/kind.h"
#include "draw/paint/canvas.h"

/* Draws a challenge of its kind. The picture has the size of the view and an empty palette; every
 * pixel has to be written. Behind its pixels there is memory to work in (draw/paint/studio.h). */
typedef void tes_drawer(const struct tes_challenge *challenge, struct tes_image *image);

/* The drawers: tes_draw_NAME for every row of kinds.def. */
#define KIND(name) tes_drawer tes_draw_##name;
#include "core/kinds.def"
#undef KIND

/* Draws a challenge of its kind whose picture moves: the picture as above, and its steps. `memory`
 * for those has tes_motion_bound() bytes (draw/scene/motion.h). */
enum tes_status tes_animate_scene(const struct tes_challenge *challenge, void *memory,
                                  struct tes_animation *animation);

#endif

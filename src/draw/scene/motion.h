/* motion.h: the ball of a question that moves, over the picture of its scene. */
#ifndef TES_DRAW_MOTION_H
#define TES_DRAW_MOTION_H

#include "core/scene/motion.h"
#include "draw/paint/studio.h"

/* Bytes that all steps take, and what is needed to make them. */
size_t tes_motion_bound(void);

/* The ball where it lies at first, over the scene. */
void tes_motion_start(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head);

/* Ends the studio's picture with the ball where it lies at first, and makes the steps that follow,
 * until it is out of sight. `memory` has tes_motion_bound() bytes. TES_FAILED where that is not
 * enough for the steps: no question is like that. */
TES_MUST_CHECK enum tes_status tes_motion_animate(const struct tes_question_asked *question,
                                                  struct tes_studio *studio, struct tes_area head,
                                                  void *memory, struct tes_animation *animation);

#endif

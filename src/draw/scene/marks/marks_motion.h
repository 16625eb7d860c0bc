/* marks_motion.h: the ball of a moving picture, drawn over the picture of its scene. */
#ifndef TES_MARKS_MOTION_H
#define TES_MARKS_MOTION_H

#include "challenge/scene/questions/question_motion.h"
#include "draw/paint/studio.h"

/* Bytes that the steps need, with what is needed to make them. */
size_t tes_motion_bound(void);

/* Draws the ball over the scene, where it lies at first. */
void tes_motion_start(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head);

/* Draws the ball where it lies at first, ends the studio's picture, and makes the steps that follow
 * until the ball is out of sight. `memory` has tes_motion_bound() bytes. TES_FAILED where these are
 * too few for the steps, which no question needs. */
TES_MUST_CHECK enum tes_status tes_motion_animate(const struct tes_question_asked *question,
                                                  struct tes_studio *studio, struct tes_area head,
                                                  void *memory, struct tes_animation *animation);

#endif

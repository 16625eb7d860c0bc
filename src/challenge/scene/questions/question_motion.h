/*
 * question_motion.h: a ball rolls towards a long low building, disappears behind it and comes out
 * of one of six gates in its front: where things are, and where the ball is at what time.
 *
 * The building's front faces the viewer. The gates are one unit apart: gate i has its middle at x =
 * i - 2.5. The building is three blocks, which are the first things of the scene; after them comes
 * the board that the ball bounces off, where there is one.
 */
#ifndef TES_QUESTION_MOTION_H
#define TES_QUESTION_MOTION_H

#include "challenge/scene/questions/question.h"

#define TES_MOTION_GATES    6
#define TES_MOTION_RADIUS   0.33 /* of the ball */
#define TES_MOTION_BLOCKS   3    /* that the building is made of, side by side */
#define TES_MOTION_REAR     1.1  /* the rear wall's y: half of a block's side */
#define TES_MOTION_FRONT    (-TES_MOTION_REAR)
#define TES_MOTION_HALF     (TES_MOTION_BLOCKS * TES_MOTION_REAR) /* of the building's length */
#define TES_MOTION_ROOF     0.9                                   /* its height */
#define TES_MOTION_GONE     (TES_MOTION_REAR - 0.1) /* where the ball's middle is out of sight */
#define TES_MOTION_PAUSE_MS 600 /* the ball lies still at first, so that it is noticed */
#define TES_MOTION_BOARD    TES_MOTION_BLOCKS /* index of the board, if scene.count is greater */

double tes_motion_gate(unsigned gate);

/* The time until all of the ball is out of sight. */
unsigned tes_motion_ms(const struct tes_motion *motion);

/* The ball's middle at a time, whether it is seen or not, until it leaves the gate. */
struct tes_vector tes_motion_at(const struct tes_motion *motion, double seconds);

#endif

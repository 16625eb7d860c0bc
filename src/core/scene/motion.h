/*
 * motion.h: a ball that rolls towards a long low building, goes out of sight behind it and comes
 * out of one of six gates in its front: where things are, and where the ball is at what time.
 *
 * The building's front is towards the viewer, and the gates are a unit apart: gate i has its middle
 * at x = i - 2.5. The building is three rows of blocks, the first three things of the scene; the
 * board that the ball bounces off, where there is one, is the fourth.
 */
#ifndef TES_SCENE_MOTION_H
#define TES_SCENE_MOTION_H

#include "core/scene/question.h"

#define TES_MOTION_GATES    6
#define TES_MOTION_RADIUS   0.3 /* of the ball */
#define TES_MOTION_BLOCK    0.9 /* side of the building's blocks */
#define TES_MOTION_ROWS     3   /* of them, from front to rear */
#define TES_MOTION_BLOCKS   8   /* in a row */
#define TES_MOTION_REAR     (TES_MOTION_ROWS * TES_MOTION_BLOCK / 2) /* the rear wall's y */
#define TES_MOTION_FRONT    (-TES_MOTION_REAR)
#define TES_MOTION_HALF     (TES_MOTION_BLOCKS * TES_MOTION_BLOCK / 2) /* of its length */
#define TES_MOTION_PAUSE_MS 600 /* that the ball lies still at first, for it to be noticed */
#define TES_MOTION_BOARD    3   /* index of the board, where scene.count is above it */

double tes_motion_gate(unsigned gate);

/* How long it takes until the ball has arrived at the rear wall, wholly out of sight. */
unsigned tes_motion_ms(const struct tes_motion *motion);

/* The middle of the ball at a time, seen or not, up to where it leaves the gate. */
struct tes_vector tes_motion_at(const struct tes_motion *motion, double seconds);

#endif

/*
 * ball.h: a ball on the ground of a scene that is drawn already, with its shadow. Only the pixels
 * that it changes are computed. One box can hide it.
 */
#ifndef TES_BALL_H
#define TES_BALL_H

#include "draw/scene/shade.h"

#define TES_BALL_EDGES 8

/* What a ball looks like, and the box that hides it, given by two opposite corners. Wherever the
 * box is seen, the ball is not, even if it is in front of the box. */
struct tes_ball_plan {
    double radius;
    unsigned hue; /* row of challenge/scene/hues.def */
    struct tes_vector cover_low, cover_high;
};

/* A scene prepared for a ball in any place. */
struct tes_ball {
    struct tes_lens lens;
    struct tes_vector sun, fill;
    double radius;
    struct tes_linear edges[TES_BALL_EDGES]; /* pixels inside of each edge of the cover's outline */
    unsigned edge_count;
    uint32_t ramp[TES_SHADE_LEVELS];
};

/* Prepares a scene whose picture has this size. */
void tes_ball_of(const struct tes_scene *scene, unsigned width, unsigned height,
                 const struct tes_ball_plan *plan, struct tes_ball *ball);

/* The pixels that a ball and its shadow may change when the ball's middle is at `at`. */
struct tes_area tes_ball_area(const struct tes_ball *ball, struct tes_vector at);

/* Draws the visible part of the ball over `count` pixels of row y, from x on. */
void tes_ball_row(const struct tes_ball *ball, struct tes_vector at, unsigned x, unsigned y,
                  unsigned count, uint32_t *colours);

#endif

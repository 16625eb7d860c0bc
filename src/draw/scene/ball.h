/*
 * ball.h: a ball on the ground of a scene that is drawn already, with its shadow; pixel by pixel,
 * so that it costs no more than the pixels it changes. One box hides it.
 */
#ifndef TES_BALL_H
#define TES_BALL_H

#include "draw/scene/shade.h"

#define TES_BALL_EDGES 8

/* What a ball looks like, and the box that hides it, from corner to corner: whatever of the ball is
 * where the box is seen does not show, also where the ball is in front of the box. */
struct tes_ball_plan {
    double radius;
    unsigned hue; /* row of core/scene/hues.def */
    struct tes_vector cover_low, cover_high;
};

/* A scene made ready for a ball in any place. */
struct tes_ball {
    struct tes_lens lens;
    struct tes_vector sun, fill;
    double radius;
    struct tes_linear edges[TES_BALL_EDGES]; /* pixels inside of each edge of the cover's outline */
    unsigned edge_count;
    uint32_t ramp[TES_SHADE_LEVELS];
};

/* Makes a scene ready whose picture has this size. */
void tes_ball_of(const struct tes_scene *scene, unsigned width, unsigned height,
                 const struct tes_ball_plan *plan, struct tes_ball *ball);

/* The pixels that a ball with its middle at `at` and its shadow may touch. */
struct tes_area tes_ball_area(const struct tes_ball *ball, struct tes_vector at);

/* Draws what is seen of it over `count` pixels of row y, from x on. */
void tes_ball_row(const struct tes_ball *ball, struct tes_vector at, unsigned x, unsigned y,
                  unsigned count, uint32_t *colours);

#endif

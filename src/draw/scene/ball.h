/*
 * ball.h: a ball on the ground of a scene that is drawn already, with its shadow; pixel by pixel,
 * so that it costs no more than the pixels it changes. One box hides it.
 */
#ifndef TES_BALL_H
#define TES_BALL_H

#include "draw/scene/shade.h"

#define TES_BALL_EDGES 8

/* A box, from corner to corner. */
struct tes_ball_cover {
    struct tes_vector low, high;
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

/* `hue` is a row of the renderer's colours. What the cover hides is behind it, wherever that is. */
void tes_ball_of(const struct tes_scene *scene, unsigned width, unsigned height, double radius,
                 unsigned hue, const struct tes_ball_cover *cover, struct tes_ball *ball);

/* The pixels that a ball with its middle at `at` and its shadow may touch. */
struct tes_area tes_ball_area(const struct tes_ball *ball, struct tes_vector at);

/* Draws what is seen of it over `count` pixels of row y, from x on. */
void tes_ball_row(const struct tes_ball *ball, struct tes_vector at, unsigned x, unsigned y,
                  unsigned count, uint32_t *colours);

#endif

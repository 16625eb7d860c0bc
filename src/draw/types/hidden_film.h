/*
 * hidden_film.h: the dots of a film, frame by frame. Freestanding; the caller has the memory.
 *
 * Three layers of dots cover all of the film. Those of the first go anywhere and are always seen;
 * those of the second follow the field of directions and are seen outside of the figure; those of
 * the third follow it with an offset, and are seen inside. Each layer by itself is equally dense
 * everywhere and at all times, so the picture is, too, wherever the figure is: docs/hidden.md has
 * why.
 */
#ifndef TES_HIDDEN_FILM_H
#define TES_HIDDEN_FILM_H

#include "challenge/types/hidden.h"
#include "draw/paint/paint.h"

#define TES_HIDDEN_DOTS_MAX 8192 /* several times what there can be at once */
#define TES_HIDDEN_SQUARES  (TES_HIDDEN_SIDE * TES_HIDDEN_SIDE)
#define TES_HIDDEN_MASK     128  /* side of the figure's mask */
#define TES_HIDDEN_SINES    1024 /* in a turn; a power of 2 */

enum tes_hidden_layer { TES_HIDDEN_NOISE, TES_HIDDEN_GROUND, TES_HIDDEN_FIGURE };

struct tes_hidden_dot {
    float x, y, speed_x, speed_y;
    uint8_t layer, left; /* frames that it is still seen for */
};

/* From a point of the film to one of the mask: x' = a x + b y + e, y' = -b x + a y + f. */
struct tes_hidden_pose {
    float a, b, e, f;
};

struct tes_hidden_reel {
    const struct tes_hidden_film *film;
    struct tes_random random;
    float sines[TES_HIDDEN_SINES];
    uint8_t mask[TES_HIDDEN_MASK * TES_HIDDEN_MASK]; /* 1 inside of the figure */
    float mask_x, mask_y, mask_scale; /* its middle, and how many of its pixels are a square */
    float figure_reach;               /* how far the figure reaches from its middle, in squares */
    unsigned dot_count;
    struct tes_hidden_dot dots[TES_HIDDEN_DOTS_MAX];
};

/* Makes the mask, all figures equally large, as far as the film has room for that. `paint` is for
 * TES_HIDDEN_MASK pixels in each direction, all of them white, and 100 units. */
void tes_hidden_reel_figure(struct tes_hidden_reel *reel, const struct tes_hidden_film *film,
                            enum tes_hidden_shape shape, struct tes_paint *paint);

/* Starts a film, once it has a figure. */
void tes_hidden_reel_start(struct tes_hidden_reel *reel, const struct tes_hidden *hidden);

/* Draws the next frame: TES_HIDDEN_SIDE rows with as many bytes each, of which those with a dot
 * become `ink`; the others are not touched. Frames have to be asked for in order, from 0 on. */
void tes_hidden_reel_frame(struct tes_hidden_reel *reel, unsigned frame, uint8_t ink,
                           uint8_t *pixels);

/* Wipes what could tell the answer. */
void tes_hidden_reel_end(struct tes_hidden_reel *reel);

/* Where the figure is in a frame. */
struct tes_hidden_pose tes_hidden_reel_pose(const struct tes_hidden_reel *reel, unsigned frame);

/* Whether the middle of a square lies inside of the figure. */
bool tes_hidden_reel_is_inside(const struct tes_hidden_reel *reel,
                               const struct tes_hidden_pose *pose, unsigned x, unsigned y);

#endif

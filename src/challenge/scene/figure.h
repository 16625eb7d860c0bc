/*
 * figure.h: figures made of cubes on a grid, joined face to face, and the 24 rotations that map the
 * grid to itself. A figure is at most four cubes wide in every direction, so that its shape fits
 * into 64 bits.
 */
#ifndef TES_FIGURE_H
#define TES_FIGURE_H

#include "challenge/scene/scene.h"

#define TES_FIGURE_WIDTH 4
#define TES_FIGURE_TURNS 24

struct tes_figure {
    uint8_t count;
    int8_t cubes[TES_SCENE_CUBES][3];
};

/* A turn of the grid: coordinate i of a turned place is sign[i] times coordinate from[i]. */
struct tes_figure_turn {
    uint8_t from[3];
    int8_t sign[3];
};

/* All 24. The first changes nothing; the first four are those about the vertical. */
extern const struct tes_figure_turn tes_figure_turns[TES_FIGURE_TURNS];

/* A bit for each rotation after which the figure is the same. The first is always set. */
uint32_t tes_figure_kept(const struct tes_figure *figure);

/* The mirror image. */
struct tes_figure tes_figure_mirrored(const struct tes_figure *figure);

/* A number that is the same for a figure in every rotation and differs between figures; 0 where the
 * figure is too wide. */
uint64_t tes_figure_name(const struct tes_figure *figure);

/* A random figure of `count` cubes; `is_flat` keeps it one cube high. It may be too wide. */
struct tes_figure tes_figure_grow(struct tes_random *random, unsigned count, bool is_flat);

/* The same figure with one cube moved to a random place. It may be too wide, or in two parts. */
struct tes_figure tes_figure_moved(struct tes_random *random, const struct tes_figure *figure,
                                   bool is_flat);

/* Whether all cubes are joined. */
bool tes_figure_is_whole(const struct tes_figure *figure);

#endif

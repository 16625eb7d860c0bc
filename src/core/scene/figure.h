/*
 * figure.h: cubes on a grid that hang together face to face, and the 24 turns that map the grid to
 * itself. A figure is no wider than four cubes in any direction, so its shape fits into 64 bits.
 */
#ifndef TES_FIGURE_H
#define TES_FIGURE_H

#include "core/scene/scene.h"

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

/* All 24; the first one changes nothing, the first four leave the upright where it is. */
extern const struct tes_figure_turn tes_figure_turns[TES_FIGURE_TURNS];

/* A bit for each turn after which the figure looks the same; the first is always set. */
uint32_t tes_figure_kept(const struct tes_figure *figure);

/* As in a mirror. */
struct tes_figure tes_figure_mirrored(const struct tes_figure *figure);

/* The same number for a figure however it is turned, and another one for every other figure; 0
 * where it is too wide. */
uint64_t tes_figure_name(const struct tes_figure *figure);

/* A figure of `count` cubes grown by lot; `is_flat` keeps it one cube high. It may be too wide. */
struct tes_figure tes_figure_grow(struct tes_random *random, unsigned count, bool is_flat);

/* The same with one cube moved to another place by lot. It may be too wide, or in two parts. */
struct tes_figure tes_figure_moved(struct tes_random *random, const struct tes_figure *figure,
                                   bool is_flat);

/* Whether every cube hangs together with every other one. */
bool tes_figure_is_whole(const struct tes_figure *figure);

#endif

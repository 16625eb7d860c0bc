/*
 * puzzle.h: the grid puzzle. A worked example shows a 4x4 grid before and after two transforms; the
 * visitor finds the two and applies them to a fresh grid. Answers are compared as grids, never as
 * pairs: many pairs have the same result.
 */
#ifndef TES_PUZZLE_H
#define TES_PUZZLE_H

#include "challenge/kind.h"

#define TES_PUZZLE_SIDE       4
#define TES_PUZZLE_CELLS      16
#define TES_PUZZLE_TRANSFORMS 8   /* in the legend, of which a puzzle shows an ordered prefix */
#define TES_PUZZLE_WIDTH      760 /* of the raster, in pixels */
#define TES_PUZZLE_HEIGHT     204

/* What a cell holds. */
enum tes_puzzle_tone { TES_PUZZLE_EMPTY, TES_PUZZLE_BLACK, TES_PUZZLE_PINK };

struct tes_puzzle {
    uint8_t before[TES_PUZZLE_CELLS]; /* the worked example, row by row */
    uint8_t after[TES_PUZZLE_CELLS];
    uint8_t start[TES_PUZZLE_CELLS]; /* the visitor's own grid */
    uint8_t solution[TES_PUZZLE_CELLS];
    uint8_t first, second; /* the transforms behind it; they never leave the server */
    uint8_t transform_count;
    uint8_t active_cells;
    uint8_t tries; /* how many pairs of grids were picked until one was good */
};

/* The puzzle inside a challenge of this kind. */
const struct tes_puzzle *tes_puzzle_of(const struct tes_challenge *challenge);

/* Applies a transform (0 .. TES_PUZZLE_TRANSFORMS - 1); `to` and `from` must differ. */
void tes_puzzle_transform(unsigned transform, const uint8_t from[TES_PUZZLE_CELLS],
                          uint8_t to[TES_PUZZLE_CELLS]);

/* "90° clockwise", and the same as an ASCII word: "90-clockwise". */
const char *tes_puzzle_transform_name(unsigned transform);
const char *tes_puzzle_transform_slug(unsigned transform);

/* Finds a transform by its name or slug: ASCII case, blanks, '-', '_' and the degree sign make no
 * difference. False where there is none of that name. */
bool tes_puzzle_transform_find(struct tes_slice name, unsigned *transform);

#endif

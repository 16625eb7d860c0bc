/*
 * A second, plain implementation of the puzzle's transforms, for the tests to hold the first one
 * against: cells of bytes, moved one by one by their row and column.
 */
#ifndef TES_PUZZLE_REFERENCE_H
#define TES_PUZZLE_REFERENCE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/types/puzzle.h"

enum { SIDE = TES_PUZZLE_SIDE, CELLS = TES_PUZZLE_CELLS, TRANSFORMS = TES_PUZZLE_TRANSFORMS };

/* Where a cell of the source goes: its row and column times these factors, plus an offset. */
static const struct motion {
    int row_from_row, row_from_column, row_offset;
    int column_from_row, column_from_column, column_offset;
} MOTIONS[TRANSFORMS] = {
    {1, 0, -1, 0, 1, 0}, /* shift up */
    {1, 0, 1, 0, 1, 0},  /* shift down */
    {1, 0, 0, 0, 1, -1}, /* shift left */
    {1, 0, 0, 0, 1, 1},  /* shift right */
    {0, 1, 0, -1, 0, 3}, /* 90 clockwise: (c, 3 - r) */
    {0, -1, 3, 1, 0, 0}, /* 90 anticlockwise: (3 - c, r) */
    {-1, 0, 3, 0, 1, 0}, /* mirror horizontal: (3 - r, c) */
    {1, 0, 0, 0, -1, 3}, /* mirror vertical: (r, 3 - c) */
};

static inline void move(unsigned transform, const uint8_t from[CELLS], uint8_t to[CELLS])
{
    const struct motion *m = &MOTIONS[transform];
    memset(to, 0, CELLS);
    for (int r = 0; r < SIDE; r++) {
        for (int c = 0; c < SIDE; c++) {
            int row = m->row_from_row * r + m->row_from_column * c + m->row_offset;
            int column = m->column_from_row * r + m->column_from_column * c + m->column_offset;
            if (row >= 0 && row < SIDE && column >= 0 && column < SIDE)
                to[row * SIDE + column] = from[r * SIDE + c];
        }
    }
}

static inline void move_twice(unsigned first, unsigned second, const uint8_t from[CELLS],
                              uint8_t to[CELLS])
{
    uint8_t between[CELLS];
    move(first, from, between);
    move(second, between, to);
}

static inline unsigned count_of(const uint8_t cells[CELLS], uint8_t tone)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CELLS; i++)
        count += cells[i] == tone;
    return count;
}

static inline bool same(const uint8_t a[CELLS], const uint8_t b[CELLS])
{
    return memcmp(a, b, CELLS) == 0;
}

static inline void make(uint64_t seed, enum tes_difficulty difficulty, unsigned transform_count,
                        struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.difficulty = difficulty, .transform_count = transform_count};
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("puzzle", key, &options, challenge), TES_OK);
}

#endif

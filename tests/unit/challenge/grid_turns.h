/* The 24 turns that map a grid of cubes to itself, as matrices: all products of quarter turns. */
#ifndef TEST_GRID_TURNS_H
#define TEST_GRID_TURNS_H

#include <stdbool.h>
#include <string.h>

enum { GRID_TURNS = 24 };

typedef int grid_turn[3][3];

static grid_turn grid_turns[GRID_TURNS];

static inline void grid_multiply(grid_turn a, grid_turn b, grid_turn product)
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

/* A group's set-up: finds them from quarter turns about x and about y; -1 where that fails. */
static inline int grid_find_turns(void **state)
{
    grid_turn steps[2] = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
    unsigned count = 1;
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        grid_turns[0][i][i] = 1;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned step = 0; step < 2; step++) {
            grid_turn next;
            bool is_new = true;
            grid_multiply(grid_turns[i], steps[step], next);
            for (unsigned j = 0; j < count; j++)
                is_new = is_new && memcmp(grid_turns[j], next, sizeof next) != 0;
            if (is_new && count == GRID_TURNS)
                return -1;
            if (is_new)
                memcpy(grid_turns[count++], next, sizeof next);
        }
    }
    return count == GRID_TURNS ? 0 : -1;
}

static inline void grid_apply(grid_turn by, const int from[3], int to[3])
{
    for (unsigned i = 0; i < 3; i++)
        to[i] = by[i][0] * from[0] + by[i][1] * from[1] + by[i][2] * from[2];
}

#endif

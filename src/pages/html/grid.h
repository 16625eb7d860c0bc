/*
 * grid.h: a puzzle's grid as an HTML table with names for its rows and columns, which a screen
 * reader goes through cell by cell. It stands from left to right in every language: moves go where
 * they say.
 */
#ifndef PAGES_GRID_H
#define PAGES_GRID_H

#include "base/buf.h"
#include "challenge/types/puzzle.h"
#include "server/words/words.h"

struct grid {
    const char *id; /* trusted HTML */
    enum word caption;
    const struct words *words;
    const uint8_t *cells; /* TES_PUZZLE_CELLS of them; NULL: an empty grid */
};

void grid_write(struct tes_buf *html, const struct grid *grid);

/* "empty", "black", "pink": the class of a cell. */
const char *grid_tone_name(enum tes_puzzle_tone tone);

#endif

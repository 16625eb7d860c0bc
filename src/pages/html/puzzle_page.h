/*
 * puzzle_page.h: the grid puzzle for people. A plain form that needs no JavaScript; of the puzzle
 * it shows the worked example and the visitor's own grid, never the transforms or the solution.
 */
#ifndef PAGES_PUZZLE_PAGE_H
#define PAGES_PUZZLE_PAGE_H

#include "base/buf.h"
#include "challenge/types/puzzle.h"
#include "pages/html/page.h"

struct puzzle_page {
    const struct tes_puzzle *puzzle;
    struct page_turn turn;
    struct tes_slice token;         /* sealed; goes back in the field `seed` */
    struct tes_slice action;        /* where the form is posted to */
    struct tes_slice new_path;      /* where another challenge is had */
    struct tes_slice first, second; /* slugs that are chosen already; empty: none */
};

/* Appends the document; fails like page_write(). */
enum tes_status puzzle_page_write(struct tes_buf *html, const struct puzzle_page *page);

#endif

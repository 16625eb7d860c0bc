/*
 * page_turn.h: what pages with a challenge share beside it: which round it is, how long there is,
 * and the button for more. The writers are those of template.h; their context is the turn.
 */
#ifndef SERVE_PAGE_TURN_H
#define SERVE_PAGE_TURN_H

#include "base/buf.h"
#include "serve/words/words.h"

struct page_turn {
    const struct words *words; /* the language; NULL: English */
    const char *theme;         /* of the page (page.h) */
    unsigned round, rounds;    /* the how manieth it is, of how many at most; 1: the first */
    unsigned seconds_left;
    bool extendable; /* whether there is more time to be had */
};

/* Appends that it is a further round, and nothing of how the one before went: not escaped, and not
 * at all for the first. */
void page_turn_say(const struct page_turn *turn, struct tes_buf *text);

void page_turn_write_round(struct tes_buf *html, const void *turn);
void page_turn_write_seconds(struct tes_buf *html, const void *turn);
void page_turn_write_time(struct tes_buf *html, const void *turn);
void page_turn_write_more(struct tes_buf *html, const void *turn);

#endif

/*
 * page_turn.h: what pages with a challenge share beside it: which round it is, what the last form
 * lacked, how long there is, the button for more, and other ways. The writers are those of
 * template.h; their context is the turn.
 */
#ifndef PAGES_PAGE_TURN_H
#define PAGES_PAGE_TURN_H

#include "base/buf.h"
#include "server/words/words.h"

enum { PAGE_WAYS_MAX = 8 };

/* Other ways to a pass, as links. */
struct page_ways {
    struct {
        enum word word;
        struct tes_slice path;
    } items[PAGE_WAYS_MAX];
    size_t count;
};

struct page_turn {
    const struct words *words; /* the language; NULL: English */
    const char *theme;         /* of the page (page.h) */
    unsigned round, rounds;    /* the how manieth it is, of how many at most; 1: the first */
    unsigned seconds_left;
    bool extendable;              /* whether there is more time to be had */
    const struct page_ways *ways; /* NULL: there are none */
    bool is_again;                /* the form that was sent was no answer, and spent nothing */
    bool is_heard;                /* there is nothing to see */
};

/* Appends that it is a further round, and nothing of how the one before went: not escaped, and not
 * at all for the first. */
void page_turn_say(const struct page_turn *turn, struct tes_buf *text);

void page_turn_write_round(struct tes_buf *html, const void *turn);
void page_turn_write_seconds(struct tes_buf *html, const void *turn);
void page_turn_write_time(struct tes_buf *html, const void *turn);
void page_turn_write_more(struct tes_buf *html, const void *turn);

/* The list of other ways, and early in the page where it is, for who can't see the picture, or hear
 * what is said. Nothing where there are none. */
void page_turn_write_ways(struct tes_buf *html, const void *turn);
void page_turn_write_skip(struct tes_buf *html, const void *turn);

/* Tells what an answer lacked, which is not escaped yet: as a paragraph with the id "missing". */
void page_turn_write_missing(struct tes_buf *html, struct tes_slice words);

#endif

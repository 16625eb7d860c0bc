/*
 * picture_page.h: any challenge but the puzzle as a plain form: its picture with a field on each
 * cell, or words to choose from; or something to listen to. Needs no JavaScript. Nothing on it
 * depends on what is right.
 */
#ifndef SERVE_PICTURE_PAGE_H
#define SERVE_PICTURE_PAGE_H

#include "serve/pages/page_turn.h"
#include "tessera.h"

enum { PICTURE_WAYS_MAX = 8 };

/* Other ways to a pass, as links. */
struct picture_ways {
    struct {
        enum word word;
        struct tes_slice path;
    } items[PICTURE_WAYS_MAX];
    size_t count;
};

struct picture_page {
    const struct tes_challenge *challenge; /* no puzzle, and no work */
    struct page_turn turn;
    struct tes_slice token;          /* sealed; goes back in the field `seed` */
    struct tes_slice media;          /* path of the picture or the sound */
    struct tes_slice action;         /* where the form is posted to */
    struct tes_slice again_path;     /* where this one is shown again, from its beginning */
    const struct picture_ways *ways; /* NULL: there are none */
    const unsigned *chosen; /* how many were, where that was no answer; NULL: nothing was sent */
};

/* Appends the document; fails like page_write(). */
TES_MUST_CHECK enum tes_status picture_page_write(struct tes_buf *html,
                                                  const struct picture_page *page);

/* Appends a list of links; nothing where there are none. */
void picture_page_write_ways(struct tes_buf *html, const struct words *words,
                             const struct picture_ways *ways);

#endif

/*
 * picture_page.h: any challenge but the puzzle as a plain form: its picture with a field on each
 * cell, or words to choose from; or something to listen to. Needs no JavaScript. Nothing on it
 * depends on what is right, and nothing moves before somebody starts it.
 */
#ifndef PAGES_PICTURE_PAGE_H
#define PAGES_PICTURE_PAGE_H

#include "pages/html/page.h"
#include "tessera.h"

enum { PICTURE_CELLS_MAX = 128 };

/* What the visitor had chosen when the form was sent. */
struct picture_chosen {
    unsigned count; /* of all that was, also of what this challenge does not have */
    bool cells[PICTURE_CELLS_MAX];
};

struct picture_page {
    const struct tes_challenge *challenge; /* no puzzle, and no work */
    struct page_turn turn;
    struct tes_slice token;              /* sealed; goes back in the field `seed` */
    struct tes_slice media;              /* path of the picture or the sound */
    struct tes_slice action;             /* where the form is posted to */
    struct tes_slice again_path;         /* where this one is shown again, and its film plays */
    bool is_playing;                     /* somebody has started the film */
    bool is_large;                       /* they wanted it enlarged */
    const struct picture_chosen *chosen; /* NULL: nothing */
};

/* Appends the document; fails like page_write(). */
enum tes_status picture_page_write(struct tes_buf *html, const struct picture_page *page);

#endif

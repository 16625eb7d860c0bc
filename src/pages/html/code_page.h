/*
 * code_page.h: the page that hands out a short code, to be brought to a form by hand.
 */
#ifndef PAGES_CODE_PAGE_H
#define PAGES_CODE_PAGE_H

#include "base/buf.h"
#include "server/words/words.h"

struct code_page {
    const struct words *words; /* the language; NULL: English */
    const char *theme;         /* of the page (page.h) */
    struct tes_slice code;     /* "K7QM-3F8T-9WXA" */
    unsigned seconds_left;     /* that it is good for */
};

/* Appends the document; fails like page_write(). */
enum tes_status code_page_write(struct tes_buf *html, const struct code_page *page);

#endif

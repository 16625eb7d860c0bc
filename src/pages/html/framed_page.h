/*
 * framed_page.h: the page at `/widget`: nothing but the widget's box, for sites that frame it.
 */
#ifndef PAGES_FRAMED_PAGE_H
#define PAGES_FRAMED_PAGE_H

#include "pages/html/page.h"

struct framed_page {
    const struct words *words;
    struct tes_slice sitekey;
    struct tes_slice seal;  /* who frames it, for the challenge that it asks for */
    struct tes_slice theme; /* the site's: "light", "dark", "auto"; or empty */
};

/* Appends the document, which has no part of the layout of the other pages; fails like
 * page_write(). */
enum tes_status framed_page_write(struct tes_buf *html, const struct framed_page *page);

#endif

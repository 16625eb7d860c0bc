/*
 * demo_page.h: the page at `/`: what Tessera is, the puzzle to try, the calls to copy.
 */
#ifndef PAGES_DEMO_PAGE_H
#define PAGES_DEMO_PAGE_H

#include "base/buf.h"

struct demo_page {
    struct tes_slice puzzle_path; /* where "Try the puzzle" leads */
    struct tes_slice origin;      /* for the calls: "http://127.0.0.1:8080" */
    struct tes_slice sitekey;     /* likewise */
};

/* Appends the document; fails like page_write(). */
enum tes_status demo_page_write(struct tes_buf *html, const struct demo_page *page);

#endif

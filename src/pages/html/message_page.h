/*
 * message_page.h: the pages that tell an outcome and offer one way on, and below it others where
 * there are some; messages.def lists them.
 */
#ifndef PAGES_MESSAGE_PAGE_H
#define PAGES_MESSAGE_PAGE_H

#include "pages/html/page.h"

enum message {
#define MESSAGE(name, tone, heading, detail, link)         MESSAGE_##name,
#define MESSAGE_OF_DEMO(name, tone, heading, detail, link) MESSAGE_##name,
#include "pages/html/messages.def"
#undef MESSAGE
#undef MESSAGE_OF_DEMO
    MESSAGE_COUNT
};

struct message_page {
    enum message message;
    const struct words *words;  /* the language; NULL: English */
    const char *theme;          /* of the page (page.h) */
    struct tes_slice link_path; /* where the link leads; none is shown unless it is a local path */
    bool opens_window;          /* the link does: the page is in a site's frame */
    struct tes_slice code;      /* to quote; empty: none */
    unsigned wait_s;            /* how long to wait; 0: not */
    struct tes_slice review;    /* a token to ask for a person with: shows a button; empty: none */
    struct tes_slice review_path; /* where that asks */
    const struct page_ways *ways; /* to a pass, beside the link; NULL: there are none */
};

/* Whether the message is there in English alone. */
bool message_page_is_english(enum message message);

/* Appends the document; fails like page_write(). */
enum tes_status message_page_write(struct tes_buf *html, const struct message_page *page);

#endif

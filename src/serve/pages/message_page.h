/*
 * message_page.h: the pages that tell an outcome and offer one way on; messages.def lists them.
 */
#ifndef SERVE_MESSAGE_PAGE_H
#define SERVE_MESSAGE_PAGE_H

#include "base/buf.h"

enum message {
#define MESSAGE(name, tone, title, heading, detail, link) MESSAGE_##name,
#include "serve/pages/messages.def"
#undef MESSAGE
    MESSAGE_COUNT
};

struct message_page {
    enum message message;
    struct tes_slice link_path; /* where the link leads; none is shown unless it is a local path */
    struct tes_slice code;      /* to quote; empty: none */
    unsigned wait_s;            /* how long to wait; 0: not */
    struct tes_slice review;    /* a token to ask for a person with: shows a button; empty: none */
};

/* Appends the document; fails like page_write(). */
TES_MUST_CHECK enum tes_status message_page_write(struct tes_buf *html,
                                                  const struct message_page *page);

#endif

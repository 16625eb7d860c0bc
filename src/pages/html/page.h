/*
 * page.h: what all pages share: the frame of web/pages/layout.html around a page's own template,
 * and what stands beside a challenge. Nothing in this folder knows HTTP: pages are written from
 * plain structs into a buffer.
 */
#ifndef PAGES_PAGE_H
#define PAGES_PAGE_H

#include "pages/html/template.h"

#define PAGE_MAX                                                                                   \
    65536 /* room that holds every page, whatever its texts up to their own ceilings               \
           */

enum { PAGE_WAYS_MAX = 8 };

/* Other ways to a pass, as links. */
struct page_ways {
    struct {
        enum word word;
        struct tes_slice path;
    } items[PAGE_WAYS_MAX];
    size_t count;
};

/* What pages with a challenge share: which round it is, what the last form lacked, how long there
 * is, the button for more, and other ways. */
struct page_turn {
    const struct words *words; /* the language; NULL: English */
    const char *theme;         /* of the page (struct page) */
    unsigned round, rounds;    /* the how manieth it is, of how many at most; 1: the first */
    unsigned seconds_left;
    bool extendable;              /* whether there is more time to be had */
    const struct page_ways *ways; /* NULL: there are none */
    bool is_again;                /* the form that was sent was no answer, and spent nothing */
    bool is_heard;                /* there is nothing to see */
};

struct page {
    const char *template_path; /* below web/: "pages/puzzle.html" */
    const struct words *words; /* the language; NULL: English */
    const char *theme; /* "light" or "dark"; NULL, and all else: what the visitor's system has */
    bool is_bare;      /* its template is the whole document, without the layout */
    bool indexed;      /* whether search engines may list it */
    const struct page_turn *turn; /* NULL: there is no challenge on it, and no other way */
    struct template_scope values; /* its own; `title` among them where it is not bare */
};

/* Appends the whole document. TES_FAILED where there is no such template, otherwise as
 * template_render(). `html->failed` is set unless it is TES_OK. */
enum tes_status page_write(struct tes_buf *html, const struct page *page);

/* That it is a further round, and nothing of how the one before went. */
struct template_line page_round(const struct page_turn *turn);

/* Whether a link leads to a path of this host: starts with one '/', without what browsers read as
 * another host ("//", "/\") and without control characters. */
bool page_is_local_path(struct tes_slice path);

#endif

/*
 * page.h: what all pages share: the frame of web/pages/layout.html around a page's own template.
 * Nothing in this folder knows HTTP: pages are written from plain structs into a buffer.
 */
#ifndef PAGES_PAGE_H
#define PAGES_PAGE_H

#include "pages/html/template.h"
#include "server/words/words.h"

#define PAGE_MAX                                                                                   \
    65536 /* room that holds every page, whatever its texts up to their own ceilings               \
           */

struct page {
    const char *template_path; /* below web/: "pages/puzzle.html" */
    struct tes_slice title;
    const struct words *words; /* the language; NULL: English */
    const char *theme; /* "light" or "dark"; NULL, and all else: what the visitor's system has */
    bool indexed;      /* whether search engines may list it */
    const struct template_slot *slots;
    size_t slot_count;
};

/* Appends the whole document. Besides the page's own slots, each key of words.def is one: a text in
 * the language, whose holes are left as they are, for scripts. TES_FAILED where there is no such
 * template; TES_TOO_SMALL where the buffer failed, be it for want of room or because the page's own
 * template asks for a slot that is not given. `html->failed` is set after either. */
TES_MUST_CHECK enum tes_status page_write(struct tes_buf *html, const struct page *page);

/* Appends a line of the language, its holes filled, escaped. */
void page_say(struct tes_buf *html, const struct words *words, enum word word,
              const struct tes_hole *holes, size_t count);

/* Whether a link leads to a path of this host: starts with one '/', without what browsers read as
 * another host ("//", "/\") and without control characters. */
bool page_is_local_path(struct tes_slice path);

#endif

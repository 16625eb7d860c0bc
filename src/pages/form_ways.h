/*
 * form_ways.h: the other ways to a pass that are forms as well, for people without JavaScript.
 */
#ifndef PAGES_FORM_WAYS_H
#define PAGES_FORM_WAYS_H

#include "pages/html/page.h"
#include "pages/scriptless.h"

/* Their names, as of alternative.h, in the order in which they are offered; the last is NULL. */
extern const char *const form_ways_names[];

/* Finds those that a site's visitor may take in place of a challenge: links to the same page. The
 * gate's page has none. */
void form_ways_find(struct visit *visit, const struct scriptless *page,
                    const struct tes_challenge *challenge, struct page_ways *ways);

/* The same after a wrong answer: with the way that was taken, as a new challenge may be any. */
void form_ways_after(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged, struct page_ways *ways);

#endif

/*
 * hostname.h: the hosts that a site's pages are on: "example.org" is that host, "*.example.org"
 * every host below it, at any depth, and not itself. Names are compared without regard to case;
 * names beyond ASCII are written as browsers send them, in punycode ("xn--...").
 */
#ifndef TES_HOSTNAME_H
#define TES_HOSTNAME_H

#include "base/slice.h"

#define TES_HOSTNAME_MAX 253 /* in bytes */

/* Reads what an operator writes; `name` is it in lower case. NULL, or what is wrong with it. */
TES_MUST_CHECK const char *tes_hostname_read(struct tes_slice text,
                                             char name[TES_HOSTNAME_MAX + 1]);

/* Whether a page's host is what tes_hostname_read() gave. */
bool tes_hostname_matches(struct tes_slice name, struct tes_slice host);

/* Whether it is every host below a single label, as "*.org" is. */
bool tes_hostname_is_wide(struct tes_slice name);

#endif

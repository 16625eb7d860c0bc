/*
 * framed.h: which page a challenge is asked for on. A browser says so itself, in Origin, where the
 * widget is part of that page. Where the page frames ours (`/widget`), the challenge is asked for
 * by our own page, whose origin says nothing, or which has none in a sandbox; but the browser has
 * said in Referer who frames it. The page is given that, sealed, and hands it in with what it asks
 * for.
 *
 * The seal is for one site and for the visitor's network: a page of another host can't read ours,
 * and what its own server fetches with a made-up Referer is of no use in its visitors' browsers.
 */
#ifndef SERVE_FRAMED_H
#define SERVE_FRAMED_H

#include "serve/app/app.h"

/* The host that a request's page is on, from Origin, or else from Referer; empty where neither says
 * so. An IPv6 address keeps its brackets, as in a site's list of hosts. */
struct tes_slice framed_page_host(const struct http_request *request);

/* Seals that `host` frames our page for that site, into the request's arena; a NULL `at` where that
 * failed. */
struct tes_slice framed_seal(struct visit *visit, struct tes_slice site, struct tes_slice host);

/* The host of a seal, in the request's arena; empty where it is none, is over, or is of another
 * site or network. */
struct tes_slice framed_open(struct visit *visit, struct tes_slice site, struct tes_slice seal);

#endif

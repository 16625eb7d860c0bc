/*
 * page_host.h: which host's page a challenge is asked for on. A widget that is part of the page
 * needs nothing but the browser's word: it says so in Origin, or else in Referer.
 *
 * Where a page frames ours (`/widget`), our own page asks, whose origin says nothing, or which has
 * none in a sandbox; but when the browser asked for that page, it said in Referer who frames it.
 * The page is given that, sealed, and hands it in with what it asks for. The seal is for one site
 * and for the visitor's network: a page of another host can't read ours, and what its own server
 * fetches with a made-up Referer is of no use in its visitors' browsers.
 */
#ifndef FLOW_PAGE_HOST_H
#define FLOW_PAGE_HOST_H

#include "server/app/app.h"

/* The host, from Origin, or else from Referer; an IPv6 address keeps its brackets, as in a site's
 * list of hosts. Empty where neither says, or it is longer than a host's name. */
struct tes_slice page_host(const struct http_request *request);

/* Seals that `host` frames our page for that site, into the request's arena; a NULL `at` where that
 * failed. */
struct tes_slice page_host_seal(struct visit *visit, struct tes_slice site, struct tes_slice host);

/* The host of a seal, in the request's arena; empty where it is none, is over, or is of another
 * site or network. Of an empty seal, as page_host(). */
struct tes_slice page_host_framed(struct visit *visit, struct tes_slice site,
                                  struct tes_slice seal);

#endif

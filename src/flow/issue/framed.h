/*
 * framed.h: which page a challenge is asked for on, where that page frames ours (`/widget`). A
 * widget that is part of the page needs none of this: the browser says it in Origin (page_host.h).
 * Here our own page asks, whose origin says nothing, or which has none in a sandbox; but when the
 * browser asked for that page, it said in Referer who frames it. The page is given that, sealed,
 * and hands it in with what it asks for.
 *
 * The seal is for one site and for the visitor's network: a page of another host can't read ours,
 * and what its own server fetches with a made-up Referer is of no use in its visitors' browsers.
 */
#ifndef FLOW_FRAMED_H
#define FLOW_FRAMED_H

#include "server/app/app.h"

/* Seals that `host` frames our page for that site, into the request's arena; a NULL `at` where that
 * failed. */
struct tes_slice framed_seal(struct visit *visit, struct tes_slice site, struct tes_slice host);

/* The host of a seal, in the request's arena; empty where it is none, is over, or is of another
 * site or network. */
struct tes_slice framed_open(struct visit *visit, struct tes_slice site, struct tes_slice seal);

#endif

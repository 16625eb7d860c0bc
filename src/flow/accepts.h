/*
 * accepts.h: what the site takes that a visit is about: its own wishes (tessera site set), and
 * where it has none the config's. The demo's page takes all there is.
 */
#ifndef FLOW_ACCEPTS_H
#define FLOW_ACCEPTS_H

#include "server/app/app.h"

/* What a site with these wishes takes under that config; `wishes` NULL: one without any. */
struct accept accepts_by(const struct config *config, const struct sites_wishes *wishes);

struct accept accepts_of(const struct visit *visit, struct tes_slice site);

/* Whether that site takes this pass. */
enum acceptance accepts_pass(const struct visit *visit, const struct tes_claims *pass);

/* For how long a pass of that site is good. */
uint64_t accepts_lifetime_ms(const struct visit *visit, struct tes_slice site);

/* Whether this is the key of the demo's pages, and they are served. */
bool accepts_is_demo(const struct visit *visit, struct tes_slice site);

#endif

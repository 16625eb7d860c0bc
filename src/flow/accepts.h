/*
 * accepts.h: what the site takes that a visit is about: as it says itself (tessera site set), else
 * as the config says. The demo's page takes all there is.
 */
#ifndef FLOW_ACCEPTS_H
#define FLOW_ACCEPTS_H

#include "server/app/app.h"

/* What a site with this policy takes under that config; `policy` NULL: one without any. */
struct accept accepts_by(const struct config *config, const struct sites_policy *policy);

struct accept accepts_of(const struct visit *visit);

/* Whether that site takes this pass. */
enum acceptance accepts_pass(const struct visit *visit, const struct tes_claims *pass);

/* For how long a pass of the site is good. */
uint64_t accepts_lifetime_ms(const struct visit *visit);

#endif

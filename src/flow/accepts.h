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

/* Whether visitors can ask for a review by a person at all, and those of the visit's site, or of
 * the gate. The demo and the vendors' test keys, which anybody knows and whose passes open nothing,
 * have none. */
bool accepts_has_review(const struct config *config);
bool accepts_review(const struct visit *visit);

#endif

/*
 * level.h: how difficult a visitor's challenge is. The first of these that says so decides:
 *
 * 1. the site's server, in an order that it has sealed;
 * 2. the page, where clients may choose (challenge.client_may_choose, and the demo's);
 * 3. how the user did at their level (policy/adaptive.h), where the site's server vouches for who
 * they are, and adaptive.enabled is set; never below what the site has for itself;
 * 4. the site (tessera site set NAME --difficulty);
 * 5. challenge.default_difficulty.
 *
 * So what bots do changes nobody's level but that of the account that they use. Whoever fails on
 * purpose gets EASY for that account alone, and only at a site that has no level of its own.
 */
#ifndef FLOW_LEVEL_H
#define FLOW_LEVEL_H

#include "flow/issue/issue.h"
#include "store/records/records_users.h"

/* How long anybody waits for what the records know of a user. Then they get what a new user gets:
 * a store that hangs locks nobody out. */
#define LEVEL_WAIT_MS 250

/* Whether the records have to be asked for the order's level: level_choose() is for a waiter then.
 */
TES_MUST_CHECK bool level_waits(struct visit *visit, const struct issue_order *order);

/* Sets order->difficulty, where that is 0. Only a waiter asks the records. */
void level_choose(struct visit *visit, struct issue_order *order);

/* The level that a user with this profile gets at a site whose own is `own`; 0: it has none. */
enum tes_difficulty level_of(enum tes_difficulty own, const struct config *config,
                             const struct records_profile *profile);

/* The name of the level that a user of that site gets with this profile: a records_recommend, whose
 * context is the app. */
const char *level_recommend(void *app, struct tes_slice site,
                            const struct records_profile *profile);

#endif

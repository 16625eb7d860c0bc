/*
 * alerts.h: counts answers per site and of all sites together, and tells the operator where they
 * look wrong (policy/escalation/alert.h has the rules): a line in the log, a metric, and a webhook.
 *
 * Bounded whatever comes: ALERTS_SITES sites are counted on their own; a further one is counted
 * with all together only, until one of them has no answers for a window. An alert of a site fires
 * once a window at most. Whoever answers wrong often enough makes the alert fire: that is what it
 * is for.
 */
#ifndef EXTRAS_ALERTS_H
#define EXTRAS_ALERTS_H

#include "policy/escalation/alert.h"
#include "server/config/config_holder.h"
#include "server/helper/helper.h"
#include "server/metrics/metrics.h"

#define ALERTS_SITES 1024

struct alerts;

/* What is passed is the caller's and outlives the alerts. NULL where memory or threads are out. */
struct alerts *alerts_start(struct config_holder *config, struct metrics *metrics,
                            struct helper *helper);

/* Counts one answer, or without one a visitor for whom the site had no challenge; `site` is the key
 * of the site. Any thread; waits for no store and no disk. */
void alerts_note(struct alerts *alerts, const struct config *config, struct tes_slice site,
                 const struct alert_answer *answer);

/* To be called some times a second, by one thread: fires what fires and ends what ends. */
void alerts_look(struct alerts *alerts);

/* Accepts NULL. */
void alerts_stop(struct alerts *alerts);

#endif

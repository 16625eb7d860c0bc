/*
 * review_offer.h: whether visitors can ask for a review by a person.
 */
#ifndef FLOW_REVIEW_OFFER_H
#define FLOW_REVIEW_OFFER_H

#include "server/app/app.h"

/* Whether reviews can be asked for at all. */
bool review_is_configured(const struct config *config);

/* Whether visitors of that site may ask for one; empty: of the gate. The demo and the vendors' test
 * keys, which anybody knows and whose passes open nothing, have none. */
bool review_is_offered(struct visit *visit, struct tes_slice site);

#endif

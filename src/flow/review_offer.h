/*
 * review_offer.h: whether visitors can ask for a review by a person.
 */
#ifndef FLOW_REVIEW_OFFER_H
#define FLOW_REVIEW_OFFER_H

#include "server/app/app.h"

/* Whether reviews can be asked for at all. */
bool review_is_configured(const struct config *config);

/* Whether visitors of the visit's site, or of the gate, may ask for one. The demo and the vendors'
 * test keys, which anybody knows and whose passes open nothing, have none. */
bool review_is_offered(const struct visit *visit);

#endif

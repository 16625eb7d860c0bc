/*
 * order.h: a site's server orders a challenge for one of its users. The order is a sealed token
 * that the site's page hands in where it asks for a challenge: it fixes the user, the session, how
 * difficult the challenge is, and how many answers there may be to it, and nobody who only has the
 * page can change that.
 */
#ifndef FLOW_ORDER_H
#define FLOW_ORDER_H

#include "flow/issue/issue.h"
#include "policy/outcome.h"

/* Until when an order's answers are remembered, beyond its own expiry: no challenge that was asked
 * for by it lives longer, however often it is extended. */
#define ORDER_MEMORY_MS ((uint64_t)2 * 3600 * 1000)

/* What is ordered; texts are the caller's. */
struct order_terms {
    uint8_t id[TES_ID_BYTES]; /* orders of one id share their answers */
    struct tes_slice site, user, session;
    enum tes_difficulty difficulty;
    unsigned attempts;
    uint64_t issued_at_ms, expires_at_ms;
};

/* Seals an order into the request's arena; a NULL `at` where that failed. */
struct tes_slice order_seal(struct visit *visit, const struct order_terms *order);

/* Writes what a sealed order says into what is to be issued: kind, user, session, difficulty. False
 * where it is none, is another site's, or its time is over. The texts lie in the request's arena.
 */
TES_MUST_CHECK bool order_open(struct visit *visit, struct tes_slice token,
                               struct issue_order *issue);

/* Takes one of the answers that the order of this challenge allows: OUTCOME_OK (also where it was
 * ordered by nobody), OUTCOME_FORBIDDEN where none is left, OUTCOME_EXPIRED, OUTCOME_UNAVAILABLE.
 */
TES_MUST_CHECK enum outcome order_take_attempt(struct visit *visit,
                                               const struct tes_claims *claims);

/* The kind of challenge that is ordered. */
struct tes_slice order_kind(void);

#endif

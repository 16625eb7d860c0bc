/*
 * choose.h: what somebody gets who asks for a challenge. The first of these that says so decides:
 *
 * 1. the site's server, in an order that it has sealed;
 * 2. the visitor, who asks for an alternative that the site takes (alternative.h);
 * 3. the page, where clients may choose, of what the site takes;
 * 4. the lot (type_select.h), among the types that the site asks.
 *
 * Where the lot has nothing that fits, which is so for those who want no motion and for a server
 * that has nothing strong enough, the alternative `still` is taken by itself; so it is where the
 * page chose what moves, for somebody who wants no motion. A site that does not take that shows its
 * moving picture, which plays when somebody starts it.
 */
#ifndef FLOW_CHOOSE_H
#define FLOW_CHOOSE_H

#include "flow/issue/fallback.h"
#include "flow/issue/issue.h"

enum choose_result { CHOOSE_DONE, CHOOSE_NOT_OFFERED, CHOOSE_UNKNOWN_KIND, CHOOSE_FAILED };

/* Sets kind, and what goes with an alternative, in the order, whose difficulty is known.
 * `alternative` is the one that was asked for; empty: none. */
TES_MUST_CHECK enum choose_result
choose_challenge(struct visit *visit, struct tes_slice alternative, struct issue_order *order);

/* Charges a challenge, and an alternative to its own budget as well; false where one is used up.
 * Where an alternative's budget is used up nothing is charged, so that the visitor can still have
 * another kind of challenge. What history adds to the price is charged with the terms (escalate.h).
 */
TES_MUST_CHECK bool choose_pay(struct visit *visit, const struct issue_order *order);

#endif

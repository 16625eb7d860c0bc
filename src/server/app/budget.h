/*
 * budget.h: what a network may ask for in a window of time. budget.def has the budgets and
 * budget_level.def the networks that each client counts for; all of those have to have something
 * left, and what one of them refuses is charged to none.
 *
 * Only what a valid token or site key stands behind is charged, by the handler that has seen it.
 * All else is junk: it has a budget of its own, which refuses junk alone, so that nobody can use up
 * a network's budgets by sending nonsense from it (routes.c).
 */
#ifndef SERVER_BUDGET_H
#define SERVER_BUDGET_H

#include "policy/escalation/budget_limits.h"
#include "server/app/app.h"

enum budget_level {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) BUDGET_LEVEL_##name,
#include "policy/escalation/budget_level.def"
#undef BUDGET_LEVEL
    BUDGET_LEVEL_COUNT
};

/* What tells the budgets of that site from those of others, where sites have their own
 * (visit_set_site()). */
uint32_t budget_site_number(struct tes_slice sitekey);

/* Charges this visit, which is not junk then. False where the budget is used up: the refusal is
 * counted, and whatever the handler replies, the visitor is told to come again later. */
TES_MUST_CHECK bool budget_take(struct visit *visit, enum budget budget);

/* The same, but charges nothing. */
TES_MUST_CHECK bool budget_has(struct visit *visit, enum budget budget);

/* Charges an amount that is known only afterwards, such as time; it may exceed the limit. */
void budget_charge(struct visit *visit, enum budget budget, uint64_t amount);

/* Gives back one that was charged before, by this visit or an earlier one. */
void budget_return(struct visit *visit, enum budget budget);

/* How much of it has been used in this window: the narrowest network's own, or a wider one's share
 * where that is more. */
uint64_t budget_used(struct visit *visit, enum budget budget);

/* Counts one more of what refuses nothing; what it has come to, as budget_used() says it. */
uint64_t budget_count(struct visit *visit, enum budget budget);

/* Counts one more of what the texts name together in a window of that length, at most a day, such
 * as "study " and a network; what it has come to. 0 where they are longer than a key may be. */
uint64_t budget_rate(struct visit *visit, unsigned window_s, const struct tes_slice *texts,
                     size_t count);

/* Gives back what budget_take() has taken: this visit is junk after all. */
void budget_give_back(struct visit *visit, enum budget budget);

/* Gives back what was charged since that moment, unless that was in another window. */
void budget_forgive(struct visit *visit, enum budget budget, uint64_t amount, uint64_t since_ms);

/* The visit is not junk, and is charged nothing. */
void budget_spare(struct visit *visit);

/* Counts a visit that turned out to be junk; false where that is too much of it. */
TES_MUST_CHECK bool budget_take_junk(struct visit *visit);

/* The network of that level that an address lies in (base/address.h). */
uint64_t budget_network(const struct tes_address *address, enum budget_level level);

/* Seconds until the window is over: of the budget that refused, where one has. */
unsigned budget_seconds_left(const struct visit *visit);

#endif

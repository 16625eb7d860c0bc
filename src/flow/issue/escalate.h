/*
 * escalate.h: gathers what policy/escalation/terms.h looks at, and counts what it looks at next
 * time: what came of a network's challenges at a site, in the counters of budgets, and what came of
 * a site's (alarms.h). Where there are no budgets nothing is counted, and nothing is asked for but
 * one right answer.
 */
#ifndef FLOW_ESCALATE_H
#define FLOW_ESCALATE_H

#include "flow/issue/issue.h"

/* The terms of what is ordered; to be asked once it has been charged (visit_set_site() says to
 * which site). Charges the network's budget where they say that this one counts as several. */
struct terms escalate_terms(struct visit *visit, const struct issue_order *order);

/* The answers and challenges of the visit's network at the visit's site within the hour. */
struct terms_facts escalate_facts(struct visit *visit);

/* Whether the network, and all networks together, may have another pass of the visit's site within
 * the hour; charges nothing. False: the refusal is counted. */
TES_MUST_CHECK bool escalate_may_pass(struct visit *visit);

/* Counts a pass. False where it would be one too many: answers that come at the same moment have
 * all been told that they may pass. */
TES_MUST_CHECK bool escalate_take_pass(struct visit *visit);

/* What came of a challenge, of all its rounds where there were several. */
struct escalate_outcome {
    struct tes_slice site;
    bool is_passed;
    unsigned suspicion; /* the rules that hold for the last answer, as bits (suspicion.h) */
    uint64_t elapsed_ms;
    size_t kind; /* its number */
};

/* Whether the site's alarm asks something of all of its visitors. */
bool escalate_is_attacked(struct visit *visit, struct tes_slice site);

/* Counts it; a pass has been counted by escalate_take_pass(). */
void escalate_note(struct visit *visit, const struct escalate_outcome *outcome);

#endif

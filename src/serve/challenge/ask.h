/*
 * ask.h: gathers what decide/terms.h looks at, and counts what it looks at next time: what came of
 * a network's challenges at a site, in the counters of budgets. Where there are no budgets nothing
 * is counted, and nothing is asked for but one right answer.
 */
#ifndef SERVE_ASK_H
#define SERVE_ASK_H

#include "serve/challenge/issue.h"

/* The terms of what is ordered; to be asked once it has been charged (budget_of_site() says to
 * which site). Charges the network's budget where they say that this one counts as several. */
struct terms ask_terms(struct visit *visit, const struct issue_order *order);

/* What came of a challenge, of all its rounds where there were several: passed or not; `suspicion`
 * has the rules that hold for the answer (suspicion.h). */
void ask_note(struct visit *visit, bool is_passed, unsigned suspicion);

#endif

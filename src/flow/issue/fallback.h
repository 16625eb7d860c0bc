/*
 * fallback.h: who is offered another way, and which. Failures and suspicious times are counted in
 * a row: for a user whom the site vouches for, else for a session on its network, else for the
 * network alone; in the table of the budgets' counters, for an hour at most, and anew after a pass.
 *
 * It is an offer. Nothing is refused to whoever is offered it, and nothing is had by it that can't
 * be had by asking, but for `other`; each way has a budget of its own (alternative.h).
 */
#ifndef FLOW_FALLBACK_H
#define FLOW_FALLBACK_H

#include "base/json.h"
#include "flow/issue/issue.h"

enum fallback_reason {
#define FALLBACK(name, text) FALLBACK_##name,
#include "flow/issue/fallback.def"
#undef FALLBACK
    FALLBACK_NONE /* nothing is offered */
};

/* "failures"; "" for FALLBACK_NONE. */
struct tes_slice fallback_name(enum fallback_reason reason);

/* For whom it is counted. */
struct fallback_who {
    struct tes_slice site, user, session;
    bool is_user_proven;
};

struct fallback_who fallback_who_ordered(const struct issue_order *order);
struct fallback_who fallback_who_claimed(const struct tes_claims *claims);

/* What came of a challenge that was spent. */
enum fallback_outcome { FALLBACK_PASSED, FALLBACK_FAILED };

/* Counts it. `is_suspicious`: the answer's time was; of a challenge that was given up, false. */
void fallback_note(struct visit *visit, const struct fallback_who *who,
                   enum fallback_outcome outcome, bool is_suspicious);

/* Whether something is to be offered: FALLBACK_FAILURES, FALLBACK_TIMES or FALLBACK_NONE. */
enum fallback_reason fallback_due(struct visit *visit, const struct fallback_who *who);

/* What is offered, and to whom. */
struct fallback_offer {
    enum fallback_reason reason;
    struct tes_slice site, language; /* the language may be empty: not known */
    enum tes_difficulty difficulty;  /* of their challenges; 0: medium */
    bool is_still;                   /* what they failed, or have, does not move */
    struct tes_slice token;          /* to ask for a review with; may be empty */
};

/* Writes the member `fallback`; nothing for FALLBACK_NONE. */
void fallback_write(struct visit *visit, struct tes_json *json, const struct fallback_offer *offer);

#endif

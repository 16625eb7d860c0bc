/*
 * judge.h: what an answer is worth. The order of the checks matters: signature, expiry,
 * address, form, work, single use, and only then the answer itself.
 */
#ifndef FLOW_JUDGE_H
#define FLOW_JUDGE_H

#include "flow/answer/pass.h"
#include "flow/issue/issue.h"
#include "policy/escalation/rounds.h"
#include "policy/outcome.h"

/* A challenge that came back: what its token says, and the challenge made again. */
struct judged {
    enum issue_entry entry;       /* to be set before: the entry point that received it */
    struct tes_slice only_kind;   /* likewise: the kind that is taken; empty: any */
    struct tes_slice work;        /* likewise: what the device has done; empty: nothing */
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
    struct tes_claims claims;
    struct tes_challenge challenge;
    struct work_task task;           /* of its work, where its claims ask for some */
    char normal[TES_ANSWER_MAX + 1]; /* the answer, as it was understood */
    size_t normal_length;
    bool is_unproven;     /* that it is answered once: the ledger was away (fail_open.h) */
    bool is_suspicious;   /* once it was judged right or wrong (suspect.h) */
    struct rounds rounds; /* likewise: what all rounds have shown, this one included */
};

/* Opens a token and makes its challenge again. OUTCOME_OK where it is authentic, not expired
 * (unless `expired_too`) and bound to this address: then it is charged to the budget of answers,
 * and OUTCOME_OVER_BUDGET where that is used up. The ledger has not been asked yet. */
TES_MUST_CHECK enum outcome judge_open(struct visit *visit, struct tes_slice token,
                                       bool expired_too, struct judged *judged);

/* Spends the challenge: OUTCOME_OK, OUTCOME_REPLAYED (which is junk), OUTCOME_UNAVAILABLE, or
 * OUTCOME_EXPIRED where it is so old that the ledger may have forgotten it. */
TES_MUST_CHECK enum outcome judge_spend(struct visit *visit, const struct judged *judged);

/* Spends a challenge that the visitor gives up, which is charged and counted as a wrong answer. The
 * verdict is that of judge_spend(); what is not OUTCOME_OK is charged nothing. */
TES_MUST_CHECK enum outcome judge_give_up(struct visit *visit, const struct judged *judged);

/* The whole way: opens, checks, spends, verifies, and decides by all rounds; counts and records the
 * verdict. Only here is an answer judged that the ledger can't be asked about, where its site fails
 * open. Nothing is spent on an answer that has not the form that is asked for
 * (OUTCOME_BAD_ANSWER), nor on one without work (OUTCOME_WORK_MISSING). OUTCOME_NEXT, by right and
 * by wrong answers: judge_next() is to follow. Where visit->is_hopping is set the verdict is none:
 * the handler returns, to be run again. */
TES_MUST_CHECK enum outcome judge_answer(struct visit *visit, struct tes_slice token,
                                         struct tes_slice answer, struct judged *judged);

/* Orders the round that follows on OUTCOME_NEXT; its texts are those of `judged`. */
struct issue_order judge_next(const struct visit *visit, const struct judged *judged);

/* Counts what came of a challenge that was spent, for what its network is asked for next
 * (escalate.h).
 */
void judge_count(struct visit *visit, const struct judged *judged, bool is_passed,
                 unsigned suspicion);

/* From when the challenge was handed out to now. */
uint64_t judge_elapsed_ms(const struct visit *visit, const struct judged *judged);

/* What a pass says, but for its times; false where there is no randomness. */
TES_MUST_CHECK bool judge_claims(struct visit *visit, const struct judged *judged,
                                 struct tes_claims *claims);

/* What is handed out for OUTCOME_OK; without a response where it could not be made. */
struct pass judge_pass(struct visit *visit, const struct judged *judged);

#endif

#include "flow/answer/judge.h"

#include <string.h>

#include "base/secret.h"
#include "challenge/strength.h"
#include "flow/answer/suspect.h"
#include "flow/fail_open.h"
#include "flow/history.h"
#include "flow/issue/escalate.h"
#include "flow/issue/fallback.h"
#include "flow/issue/issue.h"
#include "flow/issue/order.h"
#include "flow/spend.h"
#include "flow/work.h"
#include "server/app/budget.h"
#include "server/app/outcome_rows.h"

enum outcome judge_open(struct visit *visit, struct tes_slice token, bool expired_too,
                        struct judged *judged)
{
    uint8_t key[TES_KEY_BYTES];
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_CHALLENGE, token.at, token.length,
                                      judged->plain, &judged->claims);
    if (status != TES_OK)
        return status == TES_FORGED ? OUTCOME_INVALID : OUTCOME_UNAVAILABLE;
    visit_set_site(visit, judged->claims.site);
    if (!issue_is_for(&judged->claims, judged->entry))
        return OUTCOME_INVALID;
    if (judged->only_kind.length > 0 && !tes_slice_equal(judged->only_kind, judged->claims.kind))
        return OUTCOME_INVALID;
    if (visit->now_ms >= judged->claims.expires_at_ms && !expired_too)
        return OUTCOME_EXPIRED;
    if (!tes_slice_equal(judged->claims.ip_bucket, visit->bucket))
        return OUTCOME_FORBIDDEN;
    if (!budget_take(visit, BUDGET_ANSWER))
        return OUTCOME_OVER_BUDGET;
    if (visit_challenge_key(visit, &judged->claims, key) != TES_OK)
        return OUTCOME_UNAVAILABLE;
    if (judged->claims.work > 0)
        work_derive(key, &judged->task);
    status = work_is_claimed(&judged->claims)
                 ? work_make_claimed(&judged->claims, &judged->challenge)
                 : tes_generate_claimed(&judged->claims, key, &judged->challenge);
    tes_wipe(key, sizeof key);
    /* A token of an earlier release may name a challenge that this one makes differently. */
    return status == TES_OK ? OUTCOME_OK : OUTCOME_EXPIRED;
}

/* What is done once it is known whether the challenge was used up before. */
static enum outcome note_spent(struct visit *visit, enum outcome result)
{
    if (result == OUTCOME_UNPROVEN)
        result = OUTCOME_OK;
    if (outcome_rows[result].charge == OUTCOME_CHARGE_NOTHING)
        budget_give_back(visit, BUDGET_ANSWER);
    if (result == OUTCOME_OK) /* it is no longer one that was left */
        budget_return(visit, BUDGET_LEFT);
    return result;
}

static uint64_t last_ms(const struct judged *judged)
{
    return issue_last_expiry_ms(&judged->claims, judged->challenge.time_limit_s);
}

enum outcome judge_spend(struct visit *visit, const struct judged *judged)
{
    return note_spent(visit, spend_token(visit, SPEND_CHALLENGE, &judged->claims, last_ms(judged)));
}

enum outcome judge_give_up(struct visit *visit, const struct judged *judged)
{
    enum outcome verdict = judge_spend(visit, judged);
    if (verdict != OUTCOME_OK)
        return verdict;
    budget_charge(visit, BUDGET_ANSWER, visit->config->budget_wrong_answer - 1);
    judge_count(visit, judged, false, 0);
    return verdict;
}

/* For an answer. One to a challenge that a site's server ordered is worth too much to be let
 * through unproven. */
static enum outcome spend_answered(struct visit *visit, struct judged *judged)
{
    bool may_open = judged->claims.order.length == 0;
    enum outcome result = (may_open ? spend_or_open : spend_token)(
        visit, SPEND_CHALLENGE, &judged->claims, last_ms(judged));
    judged->is_unproven = result == OUTCOME_UNPROVEN;
    if (judged->is_unproven)
        judged->claims.unproven = 1;
    return note_spent(visit, result);
}

/* Of rounds: an order's attempt is all of them. */
static bool is_first(const struct tes_claims *claims)
{
    return claims->chain.length == 0;
}

/* Whether there is something to judge. How many are to be chosen is told with the challenge, so
 * that refusing another number tells nothing; a slip of the finger then costs nobody their
 * challenge. */
static bool is_answer(struct judged *judged, struct tes_slice answer)
{
    const struct tes_kind *kind = judged->challenge.kind;
    if (tes_normalise(&judged->challenge, answer.at, answer.length, judged->normal,
                      sizeof judged->normal, &judged->normal_length) != TES_OK)
        return false;
    struct tes_slice normal = {judged->normal, judged->normal_length};
    return kind->is_complete == NULL || kind->is_complete(&judged->challenge, normal);
}

/* All that comes before the work and the ledger. */
static enum outcome check_answer(struct visit *visit, struct tes_slice token,
                                 struct tes_slice answer, struct judged *judged)
{
    enum outcome verdict = judge_open(visit, token, false, judged);
    if (verdict != OUTCOME_OK)
        return verdict;
    if (visit->now_ms < judged->claims.not_before_ms)
        return OUTCOME_TOO_FAST;
    if (!is_answer(judged, answer))
        return OUTCOME_BAD_ANSWER;
    /* While nothing is spent, so that the same answer may be sent again later. */
    if (judged->claims.round < judged->claims.rounds_most && !budget_has(visit, BUDGET_CHALLENGE))
        return OUTCOME_OVER_BUDGET;
    return escalate_may_pass(visit) ? OUTCOME_OK : OUTCOME_OVER_BUDGET;
}

/* Spends the challenge and verifies the answer. `work` is what the device's work has come to. */
static enum outcome spend_and_verify(struct visit *visit, struct judged *judged, enum outcome work)
{
    enum outcome verdict = spend_answered(visit, judged);
    if (verdict == OUTCOME_OK && is_first(&judged->claims))
        verdict = order_take_attempt(visit, &judged->claims);
    if (verdict != OUTCOME_OK || work != OUTCOME_OK)
        return verdict != OUTCOME_OK ? verdict : work;
    if (judged->claims.work > judged->claims.work_done)
        judged->claims.work_done = judged->claims.work;
    return tes_verify(&judged->challenge, judged->normal, judged->normal_length) == TES_OK
               ? OUTCOME_OK
               : OUTCOME_INCORRECT;
}

uint64_t judge_elapsed_ms(const struct visit *visit, const struct judged *judged)
{
    uint64_t issued_at_ms = judged->claims.issued_at_ms;
    return visit->now_ms > issued_at_ms ? visit->now_ms - issued_at_ms : 0;
}

/* What an answer comes to, with those before it. */
static enum outcome weigh(struct judged *judged, bool is_correct)
{
    static const enum outcome VERDICTS[] = {
        [ROUNDS_PASS] = OUTCOME_OK,
        [ROUNDS_FAIL] = OUTCOME_INCORRECT,
        [ROUNDS_NEXT] = OUTCOME_NEXT,
    };
    const struct terms terms = {.accept = (unsigned)judged->claims.accept,
                                .rounds_most = (unsigned)judged->claims.rounds_most};
    struct rounds_odds odds = rounds_odds_of(tes_strength_of(&judged->challenge));
    judged->rounds = rounds_open(judged->claims.score);
    judged->rounds.answered = (unsigned)judged->claims.round - 1;
    confidence_add(&judged->rounds.confidence, &judged->challenge, is_correct);
    return VERDICTS[rounds_add(&judged->rounds, odds, is_correct, &terms)];
}

/* Charges what an answer costs beyond itself. Each round that is not the last is charged as a wrong
 * one, whatever it was, or a network's budget would tell; so who leaves has paid. A pass gives that
 * back, as far as it was charged in this window. */
static void charge(struct visit *visit, const struct judged *judged, enum outcome verdict)
{
    uint64_t more = visit->config->budget_wrong_answer - 1;
    /* The answer itself is counted. */
    if (outcome_rows[verdict].charge == OUTCOME_CHARGE_AS_WRONG)
        budget_charge(visit, BUDGET_ANSWER, more);
    if (verdict == OUTCOME_NEXT)
        budget_charge(visit, BUDGET_CHALLENGE, 1);
    if (verdict == OUTCOME_OK && !is_first(&judged->claims))
        budget_forgive(visit, BUDGET_ANSWER, (judged->claims.round - 1) * more,
                       judged->claims.started_at_ms);
}

void judge_count(struct visit *visit, const struct judged *judged, bool is_passed,
                 unsigned suspicion)
{
    escalate_note(visit,
                  &(struct escalate_outcome){.site = judged->claims.site,
                                             .is_passed = is_passed,
                                             .suspicion = suspicion,
                                             .elapsed_ms = judge_elapsed_ms(visit, judged),
                                             .kind = tes_kind_number(judged->challenge.kind)});
}

/* Tells whoever keeps count of answers, each round by itself; only what is offered to people who
 * fail looks at all rounds together. A device's work tells nothing of how a person does: it is
 * no part of the history, and its time is never suspicious. */
static void tell(struct visit *visit, struct judged *judged, bool is_correct, enum outcome verdict)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    bool is_work = judged->challenge.kind == &work_kind;
    unsigned suspicion = is_work ? 0 : suspect_answer(visit, judged);
    judged->is_suspicious = suspicion != 0;
    /* Before the end, a count that can be seen to rise would tell what was right. */
    if (verdict != OUTCOME_NEXT)
        judge_count(visit, judged, verdict == OUTCOME_OK, suspicion);
    const struct alert_answer answer = {
        .is_correct = is_correct,
        .is_suspicious = judged->is_suspicious,
        .is_attacked = escalate_is_attacked(visit, judged->claims.site),
        .is_hard = judged->challenge.difficulty == TES_HARD,
    };
    judged->rounds.is_suspicious = judged->rounds.is_suspicious || judged->is_suspicious;
    if (verdict != OUTCOME_NEXT)
        fallback_note(visit, &who, verdict == OUTCOME_OK ? FALLBACK_PASSED : FALLBACK_FAILED,
                      judged->rounds.is_suspicious);
    if (is_work)
        return;
    const struct history_answer row = {
        .claims = &judged->claims,
        .challenge = &judged->challenge,
        .given = {judged->normal, judged->normal_length},
        .is_correct = is_correct,
        .is_suspicious = judged->is_suspicious,
    };
    history_answered(visit, &row);
    alerts_note(visit->app->alerts, visit->config, judged->claims.site, &answer);
}

/* Where all allows it, spends the challenge; then counts and records what has come of it. `verdict`
 * is what all has come to so far, the work included. */
static enum outcome conclude_answer(struct visit *visit, struct judged *judged,
                                    enum outcome verdict)
{
    if (verdict == OUTCOME_OK || verdict == OUTCOME_BAD_WORK)
        verdict = spend_and_verify(visit, judged, verdict);
    bool is_correct = verdict == OUTCOME_OK;
    bool is_judged = is_correct || verdict == OUTCOME_INCORRECT;
    if (is_judged)
        verdict = weigh(judged, is_correct);
    if (verdict == OUTCOME_OK && !escalate_take_pass(visit)) {
        verdict = OUTCOME_OVER_BUDGET;
        is_judged = false;
    }
    metrics_count_label(visit->app->metrics, METRICS_VERDICTS, verdict);
    if (outcome_rows[verdict].answered.counter != METRICS_COUNT)
        metrics_count(visit->app->metrics, outcome_rows[verdict].answered.counter);
    if (verdict == OUTCOME_BAD_WORK) {
        charge(visit, judged, verdict);
        judge_count(visit, judged, false, 0);
    }
    if (is_judged) {
        charge(visit, judged, verdict);
        tell(visit, judged, is_correct, verdict);
    }
    if (verdict == OUTCOME_OK && judged->is_unproven)
        fail_open_count(visit, FAIL_OPEN_ANSWER);
    return verdict;
}

static void finish_answer(struct visit *visit, void *state)
{
    struct judged *judged = state;
    judged->verdict = conclude_answer(visit, judged, judged->verdict);
    if (judged->done != NULL)
        judged->done(visit, judged);
}

static void check_work(struct visit *visit, void *state)
{
    struct judged *judged = state;
    judged->verdict = work_check(visit, &judged->claims, &judged->task);
    visit_go_on(visit, judged->where, finish_answer, judged);
}

void judge_answer_with_work(struct visit *visit, struct tes_slice token, struct tes_slice answer,
                            struct tes_slice work, struct judged *judged)
{
    judged->where = visit->where;
    judged->verdict = check_answer(visit, token, answer, judged);
    if (judged->verdict == OUTCOME_OK)
        judged->verdict = work_take(&judged->claims, work, &judged->task);
    if (judged->verdict == OUTCOME_OK && judged->claims.work > 0)
        visit_go_on(visit, HTTP_ON_DRAWERS, check_work, judged);
    else
        finish_answer(visit, judged);
}

enum outcome judge_answer(struct visit *visit, struct tes_slice token, struct tes_slice answer,
                          struct judged *judged)
{
    judged->done = NULL;
    judge_answer_with_work(visit, token, answer, (struct tes_slice){NULL, 0}, judged);
    return judged->verdict;
}

struct issue_order judge_next(const struct visit *visit, const struct judged *judged)
{
    const struct tes_claims *claims = &judged->claims;
    bool is_first_round = is_first(claims), is_page = issue_is_page(judged->entry);
    return (struct issue_order){
        .entry = judged->entry,
        .kind = judged->rounds.is_kind_chosen ? claims->kind : (struct tes_slice){NULL, 0},
        .alternative = claims->alternative,
        .difficulty = judged->challenge.difficulty,
        .is_still = judged->rounds.is_still,
        .is_heard = judged->challenge.view.is_heard,
        .submit_after_ms =
            claims->not_before_ms > 0 && !is_page ? visit->config->challenge_submit_after_ms : 0,
        .site = claims->site,
        .hostname = claims->hostname,
        .user = claims->user,
        .session = claims->session,
        .action = claims->action,
        .cdata = claims->cdata,
        .is_user_proven = claims->user_proven != 0,
        .order = claims->order,
        .attempts = claims->attempts,
        .order_expires_at_ms = claims->order_expires_at_ms,
        .terms = {.accept = (unsigned)claims->accept,
                  .rounds_most = (unsigned)claims->rounds_most,
                  .work = (unsigned)claims->work},
        .chain = {.round = (unsigned)claims->round + 1,
                  .id = is_first_round
                            ? (struct tes_slice){(const char *)claims->id, sizeof claims->id}
                            : claims->chain,
                  .than = claims->kind,
                  .shown = judged->rounds},
        .started_at_ms = claims->started_at_ms > 0 ? claims->started_at_ms : claims->issued_at_ms,
        .work_done = (unsigned)claims->work_done,
        .is_unproven = claims->unproven != 0,
    };
}

bool judge_claims(struct visit *visit, const struct judged *judged, struct tes_claims *claims)
{
    struct tes_claims pass = judged->claims;
    const struct terms_facts network = escalate_facts(visit);
    pass.not_before_ms = 0;
    pass.work = 0;
    pass.entry = ISSUE_ENTRY_NONE;
    pass.confidence = confidence_percent(&judged->rounds.confidence, confidence_programs(&network));
    pass.strength = judged->rounds.confidence.strength;
    if (pass.started_at_ms == 0)
        pass.started_at_ms = judged->claims.issued_at_ms;
    pass.response_ms = judge_elapsed_ms(visit, judged);
    pass.suspicious = judged->rounds.is_suspicious;
    pass.score = pass.accept = pass.rounds_most = 0;
    pass.chain = (struct tes_slice){NULL, 0};
    memset(pass.seed, 0, sizeof pass.seed);
    pass.params = (struct tes_slice){NULL, 0};
    *claims = pass;
    return issue_id(visit, claims);
}

struct pass judge_pass(struct visit *visit, const struct judged *judged)
{
    struct tes_claims claims;
    return judge_claims(visit, judged, &claims) ? pass_seal(visit, &claims)
                                                : (struct pass){.expires_at_ms = 0};
}

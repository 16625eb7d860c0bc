/* What can be done with a challenge that was handed out: POST /v1/answer, /v1/extend, /v1/reveal.
 */
#include "api/vendor/test_keys.h"
#include "challenge/kind.h"
#include "flow/answer/judge.h"
#include "flow/answer/review.h"
#include "flow/issue/alternative.h"
#include "flow/issue/describe.h"
#include "flow/issue/issue.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/words/words.h"

static const struct tes_slice ANY_KIND = {NULL, 0};

/* What is offered to somebody who has failed often enough. */
static void write_fallback(struct visit *visit, struct tes_json *json, const struct judged *judged,
                           struct tes_slice language)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    struct fallback_offer offer = {.reason = fallback_due(visit, &who),
                                   .site = judged->claims.site,
                                   .language = language,
                                   .difficulty = judged->challenge.difficulty,
                                   .is_still = judged->challenge.view.animation_ms == 0};
    if (offer.reason != FALLBACK_NONE)
        offer.token = review_ticket(visit, judged, offer.reason);
    fallback_write(visit, json, &offer);
}

static void reply_fail(struct visit *visit, enum outcome verdict, const struct judged *judged,
                       struct tes_slice language)
{
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("fail"));
    tes_json_string(&body.json, "reason", tes_slice_of(outcome_name(verdict)));
    const struct alternative_for who = {
        .site = judged->claims.site,
        .language = language,
        .is_still = verdict == OUTCOME_INCORRECT && judged->challenge.view.animation_ms == 0,
    };
    alternative_write_offered(visit, &body.json, &who);
    if (verdict == OUTCOME_INCORRECT) /* otherwise little is known of whose it was */
        write_fallback(visit, &body.json, judged, language);
    reply_json_end(&body, visit->reply, 200);
}

/* Of a test key that asks, the pass is worth nothing: a dummy takes its place. */
static struct pass pass_of(struct visit *visit, const struct judged *judged)
{
    struct pass pass = judge_pass(visit, judged);
    const struct test_key *key = test_key_of_site(visit, judged->claims.site);
    if (key != NULL && pass.response.at != NULL) {
        pass.response = key->response;
        pass.renew_until_ms = 0;
    }
    return pass;
}

static void reply_pass(struct visit *visit, const struct judged *judged)
{
    struct reply_json body;
    struct pass pass = pass_of(visit, judged);
    if (pass.response.at == NULL) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("pass"));
    pass_write(visit, &body, &pass);
    reply_json_end(&body, visit->reply, 200);
}

/* Another round. Nothing here may depend on whether the answer was right. */
static void reply_next(struct visit *visit, const struct judged *judged, struct tes_slice language)
{
    struct reply_json body;
    struct issued issued;
    struct issue_order order = judge_next(visit, judged);
    order.language = language;
    if (issue_challenge(visit, &order, &issued) != ISSUE_DONE) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("next"));
    tes_json_open(&body.json, "challenge", '{');
    describe_challenge(visit, &body, &order, &issued, false);
    tes_json_close(&body.json, '}');
    reply_json_end(&body, visit->reply, 200);
}

void handle_api_answer(struct visit *visit)
{
    struct tes_fields fields;
    struct tes_slice token, answer, language;
    struct judged judged;
    if (!reply_reads_json(visit, &fields))
        return;
    if (!tes_fields_text(&fields, TES_SLICE("token"), SIZE_MAX, &token) || token.at == NULL ||
        !tes_fields_text(&fields, TES_SLICE("answer"), TES_ANSWER_MAX, &answer) ||
        !tes_fields_text(&fields, TES_SLICE("work"), WORK_TEXT_MAX, &judged.work) ||
        !tes_fields_text(&fields, TES_SLICE("lang"), WORDS_TAG_MAX, &language) ||
        answer.at == NULL) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    judged.entry = ISSUE_ENTRY_API;
    judged.only_kind = ANY_KIND;
    judged.claims.site = (struct tes_slice){NULL, 0}; /* where the token can't be opened */
    enum outcome verdict = judge_answer(visit, token, answer, &judged);
    if (verdict == OUTCOME_OK)
        reply_pass(visit, &judged);
    else if (verdict == OUTCOME_NEXT)
        reply_next(visit, &judged, language);
    else if (!reply_verdict_error(visit, verdict))
        reply_fail(visit, verdict, &judged, language);
}

/* Refuses with the verdict's name as the code. */
static void refuse_verdict(struct visit *visit, enum outcome verdict)
{
    struct reply_json body;
    if (reply_verdict_error(visit, verdict))
        return;
    reply_json_start(&body, visit->request->arena);
    tes_json_open(&body.json, "error", '{');
    tes_json_string(&body.json, "code", tes_slice_of(outcome_name(verdict)));
    tes_json_string(&body.json, "message", TES_SLICE("This challenge can't be used any more."));
    tes_json_close(&body.json, '}');
    reply_json_end(&body, visit->reply, 403);
}

/* Reads {"token"} and opens it; false where a refusal has been written. */
static bool open_token(struct visit *visit, enum issue_entry entry, bool expired_too,
                       struct judged *judged)
{
    struct tes_fields fields;
    struct tes_slice token;
    if (!reply_reads_json(visit, &fields))
        return false;
    if (!tes_fields_text(&fields, TES_SLICE("token"), SIZE_MAX, &token) || token.at == NULL) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return false;
    }
    judged->entry = entry;
    judged->only_kind = ANY_KIND;
    enum outcome verdict = judge_open(visit, token, expired_too, judged);
    if (verdict != OUTCOME_OK)
        refuse_verdict(visit, verdict);
    return verdict == OUTCOME_OK;
}

void handle_api_extend(struct visit *visit)
{
    struct judged judged;
    /* The pages' countdown extends here, too: the new token keeps its entry point. */
    if (!open_token(visit, ISSUE_ENTRY_ANY, false, &judged))
        return;
    struct tes_claims *claims = &judged.claims;
    struct tes_slice token;
    switch (issue_extend(visit, judged.challenge.time_limit_s, claims, &token)) {
    case ISSUE_DONE:
        break;
    case ISSUE_USED_UP:
        reply_refuse(visit, API_ERROR_NO_EXTENSION);
        return;
    default:
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "token", token);
    reply_json_moment(&body, "expiresAt", claims->expires_at_ms);
    tes_json_number(&body.json, "timeLimit",
                    (int64_t)((claims->expires_at_ms - visit->now_ms) / 1000));
    tes_json_number(&body.json, "extensionsLeft", issue_extensions_left(visit, claims));
    reply_json_end(&body, visit->reply, 200);
}

void handle_api_reveal(struct visit *visit)
{
    struct judged judged;
    /* Whoever ran out of time may still see what would have been right. */
    if (!open_token(visit, ISSUE_ENTRY_API, true, &judged))
        return;
    /* Charged as a wrong answer: pictures with what is right in them are what a program learns
     * from. */
    enum outcome verdict = judge_give_up(visit, &judged);
    if (verdict != OUTCOME_OK) {
        refuse_verdict(visit, verdict);
        return;
    }
    struct fallback_who who = fallback_who_claimed(&judged.claims);
    fallback_note(visit, &who, FALLBACK_FAILED, false);
    char answer[TES_ANSWER_MAX + 1];
    size_t length;
    if (tes_answer(&judged.challenge, answer, sizeof answer, &length) != TES_OK) {
        reply_refuse(visit, API_ERROR_FAILED);
        return;
    }
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "answer", (struct tes_slice){answer, length});
    tes_json_open(&body.json, "correct", '[');
    judged.challenge.kind->describe_correct(&judged.challenge, &body.json);
    tes_json_close(&body.json, ']');
    reply_json_end(&body, visit->reply, 200);
}

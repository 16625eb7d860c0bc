/*
 * POST /v1/verify: a site's server redeems the response that a visitor brought. Form, multipart or
 * JSON; always 200 where the request could be read, since clients take anything else for a broken
 * connection. A response is good once; who sends an idempotency_key may ask again.
 */
#include "api/vendor/idempotency.h"
#include "api/vendor/siteverify.h"
#include "challenge/strength.h"
#include "http/message/form.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

enum {
    WORK_MOST = 32,    /* far beyond what is ever asked */
    SAYS_NOTHING = 50, /* percent: a person and a program are equally likely */
};

static enum outcome verify(struct visit *visit, const struct tes_fields *fields,
                           struct redeemed *redeemed)
{
    struct tes_slice response;
    char sitekey[RECORDS_SITEKEY_MAX + 1];
    enum outcome result = siteverify_site(visit, fields, sitekey);
    if (result != OUTCOME_OK)
        return result;
    if (!tes_fields_text(fields, TES_SLICE("response"), TES_TOKEN_MAX, &response))
        return OUTCOME_INVALID;
    return idempotency_redeem(visit, fields, tes_slice_of(sitekey), response, redeemed);
}

/* What the pass cost whoever has it: evaluations that were asked for on the average (terms.h), and
 * the time from the first challenge of its rounds to the pass. */
static void write_pace(struct tes_json *json, const struct tes_claims *claims)
{
    uint64_t ms = claims->issued_at_ms > claims->started_at_ms && claims->started_at_ms > 0
                      ? claims->issued_at_ms - claims->started_at_ms
                      : 0;
    unsigned work = claims->work_done < WORK_MOST ? (unsigned)claims->work_done : WORK_MOST;
    tes_json_open(json, "pace", '{');
    tes_json_number(json, "work", work > 0 ? (int64_t)1 << (work - 1) : 0);
    tes_json_decimal(json, "seconds", (int64_t)ms, 3);
    tes_json_close(json, '}');
}

static void write_success(struct reply_json *body, const struct redeemed *redeemed)
{
    const struct tes_claims *claims = &redeemed->claims;
    struct tes_json *json = &body->json;
    enum tes_difficulty difficulty = (enum tes_difficulty)claims->difficulty;
    reply_json_moment(body, "challenge_ts", claims->issued_at_ms);
    tes_json_string(json, "hostname", claims->hostname);
    tes_json_string(json, "action", claims->action);
    tes_json_string(json, "cdata", claims->cdata);
    tes_json_string(json, "type", claims->kind);
    tes_json_string(json, "difficulty", tes_slice_of(tes_difficulty_name(difficulty)));
    tes_json_number(json, "rounds", (int64_t)claims->round);
    /* An answer that may have been given at each node, and a pass that may have been used at each,
     * say nothing of who brings it here. */
    tes_json_decimal(json, "confidence",
                     redeemed->is_degraded && claims->confidence > SAYS_NOTHING
                         ? SAYS_NOTHING
                         : (int64_t)claims->confidence,
                     2);
    tes_json_string(json, "strength",
                    tes_slice_of(tes_strength_class_name((unsigned)claims->strength)));
    tes_json_string(json, "alternative", claims->alternative);
    write_pace(json, claims);
    tes_json_string(json, "user", claims->user);
    tes_json_string(json, "user_source",
                    claims->user.length == 0   ? TES_SLICE("")
                    : claims->user_proven != 0 ? TES_SLICE("site")
                                               : TES_SLICE("visitor"));
    if (redeemed->is_degraded)
        tes_json_bool(json, "degraded", true);
}

void handle_api_verify(struct visit *visit)
{
    struct tes_arena *arena = visit->request->arena;
    struct tes_fields fields;
    struct redeemed redeemed;
    struct reply_json body;
    switch (http_body_read(arena, http_request_header(visit->request, TES_SLICE("content-type")),
                           visit->request->body, NULL, &fields)) {
    case TES_OK:
        break;
    case TES_UNKNOWN_KIND:
        reply_error(visit->reply, arena, API_ERROR_MEDIA_TYPE);
        return;
    case TES_NO_MEMORY:
        reply_error(visit->reply, arena, API_ERROR_UNAVAILABLE);
        return;
    default:
        metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS,
                            METRICS_VERIFICATION_BAD_REQUEST);
        reply_error(visit->reply, arena, API_ERROR_MALFORMED);
        return;
    }
    enum outcome result = verify(visit, &fields, &redeemed);
    if (visit->is_hopping)
        return;
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS,
                        outcome_rows[result].redeemed.label);
    reply_json_start(&body, arena);
    tes_json_bool(&body.json, "success", result == OUTCOME_OK);
    if (result == OUTCOME_OK)
        write_success(&body, &redeemed);
    tes_json_open(&body.json, "error-codes", '[');
    if (result != OUTCOME_OK)
        tes_json_string(&body.json, NULL, tes_slice_of(outcome_rows[result].redeemed.code));
    tes_json_close(&body.json, ']');
    reply_json_end(&body, visit->reply, 200);
}

/*
 * POST /v1/verify: a site's server redeems the response that a visitor brought. Form, multipart or
 * JSON; always 200 where the request could be read, since clients take anything else for a broken
 * connection. A response is good once; who sends an idempotency_key may ask again.
 */
#include "challenge/strength.h"
#include "flow/answer/redeem_request.h"
#include "http/message/form.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

enum {
    WORK_MOST = 32,    /* far beyond what is ever asked */
    SAYS_NOTHING = 50, /* percent: a person and a program are equally likely */
};

/* A site's request to redeem a response token, until it is answered. */
struct brought {
    struct tes_fields fields;
    struct tes_slice response;
};

static enum outcome read_brought(struct visit *visit, struct brought *brought)
{
    enum outcome result = redeem_request_site(visit, &brought->fields);
    if (result == OUTCOME_OK && !tes_fields_text(&brought->fields, TES_SLICE("response"),
                                                 TES_TOKEN_MAX, &brought->response))
        result = OUTCOME_INVALID;
    return result;
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

static void reply_redeemed(struct visit *visit, enum outcome result,
                           const struct redeemed *redeemed)
{
    struct reply_json body;
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS,
                        outcome_rows[result].redeemed.label);
    reply_json_start(&body, visit->request->arena);
    tes_json_bool(&body.json, "success", result == OUTCOME_OK);
    if (result == OUTCOME_OK)
        write_success(&body, redeemed);
    tes_json_open(&body.json, "error-codes", '[');
    if (result != OUTCOME_OK)
        tes_json_string(&body.json, NULL, tes_slice_of(outcome_rows[result].redeemed.code));
    tes_json_close(&body.json, ']');
    reply_json_end(&body, visit->reply, 200);
}

static void redeem_brought(struct visit *visit, void *state)
{
    const struct brought *brought = state;
    struct redeemed redeemed;
    enum outcome result =
        redeem_request_response(visit, &brought->fields, tes_slice_of(visit->site->record.sitekey),
                                brought->response, &redeemed);
    reply_redeemed(visit, result, &redeemed);
}

void handle_api_verify(struct visit *visit)
{
    struct tes_arena *arena = visit->request->arena;
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    struct brought *brought = tes_arena_alloc(arena, sizeof *brought);
    enum outcome result;
    switch (brought == NULL
                ? TES_NO_MEMORY
                : http_body_read(arena, type, visit->request->body, NULL, &brought->fields)) {
    case TES_OK:
        result = read_brought(visit, brought);
        if (result == OUTCOME_OK)
            redeem_go_on(visit, brought->response, redeem_brought, brought);
        else
            reply_redeemed(visit, result, NULL);
        return;
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
    }
}

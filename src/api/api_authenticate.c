/*
 * POST /v1/authenticate: a site's server asks whether a user's request comes from a person, and is
 * told where a challenge comes first. For servers alone, with the site's secret.
 */
#include "challenge/kind.h"
#include "extras/authentication/authenticate.h"
#include "flow/answer/redeem_request.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define METADATA_MAX   4096
#define TYPING_MOST_MS 600000
#define MODE_NAME_MAX  16

/* The body, with memory for what is read of it. */
struct asked {
    struct authenticate_order order;
    uint32_t typing_ms[TES_AUTH_TYPING_MAX];
};

/* Finds the site by its secret; a refusal has been written where that is false. */
static bool find_site(struct visit *visit, const struct tes_fields *fields, struct asked *asked)
{
    enum outcome result = redeem_request_site(visit, fields);
    asked->order.site = visit->site->record.sitekey;
    if (result == OUTCOME_OK)
        budget_spare(visit);
    else
        reply_refuse(visit,
                     result == OUTCOME_UNAVAILABLE ? API_ERROR_UNAVAILABLE : API_ERROR_BAD_SECRET);
    return result == OUTCOME_OK;
}

static bool read_mode(const struct visit *visit, const struct tes_fields *fields,
                      enum config_mode *mode)
{
    struct tes_slice name;
    if (!tes_fields_text(fields, TES_SLICE("profile"), MODE_NAME_MAX, &name))
        return false;
    unsigned found =
        name.length == 0 ? visit->config->profile : tes_slice_find(name, config_mode_name);
    *mode = (enum config_mode)found;
    return found < CONFIG_MODE_COUNT;
}

static bool read_fields(const struct visit *visit, const struct tes_fields *fields,
                        struct asked *asked)
{
    struct authenticate_order *order = &asked->order;
    struct tes_slice user;
    if (!tes_fields_text(fields, TES_SLICE("user"), TES_AUTH_USER_MAX, &user) ||
        !tes_fields_text(fields, TES_SLICE("session"), TES_AUTH_USER_MAX, &order->session) ||
        !tes_fields_text(fields, TES_SLICE("message"), SIZE_MAX, &order->message) ||
        !tes_fields_text(fields, TES_SLICE("response"), TES_TOKEN_MAX, &order->response) ||
        !tes_fields_bool(fields, TES_SLICE("confirmed"), &order->is_confirmed) ||
        !tes_fields_numbers(fields, TES_SLICE("typing"), TYPING_MOST_MS, asked->typing_ms,
                            TES_AUTH_TYPING_MAX, &order->typing_count) ||
        !read_mode(visit, fields, &order->mode))
        return false;
    order->typing_ms = asked->typing_ms;
    order->user = tes_arena_string(visit->request->arena, user);
    return user.length > 0 && order->user != NULL;
}

static void write_challenge(struct reply_json *body, const struct authenticated *told)
{
    struct tes_json *json = &body->json;
    if (told->demand == DEMAND_NONE) {
        tes_json_null(json, "challenge");
        return;
    }
    tes_json_open(json, "challenge", '{');
    tes_json_bool(json, "required", true);
    tes_json_string(json, "reason", tes_slice_of(demand_name(told->demand)));
    tes_json_string(json, "difficulty", tes_slice_of(tes_difficulty_name(told->difficulty)));
    tes_json_number(json, "time_budget_ms", told->time_budget_ms);
    tes_json_number(json, "latency_budget_ms", told->latency_budget_ms);
    tes_json_number(json, "max_attempts", told->attempts);
    reply_json_moment(body, "expiresAt", told->expires_at_ms);
    tes_json_string(json, "order", told->order);
    tes_json_close(json, '}');
}

/* The adapter that decided, or that it was more than one. */
static const char *method_of(const struct tes_fusion_result *fused)
{
    for (size_t i = 0; fused->used_count == 1 && i < fused->count; i++)
        if (fused->scores[i].is_used)
            return fused->scores[i].result.method;
    return fused->used_count == 0 ? "none" : "fusion";
}

static void write_result(struct visit *visit, const struct asked *asked,
                         const struct authenticated *told)
{
    char metadata[METADATA_MAX];
    size_t length;
    struct reply_json body;
    if (tes_fusion_write(&told->fused, metadata, sizeof metadata, &length) != TES_OK) {
        reply_refuse(visit, API_ERROR_FAILED);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    tes_json_bool(&body.json, "is_human", told->is_human);
    tes_json_decimal(&body.json, "confidence", (int64_t)(told->fused.confidence * 10000 + 0.5), 4);
    tes_json_string(&body.json, "state", tes_slice_of(tes_auth_state_name(told->fused.state)));
    tes_json_string(&body.json, "method", tes_slice_of(method_of(&told->fused)));
    tes_json_string(&body.json, "profile", tes_slice_of(config_mode_name(asked->order.mode)));
    tes_json_bool(&body.json, "step_up", told->is_stepped_up);
    tes_json_bool(&body.json, "learned", told->has_learned);
    tes_json_raw(&body.json, "metadata", (struct tes_slice){metadata, length});
    write_challenge(&body, told);
    reply_json_end(&body, visit->reply, 200);
}

static unsigned label_of(const struct authenticated *told)
{
    return told->demand != DEMAND_NONE             ? METRICS_AUTHENTICATION_CHALLENGE
           : told->is_human                        ? METRICS_AUTHENTICATION_HUMAN
           : told->fused.state == TES_AUTH_UNKNOWN ? METRICS_AUTHENTICATION_UNKNOWN
                                                   : METRICS_AUTHENTICATION_REFUSED;
}

/* Answers the request; gives the label of the metric. */
static unsigned authenticate(struct visit *visit)
{
    struct tes_fields fields;
    struct asked asked = {.order = {0}};
    struct authenticated told;
    if (!reply_reads_json(visit, &fields) || !find_site(visit, &fields, &asked))
        return METRICS_AUTHENTICATION_BAD_REQUEST;
    if (!read_fields(visit, &fields, &asked)) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return METRICS_AUTHENTICATION_BAD_REQUEST;
    }
    switch (authenticate_user(visit, &asked.order, &told)) {
    case TES_OK:
        write_result(visit, &asked, &told);
        return label_of(&told);
    case TES_BAD_ARGUMENT:
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return METRICS_AUTHENTICATION_BAD_REQUEST;
    default:
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return METRICS_AUTHENTICATION_UNAVAILABLE;
    }
}

void handle_api_authenticate(struct visit *visit)
{
    metrics_count_label(visit->app->metrics, METRICS_AUTHENTICATIONS, authenticate(visit));
}

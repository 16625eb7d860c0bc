/* The JSON API of a challenge's life: challenge, answer, extend, reveal. */
#include "base/ascii.h"
#include "base/clock.h"
#include "base/codec.h"
#include "base/json_read.h"
#include "base/secret.h"
#include "core/kind.h"
#include "serve/app/budget.h"
#include "serve/app/reply.h"
#include "serve/assets/languages.h"
#include "serve/challenge/issue.h"
#include "serve/challenge/judge.h"
#include "serve/challenge/user_proof.h"
#include "serve/demo.h"
#include "serve/routes.h"
#include "serve/speech/speech.h"

static const struct tes_slice ANY_KIND = {NULL, 0}, NOBODYS_LANGUAGE = {NULL, 0};

/* What those may ask for who can't see the pictures: the puzzle, whose grids are words as well, or
 * a scene that is described to them. */
static const struct alternative {
    struct tes_slice name, kind;
    bool is_heard;
    enum budget budget; /* programs ask for them, too: they are weaker than what they stand for */
} ALTERNATIVES[] = {
    {TES_SLICE_INIT("puzzle"), TES_SLICE_INIT("puzzle"), false, BUDGET_PUZZLE},
    {TES_SLICE_INIT("audio"), TES_SLICE_INIT("scene"), true, BUDGET_HEARD},
};

enum { ALTERNATIVE_COUNT = sizeof ALTERNATIVES / sizeof ALTERNATIVES[0] };

static void refuse(struct visit *visit, enum api_error error)
{
    reply_error(visit->reply, visit->request->arena, error);
    if (error == API_ERROR_UNAVAILABLE)
        reply_retry_after(visit->reply, 1);
}

static bool read_body(struct visit *visit, struct tes_fields *fields)
{
    enum tes_status status = tes_json_read(visit->request->arena, visit->request->body, fields);
    if (status != TES_OK)
        refuse(visit, status == TES_NO_MEMORY ? API_ERROR_UNAVAILABLE : API_ERROR_MALFORMED);
    return status == TES_OK;
}

static void write_moment(struct tes_json *json, const char *name, uint64_t wall_ms)
{
    char text[32];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    tes_clock_write(&buf, wall_ms);
    tes_json_string(json, name, tes_buf_done(&buf));
}

/* --------------------------------------------------------------- challenge */

static bool is_word(struct tes_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!tes_ascii_is_alnum(text.at[i]) && text.at[i] != '_' && text.at[i] != '-')
            return false;
    return true;
}

/* The host that the page is on, from Origin, or else from Referer: "https://HOST[:PORT]..."; an
 * IPv6 address keeps its brackets, as in a site's list of hosts. */
static struct tes_slice page_host(const struct http_request *request)
{
    struct tes_slice from = http_request_header(request, TES_SLICE("origin"));
    if (from.at == NULL)
        from = http_request_header(request, TES_SLICE("referer"));
    struct tes_slice rest = from;
    for (int slashes = 0; slashes < 2; slashes++)
        tes_slice_cut(&rest, '/');
    struct tes_slice host = rest.at != NULL ? tes_slice_cut(&rest, '/') : rest;
    struct tes_slice port = host;
    struct tes_slice address = tes_slice_cut(&port, ']');
    if (tes_slice_starts(host, TES_SLICE("[")) && port.at != NULL)
        host.length = address.length + 1;
    else
        host = tes_slice_cut(&host, ':');
    return host.length <= RECORDS_HOSTNAME_MAX ? host : (struct tes_slice){NULL, 0};
}

/* Whether somebody can be read to in their language. One that the widget does not have either is
 * answered in English. */
static bool can_be_heard(const struct visit *visit, struct tes_slice language)
{
    struct tes_slice primary = tes_slice_cut(&language, '-');
    const char *tag = tes_arena_string(visit->request->arena, primary);
    return visit->app->has_speech && speech_helper_is_there(visit->app->helper) && tag != NULL &&
           (primary.length == 0 || speech_knows(tag) || !languages_has(primary));
}

static bool is_offered(const struct visit *visit, const struct alternative *alternative,
                       struct tes_slice language)
{
    return visit->config->challenge_alternatives &&
           issue_is_enabled(visit->config, alternative->kind) &&
           (!alternative->is_heard || can_be_heard(visit, language));
}

/* NULL where there is none of that name. */
static const struct alternative *find_alternative(struct tes_slice name)
{
    for (size_t i = 0; i < ALTERNATIVE_COUNT; i++)
        if (tes_slice_equal(name, ALTERNATIVES[i].name))
            return &ALTERNATIVES[i];
    return NULL;
}

/* Takes an alternative over; false where it is none that is offered. */
static bool take_alternative(const struct visit *visit, struct tes_slice name,
                             struct issue_order *order)
{
    const struct alternative *alternative = find_alternative(name);
    if (alternative == NULL || !is_offered(visit, alternative, order->language))
        return false;
    order->kind = alternative->kind;
    order->is_heard = alternative->is_heard;
    order->alternative = alternative->name;
    return true;
}

/* Charges a challenge, and an alternative to its own budget, too; false where one is used up. What
 * has no alternative left is charged nothing: the others can still be had. */
static bool take_budgets(struct visit *visit, const struct issue_order *order)
{
    const struct alternative *alternative = find_alternative(order->alternative);
    budget_of_site(visit, order->site);
    return (alternative == NULL ||
            (budget_has(visit, BUDGET_CHALLENGE) && budget_take(visit, alternative->budget))) &&
           budget_take(visit, BUDGET_CHALLENGE);
}

static bool is_demo(const struct visit *visit, struct tes_slice sitekey)
{
    return visit->config->demo && tes_slice_equal(sitekey, TES_SLICE(DEMO_SITEKEY));
}

/* Reads what is asked for; false where a field is not as it should be. */
static bool read_order(struct visit *visit, const struct tes_fields *fields,
                       struct issue_order *order)
{
    struct tes_slice kind, difficulty, alternative, motion;
    if (!tes_fields_text(fields, TES_SLICE("sitekey"), RECORDS_SITEKEY_MAX, &order->site) ||
        !tes_fields_text(fields, TES_SLICE("type"), 16, &kind) ||
        !tes_fields_text(fields, TES_SLICE("difficulty"), 16, &difficulty) ||
        !tes_fields_text(fields, TES_SLICE("user"), 128, &order->user) ||
        !tes_fields_text(fields, TES_SLICE("session"), 128, &order->session) ||
        !tes_fields_text(fields, TES_SLICE("action"), 32, &order->action) ||
        !tes_fields_text(fields, TES_SLICE("cdata"), 255, &order->cdata) ||
        !tes_fields_text(fields, TES_SLICE("lang"), 35, &order->language) ||
        !tes_fields_text(fields, TES_SLICE("alternative"), 16, &alternative) ||
        !tes_fields_text(fields, TES_SLICE("motion"), 16, &motion))
        return false;
    if (order->site.length == 0 || !is_word(order->action) || !is_word(order->cdata))
        return false;
    if (difficulty.length > 0 && tes_difficulty_find(difficulty) == 0)
        return false;
    order->may_choose = visit->config->challenge_client_may_choose || is_demo(visit, order->site);
    if (order->may_choose) {
        order->kind = kind;
        order->difficulty = difficulty.length > 0 ? tes_difficulty_find(difficulty) : 0;
    }
    /* Whoever can't see the pictures may say so, whatever the site lets others choose. */
    if (alternative.length > 0 && !take_alternative(visit, alternative, order))
        return false;
    /* As the CSS media feature prefers-reduced-motion names it. */
    if (motion.length > 0) {
        if (!tes_slice_equal(motion, TES_SLICE("reduce")))
            return false;
        order->is_still = true;
    }
    order->submit_after_ms = visit->config->challenge_submit_after_ms;
    order->hostname = page_host(visit->request);
    return true;
}

/* Whether the site is known, to this host. The demo page's own needs no record: its passes are
 * redeemed by the demo's form only. False where a refusal has been written. */
static bool check_site(struct visit *visit, const struct issue_order *order)
{
    static const enum api_error ERRORS[] = {
        [SITES_UNKNOWN] = API_ERROR_UNKNOWN_SITE,
        [SITES_WRONG_HOST] = API_ERROR_WRONG_HOST,
    };
    if (is_demo(visit, order->site))
        return true;
    enum sites_answer answer = sites_check(visit->app->sites, order->site, order->hostname);
    if (answer != SITES_KNOWN)
        refuse(visit, ERRORS[answer]);
    return answer == SITES_KNOWN;
}

/* Sees whether the site's server vouches for the user, where somebody says so. A proof that is bad
 * or over is refused, not overlooked: a site that relies on it must learn of it. False where a
 * refusal has been written. */
static bool prove_user(struct visit *visit, const struct tes_fields *fields,
                       struct issue_order *order)
{
    struct user_proof proof = {.sitekey = order->site, .user = order->user};
    uint8_t hash[RECORDS_HASH_BYTES];
    enum tes_status status = TES_FORGED;
    if (!tes_fields_text(fields, TES_SLICE("user_proof"), USER_PROOF_MAX, &proof.text)) {
        refuse(visit, API_ERROR_BAD_FIELD);
        return false;
    }
    if (proof.text.length == 0)
        return true;
    if (sites_find_hash(visit->app->sites, order->site, hash))
        status = user_proof_check(&proof, hash, visit->now_ms);
    tes_wipe(hash, sizeof hash);
    order->is_user_proven = status == TES_OK;
    if (status == TES_FORGED)
        refuse(visit, API_ERROR_BAD_PROOF);
    else if (status != TES_OK)
        refuse(visit, API_ERROR_UNAVAILABLE);
    return status == TES_OK;
}

/* All that are offered, but for the one that the challenge, if there is one, is already. */
static void write_alternatives(struct visit *visit, struct tes_json *json,
                               const struct tes_challenge *challenge, struct tes_slice language)
{
    tes_json_open(json, "alternatives", '[');
    for (size_t i = 0; i < ALTERNATIVE_COUNT; i++) {
        const struct alternative *alternative = &ALTERNATIVES[i];
        bool is_it = challenge != NULL && challenge->kind == tes_kind_find(alternative->kind) &&
                     challenge->view.is_heard == alternative->is_heard;
        if (!is_it && is_offered(visit, alternative, language))
            tes_json_string(json, NULL, alternative->name);
    }
    tes_json_close(json, ']');
}

static void write_challenge(struct visit *visit, struct tes_json *json, const struct issued *issued,
                            struct tes_slice language)
{
    uint64_t now_ms = visit->now_ms;
    char id[TES_ID_BYTES * 2 + 1];
    struct tes_buf id_text = tes_buf_on(id, sizeof id);
    const struct tes_claims *claims = &issued->claims;
    tes_hex_encode(&id_text, claims->id, sizeof claims->id);
    tes_json_string(json, "id", tes_buf_done(&id_text));
    tes_kind_describe(&issued->challenge, issued->media, json);
    write_moment(json, "issuedAt", claims->issued_at_ms);
    write_moment(json, "expiresAt", claims->expires_at_ms);
    tes_json_string(json, "token", issued->token);
    tes_json_number(json, "submitAfterMs",
                    claims->not_before_ms > now_ms ? (int64_t)(claims->not_before_ms - now_ms) : 0);
    tes_json_number(json, "round", (int64_t)claims->round);
    write_alternatives(visit, json, &issued->challenge, language);
}

void handle_api_challenge(struct visit *visit)
{
    struct tes_fields fields;
    struct issue_order order = {0};
    struct issued issued;
    if (!read_body(visit, &fields))
        return;
    if (!read_order(visit, &fields, &order)) {
        refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    if (!check_site(visit, &order) || !prove_user(visit, &fields, &order))
        return;
    if (!visit->config->challenge_enabled) {
        refuse(visit, API_ERROR_DISABLED);
        return;
    }
    if (!take_budgets(visit, &order))
        return;
    switch (issue_challenge(visit, &order, &issued)) {
    case ISSUE_UNKNOWN_KIND:
        refuse(visit, API_ERROR_UNKNOWN_TYPE);
        return;
    case ISSUE_DONE:
        break;
    default:
        refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    write_challenge(visit, &body.json, &issued, order.language);
    reply_truth(visit, &issued.challenge);
    reply_json_end(&body, visit->reply, 200);
}

/* ------------------------------------------------------------------ answer */

static void reply_fail(struct visit *visit, enum verdict verdict)
{
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("fail"));
    tes_json_string(&body.json, "reason", tes_slice_of(verdict_name(verdict)));
    write_alternatives(visit, &body.json, NULL, NOBODYS_LANGUAGE);
    reply_json_end(&body, visit->reply, 200);
}

static void reply_pass(struct visit *visit, struct tes_slice response)
{
    struct reply_json body;
    if (response.at == NULL) {
        refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    /* For the widget, which tells its visitor when the time is over. */
    char digits[12];
    struct tes_buf lifetime = tes_buf_on(digits, sizeof digits);
    tes_buf_number(&lifetime, (int64_t)visit->config->response_lifetime_s);
    http_reply_header(visit->reply, "Tessera-Lifetime", tes_buf_done(&lifetime));
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("pass"));
    tes_json_string(&body.json, "response", response);
    reply_json_end(&body, visit->reply, 200);
}

void handle_api_answer(struct visit *visit)
{
    struct tes_fields fields;
    struct tes_slice token, answer;
    struct judged judged;
    bool bad_form;
    if (!read_body(visit, &fields))
        return;
    if (!tes_fields_text(&fields, TES_SLICE("token"), SIZE_MAX, &token) || token.at == NULL ||
        !tes_fields_text(&fields, TES_SLICE("answer"), TES_ANSWER_MAX, &answer) ||
        answer.at == NULL) {
        refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    judged.only_kind = ANY_KIND;
    enum verdict verdict = judge_answer(visit, token, answer, &judged, &bad_form);
    if (bad_form) {
        refuse(visit, API_ERROR_BAD_ANSWER);
    } else if (verdict == VERDICT_UNAVAILABLE) {
        refuse(visit, API_ERROR_UNAVAILABLE);
    } else if (verdict != VERDICT_PASS) {
        reply_fail(visit, verdict);
    } else {
        reply_pass(visit, judge_response(visit, &judged));
    }
}

/* ---------------------------------------------------------- extend, reveal */

/* Refuses with the verdict's name as the code. */
static void refuse_verdict(struct visit *visit, enum verdict verdict)
{
    if (verdict == VERDICT_UNAVAILABLE) {
        refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_open(&body.json, "error", '{');
    tes_json_string(&body.json, "code", tes_slice_of(verdict_name(verdict)));
    tes_json_string(&body.json, "message", TES_SLICE("This challenge can't be used any more."));
    tes_json_close(&body.json, '}');
    reply_json_end(&body, visit->reply, 403);
}

/* Reads {"token"} and opens it; false where a refusal has been written. */
static bool open_token(struct visit *visit, bool expired_too, struct judged *judged)
{
    struct tes_fields fields;
    struct tes_slice token;
    if (!read_body(visit, &fields))
        return false;
    if (!tes_fields_text(&fields, TES_SLICE("token"), SIZE_MAX, &token) || token.at == NULL) {
        refuse(visit, API_ERROR_BAD_FIELD);
        return false;
    }
    judged->only_kind = ANY_KIND;
    enum verdict verdict = judge_open(visit, token, expired_too, judged);
    if (verdict != VERDICT_PASS)
        refuse_verdict(visit, verdict);
    return verdict == VERDICT_PASS;
}

void handle_api_extend(struct visit *visit)
{
    struct judged judged;
    if (!open_token(visit, false, &judged))
        return;
    struct tes_claims *claims = &judged.claims;
    struct tes_slice token;
    switch (issue_extend(visit, judged.challenge.time_limit_s, claims, &token)) {
    case ISSUE_DONE:
        break;
    case ISSUE_USED_UP:
        refuse(visit, API_ERROR_NO_EXTENSION);
        return;
    default:
        refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "token", token);
    write_moment(&body.json, "expiresAt", claims->expires_at_ms);
    tes_json_number(&body.json, "timeLimit",
                    (int64_t)((claims->expires_at_ms - visit->now_ms) / 1000));
    tes_json_number(&body.json, "extensionsLeft", issue_extensions_left(visit, claims));
    reply_json_end(&body, visit->reply, 200);
}

void handle_api_reveal(struct visit *visit)
{
    struct judged judged;
    /* Whoever ran out of time may still see what would have been right. */
    if (!open_token(visit, true, &judged))
        return;
    enum verdict verdict = judge_spend(visit, &judged);
    if (verdict != VERDICT_PASS) {
        refuse_verdict(visit, verdict);
        return;
    }
    char answer[TES_ANSWER_MAX + 1];
    size_t length;
    if (tes_answer(&judged.challenge, answer, sizeof answer, &length) != TES_OK) {
        refuse(visit, API_ERROR_FAILED);
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

/* POST /v1/challenge: reads what is asked for, sees whether it may be had, and hands it out. */
#include "challenge/kind.h"
#include "flow/answer/pass.h"
#include "flow/answer/test_keys.h"
#include "flow/issue/alternative.h"
#include "flow/issue/choose.h"
#include "flow/issue/describe.h"
#include "flow/issue/escalate.h"
#include "flow/issue/level.h"
#include "flow/issue/order.h"
#include "flow/issue/page_host.h"
#include "flow/user_proof.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/words/words.h"

/* Reads a field that is absent or that one word; false where it is another. */
static bool read_flag(const struct tes_fields *fields, struct tes_slice name, struct tes_slice word,
                      bool *is_there)
{
    struct tes_slice text;
    if (!tes_fields_text(fields, name, 16, &text))
        return false;
    *is_there = tes_slice_equal(text, word);
    return *is_there || text.length == 0;
}

/* Reads what is asked for; false where a field is not as it should be. */
static bool read_order(struct visit *visit, const struct tes_fields *fields,
                       struct issue_order *order)
{
    struct tes_slice kind, difficulty, frame;
    if (!tes_fields_text(fields, TES_SLICE("sitekey"), TEST_KEYS_SITEKEY_MAX, &order->site) ||
        !tes_fields_text(fields, TES_SLICE("type"), TES_KIND_NAME_MAX, &kind) ||
        !tes_fields_text(fields, TES_SLICE("difficulty"), 16, &difficulty) ||
        !tes_fields_text(fields, TES_SLICE("user"), 128, &order->user) ||
        !tes_fields_text(fields, TES_SLICE("session"), 128, &order->session) ||
        !tes_fields_text(fields, TES_SLICE("action"), ISSUE_ACTION_MAX, &order->action) ||
        !tes_fields_text(fields, TES_SLICE("cdata"), 255, &order->cdata) ||
        !tes_fields_text(fields, TES_SLICE("lang"), WORDS_TAG_MAX, &order->language) ||
        !tes_fields_text(fields, TES_SLICE("frame"), TES_TOKEN_MAX, &frame) ||
        /* As the CSS media feature prefers-reduced-motion names it. */
        !read_flag(fields, TES_SLICE("motion"), TES_SLICE("reduce"), &order->is_still))
        return false;
    if (order->site.length == 0 || !tes_slice_is_word(order->action) ||
        !tes_slice_is_word(order->cdata))
        return false;
    if (difficulty.length > 0 && tes_difficulty_find(difficulty) == 0)
        return false;
    visit_set_site(visit, order->site);
    order->may_choose =
        visit->config->challenge_client_may_choose || visit->site->state == SITES_DEMO;
    if (order->may_choose) {
        order->kind = kind;
        order->difficulty = difficulty.length > 0 ? tes_difficulty_find(difficulty) : 0;
    }
    order->submit_after_ms = visit->config->challenge_submit_after_ms;
    order->hostname = page_host_framed(visit, order->site, frame);
    return true;
}

/* Whether the site is known, to this host. The demo page's own needs no record: its passes are
 * redeemed by the demo's form only; nor do test keys, whose passes are worth nothing. False where a
 * refusal has been written. */
static bool check_site(struct visit *visit, const struct issue_order *order)
{
    static const enum api_error ERRORS[] = {
        [SITES_UNKNOWN] = API_ERROR_UNKNOWN_SITE,
        [SITES_WRONG_HOST] = API_ERROR_WRONG_HOST,
    };
    if (test_key_of_site(visit, order->site) != NULL)
        return true;
    enum sites_answer answer = sites_check(visit->site, order->hostname);
    if (answer != SITES_KNOWN)
        reply_refuse(visit, ERRORS[answer]);
    return answer == SITES_KNOWN;
}

/* Sees whether the site's server vouches for the user, where somebody says so. A proof that is bad
 * or over is refused, not overlooked: a site that relies on it must learn of it. False where a
 * refusal has been written. */
static bool prove_user(struct visit *visit, const struct tes_fields *fields,
                       struct issue_order *order)
{
    struct user_proof proof = {.sitekey = order->site, .user = order->user};
    const uint8_t *hash;
    enum tes_status status = TES_FORGED;
    if (!tes_fields_text(fields, TES_SLICE("user_proof"), USER_PROOF_MAX, &proof.text)) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return false;
    }
    if (proof.text.length == 0)
        return true;
    for (unsigned i = 0; status == TES_FORGED && (hash = sites_secret_hash(visit->site, i)) != NULL;
         i++)
        status = user_proof_check(&proof, hash, visit->now_ms);
    order->is_user_proven = status == TES_OK;
    if (status == TES_FORGED)
        reply_refuse(visit, API_ERROR_BAD_PROOF);
    else if (status != TES_OK)
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
    return status == TES_OK;
}

/* Takes over what the site's server has ordered, whatever the page says; or sees whether it vouches
 * for the user otherwise. False where a refusal has been written. */
static bool take_order(struct visit *visit, const struct tes_fields *fields,
                       struct issue_order *order)
{
    struct tes_slice token;
    if (!tes_fields_text(fields, TES_SLICE("order"), TES_TOKEN_MAX, &token)) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return false;
    }
    if (token.length == 0)
        return prove_user(visit, fields, order);
    bool is_good = order_open(visit, token, order);
    if (!is_good)
        reply_refuse(visit, API_ERROR_BAD_ORDER);
    return is_good;
}

/* Whether there may be challenges for it; false where a refusal has been written. */
static bool allow_order(struct visit *visit, const struct tes_fields *fields,
                        struct issue_order *order)
{
    if (!check_site(visit, order) || !take_order(visit, fields, order))
        return false;
    if (!visit->config->challenge_enabled)
        reply_refuse(visit, API_ERROR_DISABLED);
    return visit->config->challenge_enabled;
}

/* A request for a challenge, until it is answered. */
struct asked {
    struct issue_order order;
    struct tes_slice alternative;
    bool is_constrained;
};

/* Chooses the challenge and charges it; false where a refusal has been written, or a budget is used
 * up. People who can't see the pictures may say so, whether or not clients may choose. */
static bool choose_and_pay(struct visit *visit, struct tes_slice alternative,
                           struct issue_order *order)
{
    static const enum api_error ERRORS[] = {
        [CHOOSE_NOT_OFFERED] = API_ERROR_BAD_FIELD,
        [CHOOSE_UNKNOWN_KIND] = API_ERROR_UNKNOWN_TYPE,
        [CHOOSE_FAILED] = API_ERROR_UNAVAILABLE,
    };
    level_choose(visit, order);
    enum choose_result result = choose_challenge(visit, alternative, order);
    if (result != CHOOSE_DONE)
        reply_refuse(visit, ERRORS[result]);
    if (result != CHOOSE_DONE || !choose_pay(visit, order))
        return false;
    order->terms = escalate_terms(visit, order);
    return true;
}

/* Answers a test key that asks nothing; false where it is none. */
static bool answer_test_key(struct visit *visit, struct tes_slice sitekey)
{
    const struct test_key *key = test_key_of_site(visit, sitekey);
    struct reply_json body;
    if (key == NULL || key->gets == TEST_KEY_ASKS)
        return false;
    budget_spare(visit);
    if (key->gets == TEST_KEY_FAILS) {
        reply_refuse(visit, API_ERROR_TEST_KEY);
        return true;
    }
    const struct pass pass = {.response = key->response,
                              .expires_at_ms = visit->now_ms +
                                               (uint64_t)visit->config->response_lifetime_s * 1000};
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "state", TES_SLICE("pass"));
    pass_write(visit, &body, &pass);
    reply_json_end(&body, visit->reply, 200);
    return true;
}

static void issue_asked(struct visit *visit, void *state)
{
    struct asked *asked = state;
    struct issued issued;
    struct reply_json body;
    if (!choose_and_pay(visit, asked->alternative, &asked->order))
        return;
    switch (issue_challenge(visit, &asked->order, &issued)) {
    case ISSUE_UNKNOWN_KIND:
        reply_refuse(visit, API_ERROR_UNKNOWN_TYPE);
        return;
    case ISSUE_DONE:
        break;
    default:
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    describe_challenge(visit, &body, &asked->order, &issued, asked->is_constrained);
    reply_json_end(&body, visit->reply, 200);
}

void handle_api_challenge(struct visit *visit)
{
    struct tes_fields fields;
    struct asked *asked = tes_arena_alloc(visit->request->arena, sizeof *asked);
    if (asked == NULL) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    struct issue_order *order = &asked->order;
    *order = (struct issue_order){.entry = ISSUE_ENTRY_API};
    if (!reply_reads_json(visit, &fields))
        return;
    if (!read_order(visit, &fields, order) ||
        !tes_fields_text(&fields, TES_SLICE("alternative"), 16, &asked->alternative) ||
        !read_flag(&fields, TES_SLICE("access"), TES_SLICE("constrained"),
                   &asked->is_constrained)) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    if (answer_test_key(visit, order->site) || !allow_order(visit, &fields, order))
        return;
    bool must_wait = level_waits(visit, order);
    /* A visitor without budget is refused without a waiter. */
    if (must_wait && !budget_has(visit, BUDGET_CHALLENGE))
        return;
    visit_go_on(visit, must_wait ? HTTP_ON_WAITERS : visit->where, issue_asked, asked);
}

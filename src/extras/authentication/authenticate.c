#include "extras/authentication/authenticate.h"

#include <string.h>

#include "extras/authentication/user.h"
#include "flow/accepts.h"
#include "flow/answer/redeem.h"
#include "flow/answer/review.h"
#include "flow/issue/order.h"
#include "flow/work.h"

/* One request on its way. */
struct attempt {
    struct visit *visit;
    const struct authenticate_order *asked;
    struct authenticated *told;
    struct config_spatial terms; /* of the profile */
    struct auth_user user;
    struct tes_auth_spatial spatial;
    struct tes_auth_challenge put;
    bool has_put;                   /* a pass came with the request, or a challenge is demanded */
    bool is_passed;                 /* a good one, of this user */
    bool is_ordered;                /* and one that this call had asked for */
    enum tes_difficulty difficulty; /* of that */
    struct tes_style_score style;   /* unknown where it is left out */
    bool is_due_changed;
};

static double share(unsigned thousandths)
{
    return (double)thousandths / CONFIG_ONE;
}

static struct tes_auth_request request_of(struct attempt *attempt)
{
    const struct authenticate_order *asked = attempt->asked;
    return (struct tes_auth_request){
        .user = tes_slice_of(asked->user),
        .session = asked->session,
        .message = asked->message,
        .typing_ms = asked->typing_ms,
        .typing_count = asked->typing_count,
        .challenge = attempt->has_put ? &attempt->put : NULL,
    };
}

/* ---------------------------------------------------------------------- a pass */

static bool is_of_user(const struct attempt *attempt, const struct tes_claims *pass)
{
    bool is_other_session = pass->session.length > 0 && attempt->asked->session.length > 0 &&
                            !tes_slice_equal(pass->session, attempt->asked->session);
    return (pass->user.length == 0 ||
            tes_slice_equal(pass->user, tes_slice_of(attempt->asked->user))) &&
           !(pass->user_proven != 0 && is_other_session);
}

/* Whether a pass says anything of the user. Work is done by any program: it is no answer to a
 * question that was put to them. The other alternatives are solved by programs, too, but are all
 * that some people can answer: the operator decides. A person who looked counts in any case. */
static bool counts(const struct attempt *attempt, const struct tes_claims *pass)
{
    /* A challenge that nobody ordered is worth what it is to the site otherwise. */
    bool is_taken = pass->order.length == TES_ID_BYTES || pass->alternative.length > 0 ||
                    accepts_pass(attempt->visit, pass) == ACCEPT_YES;
    /* Nobody is authenticated by an answer that others may have used as well (fail_open.h). */
    return is_taken && pass->unproven == 0 && is_of_user(attempt, pass) && !work_is_claimed(pass) &&
           (attempt->visit->config->authentication_alternatives || pass->alternative.length == 0 ||
            tes_slice_equal(pass->alternative, TES_SLICE(REVIEW_NAME)));
}

/* Redeems the pass, where one came; one that is no good is a challenge that nobody knows. False
 * where the ledger could not be asked. */
static bool take_pass(struct attempt *attempt)
{
    struct redeemed redeemed;
    const struct tes_claims *pass = &redeemed.claims;
    if (attempt->asked->response.length == 0)
        return true;
    enum outcome result = redeem_response(attempt->visit, tes_slice_of(attempt->asked->site),
                                          attempt->asked->response, &redeemed);
    attempt->has_put = true;
    attempt->put = (struct tes_auth_challenge){.outcome = TES_AUTH_GONE};
    if (result != OUTCOME_OK || !counts(attempt, pass))
        return result != OUTCOME_UNAVAILABLE;
    /* What is taken in place of a picture is never worth as much as a hard one. */
    bool is_full = pass->alternative.length == 0 || pass->difficulty < TES_HARD;
    attempt->difficulty = (enum tes_difficulty)pass->difficulty;
    attempt->put = (struct tes_auth_challenge){
        .outcome = TES_AUTH_PASSED,
        .difficulty = is_full ? attempt->difficulty : TES_MEDIUM,
        .evidence = (unsigned)pass->confidence,
        .rounds = (unsigned)pass->round,
        .response_ms = pass->response_ms,
        .has_device = true, /* without it, it is suspicious */
        .is_suspicious = pass->suspicious != 0,
    };
    attempt->is_passed = pass->suspicious == 0;
    attempt->is_ordered = pass->order.length == TES_ID_BYTES;
    return true;
}

/* ------------------------------------------------------------------ is one due? */

/* Counts the request, where challenges come every so often. False where that can't be kept: nobody
 * would know when one is due. */
static bool count_request(struct attempt *attempt)
{
    struct auth_due *due = &attempt->user.due;
    if (!attempt->terms.is_enabled || attempt->terms.trigger_mode != CONFIG_PERIODIC)
        return true;
    if (!attempt->user.has_due)
        return false;
    if (!due->is_due)
        due->requests = demand_count(due->requests, attempt->terms.trigger_frequency, &due->is_due);
    attempt->is_due_changed = true;
    return true;
}

static void decide_demand(struct attempt *attempt)
{
    const struct config *config = attempt->visit->config;
    struct authenticated *told = attempt->told;
    bool can_be_put = attempt->spatial.renderer != TES_RENDERER_NONE;
    const struct demand_terms terms = {
        .is_enabled = attempt->terms.is_enabled && can_be_put,
        .is_periodic = attempt->terms.trigger_mode == CONFIG_PERIODIC,
        .trigger_threshold = share(attempt->terms.trigger_threshold),
        .triggers_on_style = config->integration_cultural_biometrics_enabled &&
                             config->integration_cultural_biometrics_trigger_spatial_on_low_cb,
        .style_threshold = share(config->integration_cultural_biometrics_cb_threshold),
    };
    const struct demand_facts facts = {
        .is_due = attempt->user.due.is_due,
        .is_style_known = attempt->style.state == TES_AUTH_KNOWN,
        .style = attempt->style.confidence,
    };
    told->demand = demand_decide(&terms, &facts);
    told->difficulty = attempt->terms.default_difficulty;
    /* Challenges that nobody ordered can be failed as often as one likes. */
    bool is_met =
        attempt->is_ordered && attempt->is_passed && attempt->difficulty >= told->difficulty;
    if (is_met && (attempt->user.due.is_due || attempt->user.due.order_issued_at_ms != 0)) {
        attempt->user.due = (struct auth_due){.requests = attempt->user.due.requests};
        attempt->is_due_changed = true;
    }
    if (is_met)
        told->demand = DEMAND_NONE;
    if (told->demand != DEMAND_NONE && !attempt->has_put) {
        attempt->put = (struct tes_auth_challenge){.outcome = TES_AUTH_OPEN};
        attempt->has_put = true;
    }
}

/* ------------------------------------------------------------------- the order */

/* While one is good for a while, the same again: so failures add up over requests. */
static bool choose_order(struct attempt *attempt, struct order_terms *order)
{
    struct auth_due *due = &attempt->user.due;
    uint64_t now_ms = attempt->visit->now_ms;
    uint64_t lifetime_ms = (uint64_t)attempt->visit->config->authentication_order_lifetime_s * 1000;
    bool is_good = due->order_issued_at_ms != 0 && due->order_issued_at_ms <= now_ms &&
                   now_ms - due->order_issued_at_ms < lifetime_ms * 3 / 4 &&
                   due->order_difficulty == order->difficulty;
    if (!is_good) {
        if (!visit_random(attempt->visit, due->order_id, sizeof due->order_id))
            return false;
        due->order_issued_at_ms = now_ms;
        due->order_difficulty = order->difficulty;
        attempt->is_due_changed = true;
    }
    memcpy(order->id, due->order_id, sizeof order->id);
    order->issued_at_ms = due->order_issued_at_ms;
    order->expires_at_ms = due->order_issued_at_ms + lifetime_ms;
    return true;
}

static bool write_order(struct attempt *attempt)
{
    struct authenticated *told = attempt->told;
    struct order_terms order = {
        .site = tes_slice_of(attempt->asked->site),
        .user = tes_slice_of(attempt->asked->user),
        .session = attempt->asked->session,
        .difficulty = told->difficulty,
        .attempts = attempt->terms.max_attempts,
    };
    if (told->demand == DEMAND_NONE)
        return true;
    struct tes_auth_port port = tes_auth_spatial_port(&attempt->spatial);
    if (!choose_order(attempt, &order))
        return false;
    told->time_budget_ms = attempt->terms.time_budget_ms;
    told->latency_budget_ms = port.latency_budget_ms(port.self);
    told->attempts = order.attempts;
    told->expires_at_ms = order.expires_at_ms;
    told->order = order_seal(attempt->visit, &order);
    return told->order.at != NULL;
}

/* ------------------------------------------------------------------- the whole */

static enum tes_status weigh(struct attempt *attempt)
{
    const struct config *config = attempt->visit->config;
    struct authenticated *told = attempt->told;
    struct tes_auth_cultural cultural = {attempt->user.has_style ? &attempt->user.style : NULL};
    struct tes_auth_port ports[] = {tes_auth_cultural_port(&cultural),
                                    tes_auth_spatial_port(&attempt->spatial)};
    bool is_enough = attempt->style.state == TES_AUTH_KNOWN &&
                     attempt->style.confidence >= share(config->authentication_threshold);
    told->is_stepped_up = config->authentication_step_up && attempt->is_passed && !is_enough;
    struct tes_fusion fusion = {
        .count = 2,
        .parts = {{&ports[0], told->is_stepped_up
                                  ? 0
                                  : share(config->authentication_weight_cultural_biometrics)},
                  {&ports[1], share(config->authentication_weight_spatial_captcha)}},
        .threshold = share(config->authentication_threshold),
    };
    struct tes_auth_request request = request_of(attempt);
    enum tes_status status = tes_fusion_authenticate(&fusion, &request, &told->fused);
    told->is_human = told->fused.is_human && told->demand == DEMAND_NONE;
    return status;
}

/* Keeps what has changed; false where that matters and could not be done. */
static bool keep(struct attempt *attempt)
{
    struct app *app = attempt->visit->app;
    struct tes_auth_request request = request_of(attempt);
    bool is_kept = !attempt->is_due_changed || !attempt->user.has_due ||
                   auth_user_keep_due(app, &attempt->user);
    bool has_text = request.message.length > 0 || request.typing_count > 0;
    if (attempt->asked->is_confirmed && has_text && attempt->user.has_style)
        attempt->told->has_learned = tes_style_learn(&attempt->user.style, &request) == TES_OK &&
                                     auth_user_keep_style(app, &attempt->user);
    /* Where challenges come when the style is unsure, an order that is not kept is made anew. */
    return is_kept || attempt->terms.trigger_mode != CONFIG_PERIODIC;
}

static enum tes_status authenticate(struct attempt *attempt)
{
    const struct config *config = attempt->visit->config;
    struct app *app = attempt->visit->app;
    if (config->integration_cultural_biometrics_enabled)
        auth_user_read_style(app, &attempt->user);
    if (attempt->terms.is_enabled)
        auth_user_read_due(app, &attempt->user);
    struct tes_auth_request request = request_of(attempt);
    if (attempt->user.has_style) {
        enum tes_status status = tes_style_score(&attempt->user.style, &request, &attempt->style);
        if (status != TES_OK)
            return status;
    }
    if (!count_request(attempt) || !take_pass(attempt))
        return TES_UNAVAILABLE;
    decide_demand(attempt);
    enum tes_status status = weigh(attempt);
    if (status != TES_OK)
        return status;
    return write_order(attempt) && keep(attempt) ? TES_OK : TES_UNAVAILABLE;
}

enum tes_status authenticate_user(struct visit *visit, const struct authenticate_order *asked,
                                  struct authenticated *authenticated)
{
    const struct config *config = visit->config;
    struct attempt attempt = {
        .visit = visit,
        .asked = asked,
        .told = authenticated,
        .terms = config_spatial(config, asked->mode),
        .user = {.key = {.site = asked->site, .name = asked->user}},
    };
    bool can_be_put = config->challenge_enabled && issue_is_shown(config, order_kind());
    /* How fast and how slow is suspicious was decided when the answer came. */
    attempt.spatial = (struct tes_auth_spatial){
        .renderer = can_be_put ? issue_renderer(config) : TES_RENDERER_NONE,
        .time_budget_ms = attempt.terms.time_budget_ms,
        /* The pass says whether its time was suspicious, by the rules of suspicion.def. */
        .fast_ms = 1,
        .slow_ms = UINT32_MAX,
    };
    *authenticated = (struct authenticated){.demand = DEMAND_NONE};
    if (!visit_may_wait(visit))
        return TES_UNAVAILABLE;
    auth_user_hold(visit->app, &attempt.user);
    enum tes_status status = authenticate(&attempt);
    auth_user_let_go(visit->app, &attempt.user);
    visit_has_waited(visit);
    return status;
}

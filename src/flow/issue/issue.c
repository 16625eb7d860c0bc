#include "flow/issue/issue.h"

#include <string.h>

#include "base/secret.h"
#include "challenge/kind.h"
#include "crypto/claims.h"
#include "crypto/keyed_number.h"
#include "flow/accepts.h"
#include "flow/history.h"
#include "flow/issue/type_select.h"
#include "flow/work.h"
#include "os/clock.h"
#include "server/app/budget.h"

bool issue_is_page(enum issue_entry entry)
{
    return entry == ISSUE_ENTRY_FORM || entry == ISSUE_ENTRY_GATE;
}

bool issue_is_for(const struct tes_claims *claims, enum issue_entry entry)
{
    if (entry == ISSUE_ENTRY_ANY)
        return true;
    if (claims->entry != ISSUE_ENTRY_NONE)
        return claims->entry == (uint64_t)entry;
    return (claims->site.length == 0) == (entry == ISSUE_ENTRY_GATE);
}

bool issue_id(struct visit *visit, struct tes_claims *claims)
{
    return visit_random(visit, claims->id, sizeof claims->id);
}

struct tes_slice issue_token(struct visit *visit, enum tes_purpose purpose,
                             const struct tes_claims *claims)
{
    uint8_t nonce[16];
    char token[TES_TOKEN_MAX + 1];
    size_t length;
    if (!visit_random(visit, nonce, sizeof nonce) ||
        tes_seal(visit->sealer, purpose, claims, nonce, token, sizeof token, &length) != TES_OK)
        return (struct tes_slice){NULL, 0};
    struct tes_slice text = {token, length};
    char *copy = tes_arena_string(visit->request->arena, text);
    return (struct tes_slice){copy, copy != NULL ? length : 0};
}

struct tes_slice issue_ticket(struct visit *visit, struct tes_slice return_path)
{
    struct tes_claims claims = {
        .issued_at_ms = visit->now_ms,
        .expires_at_ms = visit->now_ms + (uint64_t)visit->config->gate_ticket_lifetime_s * 1000,
        .ip_bucket = visit->bucket,
        .return_path = return_path,
    };
    if (!issue_id(visit, &claims))
        return (struct tes_slice){NULL, 0};
    return issue_token(visit, TES_PURPOSE_TICKET, &claims);
}

bool issue_is_enabled(const struct config *config, struct tes_slice kind)
{
    for (size_t i = 0; i < config->challenge_types.count; i++)
        if (tes_slice_equal(tes_slice_of(config->challenge_types.items[i]), kind))
            return tes_kind_find(kind) != NULL;
    return false;
}

enum tes_renderer issue_renderer(const struct config *config)
{
    return tes_renderer_best((enum tes_renderer)config->challenge_renderer);
}

bool issue_is_shown(const struct config *config, struct tes_slice kind)
{
    return issue_is_enabled(config, kind) &&
           ((tes_kind_find(kind)->takes & TES_TAKES_RENDERER) == 0 ||
            issue_renderer(config) != TES_RENDERER_NONE);
}

struct tes_slice issue_media(struct visit *visit, const struct tes_claims *claims,
                             const struct tes_challenge *challenge)
{
    /* Says less than the challenge's token, so that it does no harm in a log: nobody can answer
     * with it. It is good for as long as the challenge may be, however often that is extended. */
    struct tes_claims image = {
        .issued_at_ms = claims->issued_at_ms,
        .expires_at_ms = issue_last_expiry_ms(claims, challenge->time_limit_s),
        .kind = claims->kind,
        .difficulty = claims->difficulty,
        .params = claims->params,
        .ip_bucket = claims->ip_bucket,
        .site = claims->site,
    };
    memcpy(image.id, claims->id, sizeof image.id);
    memcpy(image.seed, claims->seed, sizeof image.seed);
    struct tes_slice token = issue_token(visit, TES_PURPOSE_IMAGE, &image);
    struct tes_buf path = tes_arena_buf(visit->request->arena, TES_TOKEN_MAX + 32);
    tes_buf_text(&path, challenge->view.is_heard ? "/v1/audio/" : "/v1/image/");
    tes_buf_slice(&path, token);
    return path.failed || token.at == NULL ? (struct tes_slice){NULL, 0} : tes_buf_done(&path);
}

/* The same for all servers with one secret, and known to nobody else. */
static bool pick_installation(struct visit *visit, uint32_t *installation)
{
    const struct tes_slice parts[] = {TES_SLICE("installation")};
    uint64_t number;
    if (tes_keyed_number(visit->sealer, parts, 1, &number) != TES_OK)
        return false;
    *installation = (uint32_t)(visit->app->is_seeded ? visit->app->seed : number);
    return true;
}

static bool generate(struct visit *visit, const struct issue_order *order, struct issued *issued)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {
        .difficulty = order->difficulty,
        .transform_count = visit->config->challenge_transform_count,
        .is_still = order->is_still,
        .is_heard = order->is_heard,
        .renderer = issue_renderer(visit->config),
        .profile = (enum tes_profile)visit->config->challenge_profile,
    };
    if (!pick_installation(visit, &options.installation))
        return false;
    char kind[TES_KIND_NAME_MAX + 1] = {0};
    memcpy(kind, issued->claims.kind.at, issued->claims.kind.length);
    uint64_t started_us = tes_clock_steady_us();
    bool done = visit_challenge_key(visit, &issued->claims, key) == TES_OK;
    if (done && issued->claims.work > 0)
        work_derive(key, &issued->task);
    if (order->is_work)
        work_make(&issued->challenge);
    else
        done = done && tes_generate(kind, key, &options, &issued->challenge) == TES_OK;
    tes_wipe(key, sizeof key);
    metrics_observe_us(visit->app->metrics, METRICS_GENERATE_DURATION, 0,
                       tes_clock_steady_us() - started_us);
    return done;
}

/* Right answers that are wanted at least, whatever the network did before. */
static unsigned rounds_wanted(const struct visit *visit)
{
    unsigned own = accepts_of(visit).rounds, all = visit->config->challenge_rounds_min;
    return own > all ? own : all;
}

/* What is asked for beyond this challenge. A device's work says the same however often it is done:
 * once is enough. */
static struct terms terms_asked(const struct visit *visit, const struct issue_order *order)
{
    struct terms terms = order->terms;
    if (order->is_work)
        terms.accept = terms.rounds_most = 1;
    else if (order->chain.round == 0)
        rounds_raise(&terms, rounds_wanted(visit));
    if (terms.rounds_most > ROUNDS_MOST_MAX)
        terms.rounds_most = ROUNDS_MOST_MAX;
    return terms;
}

/* What the rounds have shown, as it is sealed; nothing where there is one alone. */
static uint64_t shown(const struct issue_order *order, const struct terms *terms)
{
    struct rounds rounds = order->chain.shown;
    if (terms->rounds_most <= 1)
        return 0;
    rounds.is_still = order->is_still;
    if (order->chain.round == 0)
        rounds.is_kind_chosen = order->kind.length > 0 && !order->is_picked;
    return rounds_seal(&rounds);
}

/* What the device has to do for this answer. */
static unsigned work_asked(const struct config *config, const struct issue_order *order)
{
    unsigned work = order->terms.work;
    if (work < config->challenge_work_min)
        work = config->challenge_work_min;
    if (work < order->work_least)
        work = order->work_least;
    if (work > TES_PROOF_WORK_MAX)
        work = TES_PROOF_WORK_MAX;
    return work > order->work_done ? work : 0;
}

/* Who has no script waits for a tenth of a second for each evaluation, and for what the terms say
 * where that is more: longer than most devices would work, since waiting costs a program less. */
static uint64_t wait_asked_ms(const struct config *config, const struct issue_order *order)
{
    uint64_t wait_ms = (uint64_t)tes_proof_evaluations(work_asked(config, order)) * 100;
    uint64_t terms_ms = (uint64_t)order->terms.wait_s * 1000;
    return wait_ms > terms_ms ? wait_ms : terms_ms;
}

/* A challenge that somebody has to wait for is one of the time when it is shown; that they began
 * now is sealed with it. */
static void make_wait(const struct visit *visit, const struct issue_order *order,
                      struct tes_claims *claims)
{
    uint64_t wait_ms = wait_asked_ms(visit->config, order);
    claims->work = 0;
    if (wait_ms == 0 || order->chain.round > 0) /* once is enough */
        return;
    claims->started_at_ms = visit->now_ms;
    claims->issued_at_ms = visit->now_ms + wait_ms;
    claims->not_before_ms = claims->issued_at_ms;
}

/* What the order says; the rest is picked. */
static struct tes_claims claims_of(const struct visit *visit, const struct issue_order *order)
{
    struct terms terms = terms_asked(visit, order);
    return (struct tes_claims){
        .issued_at_ms = visit->now_ms,
        .round = order->chain.round > 0 ? order->chain.round : 1,
        .chain = order->chain.id,
        .score = shown(order, &terms),
        .started_at_ms = order->started_at_ms,
        .ip_bucket = visit->bucket,
        .site = order->site,
        .hostname = order->hostname,
        .user = order->user,
        .user_proven = order->is_user_proven,
        .session = order->session,
        .action = order->action,
        .cdata = order->cdata,
        .alternative = order->alternative,
        .kind = order->kind,
        .order = order->order,
        .attempts = order->attempts,
        .order_expires_at_ms = order->order_expires_at_ms,
        .accept = terms.accept,
        .rounds_most = terms.rounds_most,
        .work = work_asked(visit->config, order),
        .work_done = order->work_done,
        .unproven = order->is_unproven,
        .entry = app_all_read(visit->app, TES_CLAIM_entry) ? order->entry : ISSUE_ENTRY_NONE,
    };
}

enum issue_result issue_challenge(struct visit *visit, const struct issue_order *order,
                                  struct issued *issued)
{
    struct tes_claims *claims = &issued->claims;
    uint8_t random[TES_SEED_BYTES + 2];

    if (order->entry == ISSUE_ENTRY_NONE) /* any entry point would accept it */
        return ISSUE_FAILED;
    if (order->kind.length > 0 && !order->is_heard && !order->is_work &&
        !issue_is_shown(visit->config, order->kind))
        return ISSUE_UNKNOWN_KIND;
    *claims = claims_of(visit, order);
    if (!issue_id(visit, claims) || !visit_challenge_random(visit, random, sizeof random))
        return ISSUE_FAILED;
    if (issue_is_page(order->entry))
        make_wait(visit, order, claims);
    memcpy(claims->seed, random, TES_SEED_BYTES);
    const uint8_t *spare = random + TES_SEED_BYTES;
    struct issue_order picked = *order;
    if (picked.kind.length == 0 && !type_select(visit, &picked))
        return ISSUE_FAILED;
    claims->kind = picked.kind;
    if (claims->kind.length == 0)
        return ISSUE_UNKNOWN_KIND;
    if (!generate(visit, order, issued))
        return ISSUE_FAILED;

    if (order->submit_after_ms > 0)
        claims->not_before_ms = claims->issued_at_ms + order->submit_after_ms +
                                ((unsigned)spare[0] << 8 | spare[1]) % 1000;
    claims->expires_at_ms = claims->issued_at_ms + (uint64_t)issued->challenge.time_limit_s * 1000;
    tes_claim(&issued->challenge, claims);
    issued->token = issue_token(visit, TES_PURPOSE_CHALLENGE, claims);
    issued->media = issue_media(visit, claims, &issued->challenge);
    if (issued->token.at == NULL || issued->media.at == NULL)
        return ISSUE_FAILED;
    budget_charge(visit, BUDGET_LEFT, 1);
    metrics_count(visit->app->metrics, METRICS_SERVED);
    metrics_count_label(visit->app->metrics, METRICS_CHALLENGES,
                        tes_kind_number(issued->challenge.kind));
    if (!order->is_work)
        history_presented(visit, &issued->claims, &issued->challenge, order->is_still);
    return ISSUE_DONE;
}

unsigned issue_extensions_left(const struct visit *visit, const struct tes_claims *claims)
{
    unsigned most = visit->config->challenge_extensions_max;
    return claims->extensions < most ? most - (unsigned)claims->extensions : 0;
}

enum issue_result issue_extend(struct visit *visit, unsigned time_limit_s,
                               struct tes_claims *claims, struct tes_slice *token)
{
    if (issue_extensions_left(visit, claims) == 0)
        return ISSUE_USED_UP;
    claims->extensions++;
    claims->expires_at_ms += (uint64_t)time_limit_s * 1000;
    *token = issue_token(visit, TES_PURPOSE_CHALLENGE, claims);
    return token->at != NULL ? ISSUE_DONE : ISSUE_FAILED;
}

uint64_t issue_last_expiry_ms(const struct tes_claims *claims, unsigned time_limit_s)
{
    uint64_t extensions = config_rows[CONFIG_INDEX_challenge_extensions_max].maximum;
    return claims->issued_at_ms + (extensions + 1) * time_limit_s * 1000;
}

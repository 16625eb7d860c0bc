/*
 * What the server does for a challenge and an answer, in its order (judge.c), on the server's own
 * budgets, terms, rounds and alarms.
 */
#include <stdio.h>
#include <string.h>

#include "challenge/strength.h"
#include "economy.h"
#include "flow/alarms.h"
#include "flow/answer_timing.h"
#include "flow/issue/choose.h"
#include "flow/issue/escalate.h"
#include "server/app/budget.h"

#define START_MS ((uint64_t)20000 * DAY_MS)
#define DRAW_MS  8 /* that a picture takes the server */

static const struct tes_slice SITE = TES_SLICE_INIT("ts_economy");

bool world_open(struct world *world, enum policy policy)
{
    static const struct counters_sharing KEY = {.key = {1, 2}};
    struct tes_error error;
    *world = (struct world){.policy = policy, .now_ms = START_MS, .random = 88172645463325252};
    world->app.metrics = metrics_new(&(struct metrics_options){.version = ""});
    world->app.alarms = alarms_new(world->app.metrics);
    world->app.paces = answer_timing_new();
    if (!config_load(NULL, NULL, &world->config, &error) || world->app.metrics == NULL ||
        world->app.alarms == NULL || world->app.paces == NULL)
        return false;
    /* A key of our own: which counters make room for others must not depend on chance. */
    world->app.counters = counters_new(world->config.store_memory_entries);
    return world->app.counters != NULL && counters_share(world->app.counters, &KEY);
}

void world_close(struct world *world)
{
    counters_free(world->app.counters);
    answer_timing_free(world->app.paces);
    alarms_free(world->app.alarms);
    metrics_free(world->app.metrics);
}

/* Marsaglia's xorshift. */
unsigned world_random(struct world *world, unsigned below)
{
    world->random ^= world->random << 13;
    world->random ^= world->random >> 7;
    world->random ^= world->random << 17;
    return (unsigned)((world->random >> 32) * below >> 32);
}

static struct visit visit_of(struct world *world, const struct session *session)
{
    return (struct visit){.app = &world->app,
                          .config = &world->config,
                          .now_ms = world->now_ms,
                          .client = session->address,
                          .payer = session->address,
                          .site = &sites_not_named,
                          .budget_site = budget_site_number(SITE)};
}

static enum step refuse(struct world *world, const struct visit *visit)
{
    world->retry_ms = (uint64_t)budget_seconds_left(visit) * 1000;
    return STEP_REFUSED;
}

enum step session_start(struct world *world, struct session *session)
{
    struct visit visit = visit_of(world, session);
    const struct issue_order order = {.site = SITE};
    if (!(world->policy == POLICY_NOW ? choose_pay(&visit, &order)
                                      : budget_take(&visit, BUDGET_CHALLENGE)))
        return refuse(world, &visit);
    budget_charge(&visit, BUDGET_LEFT, 1);
    session->terms = (struct terms){.accept = rounds_accept(1), .rounds_most = 1, .charge = 1};
    if (world->policy == POLICY_NOW)
        session->terms = escalate_terms(&visit, &order);
    session->rounds = (struct rounds){.score = 0};
    session->started_ms = world->now_ms;
    return STEP_NEXT;
}

/* As judge.c charges. */
static void charge(struct visit *visit, const struct session *session, enum step step)
{
    uint64_t more = visit->config->budget_wrong_answer - 1;
    if (step == STEP_FAILED || step == STEP_NEXT)
        budget_charge(visit, BUDGET_ANSWER, more);
    if (step == STEP_NEXT)
        budget_charge(visit, BUDGET_CHALLENGE, 1);
    if (step == STEP_PASSED && session->rounds.answered > 1)
        budget_forgive(visit, BUDGET_ANSWER, (session->rounds.answered - 1) * more,
                       session->started_ms);
}

static unsigned suspicion_of(struct world *world, const struct session *session,
                             uint64_t elapsed_ms)
{
    char bucket[TES_ADDRESS_BUCKET_MAX + 1];
    struct tes_buf buf = tes_buf_on(bucket, sizeof bucket);
    struct suspicion_facts facts = {
        .elapsed_ms = elapsed_ms, .time_limit_ms = 60000, .has_user_agent = true};
    tes_address_bucket(&buf, &session->address);
    answer_timing_note(
        world->app.paces,
        &(struct answer_timing_answer){SITE, tes_buf_done(&buf), world->now_ms, elapsed_ms},
        &facts);
    return suspicion_find(&facts);
}

enum step session_answer(struct world *world, struct session *session, bool is_right,
                         uint64_t elapsed_ms)
{
    static const enum step STEPS[] = {
        [ROUNDS_PASS] = STEP_PASSED, [ROUNDS_FAIL] = STEP_FAILED, [ROUNDS_NEXT] = STEP_NEXT};
    struct visit visit = visit_of(world, session);
    const struct tes_strength *strength =
        tes_strength_find(TES_SLICE("hidden"), TES_SLICE("hidden"), TES_MEDIUM);
    if (!budget_take(&visit, BUDGET_IMAGE) || !budget_has(&visit, BUDGET_DRAW))
        return refuse(world, &visit);
    budget_charge(&visit, BUDGET_DRAW, DRAW_MS);
    if (!budget_take(&visit, BUDGET_ANSWER) ||
        (world->policy == POLICY_NOW && !escalate_may_pass(&visit)) ||
        (session->rounds.answered + 1 < session->terms.rounds_most &&
         !budget_has(&visit, BUDGET_CHALLENGE)))
        return refuse(world, &visit);
    enum step step =
        STEPS[rounds_add(&session->rounds, rounds_odds_of(strength), is_right, &session->terms)];
    if (world->policy == POLICY_NOW && step == STEP_PASSED && !escalate_take_pass(&visit))
        return refuse(world, &visit);
    charge(&visit, session, step);
    if (step != STEP_NEXT) /* the next round's challenge would be left as well */
        budget_return(&visit, BUDGET_LEFT);
    unsigned suspicion = suspicion_of(world, session, elapsed_ms);
    if (world->policy == POLICY_NOW && step != STEP_NEXT)
        escalate_note(&visit, &(struct escalate_outcome){.site = SITE,
                                                         .is_passed = step == STEP_PASSED,
                                                         .suspicion = suspicion,
                                                         .elapsed_ms = elapsed_ms});
    return step;
}

#include "serve/challenge/level.h"

#include "decide/adaptive.h"
#include "serve/app/budget.h"
#include "store/profiles.h"

_Static_assert((int)RECORDS_EASY + TES_EASY == TES_EASY && (int)RECORDS_HARD + TES_EASY == TES_HARD,
               "levels have one order");

enum tes_difficulty level_of(const struct records_profile *profile, const struct config *config,
                             enum tes_difficulty start)
{
    struct adaptive_counts counts = {.completed = {0}};
    const struct adaptive_terms terms = {start, config->adaptive_min_attempts_before_adapt};
    for (unsigned i = 0; i < RECORDS_LEVEL_COUNT; i++) {
        counts.completed[i + TES_EASY] = profile->completed[i];
        counts.passed[i + TES_EASY] = profile->passed[i];
    }
    return adaptive_level(&counts, &terms);
}

/* What the records say of the user whom the order is for; false where they say nothing in time. */
static bool read_profile(struct visit *visit, const struct issue_order *order,
                         struct records_profile *profile)
{
    struct records_user user = {.site = tes_arena_string(visit->request->arena, order->site),
                                .name = tes_arena_string(visit->request->arena, order->user)};
    return user.site != NULL && user.name != NULL &&
           profiles_read(visit->app->profiles, &user, LEVEL_WAIT_MS, profile) == RECORDS_OK;
}

/* Whether a waiter is to go on; who has no budget left is refused without one. */
static bool must_leave(struct visit *visit, const struct issue_order *order)
{
    if (visit->request->has_hopped)
        return false;
    budget_of_site(visit, order->site);
    return !budget_has(visit, BUDGET_CHALLENGE) || visit_hops(visit);
}

bool level_choose(struct visit *visit, struct issue_order *order)
{
    struct records_profile profile;
    if (order->difficulty != 0)
        return true;
    enum tes_difficulty own = sites_difficulty(visit->app->sites, order->site);
    enum tes_difficulty start =
        own != 0 ? own : (enum tes_difficulty)visit->config->challenge_default_difficulty;
    bool is_adaptive = visit->config->adaptive_enabled && order->is_user_proven && own < TES_HARD;
    if (is_adaptive && !profiles_are_late(visit->app->profiles, LEVEL_WAIT_MS)) {
        if (must_leave(visit, order))
            return false;
        if (read_profile(visit, order, &profile)) {
            enum tes_difficulty level = level_of(&profile, visit->config, start);
            start = level > own ? level : own;
        }
    }
    order->difficulty = start;
    return true;
}

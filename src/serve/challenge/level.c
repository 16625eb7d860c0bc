#include "serve/challenge/level.h"

#include "core/kind.h"
#include "decide/adaptive.h"
#include "serve/app/budget.h"
#include "store/profiles.h"

_Static_assert((int)RECORDS_EASY + TES_EASY == TES_EASY && (int)RECORDS_HARD + TES_EASY == TES_HARD,
               "levels have one order");

/* What is said of a site's challenges without looking at who asks. */
struct site_level {
    enum tes_difficulty own;   /* the site's; 0: it has none */
    enum tes_difficulty start; /* that, or the config's */
};

static struct site_level level_of_site(const struct app *app, const struct config *config,
                                       struct tes_slice site)
{
    enum tes_difficulty own = sites_difficulty(app->sites, site);
    enum tes_difficulty usual = (enum tes_difficulty)config->challenge_default_difficulty;
    return (struct site_level){own, own != 0 ? own : usual};
}

static enum tes_difficulty adapt(struct site_level site, const struct config *config,
                                 const struct records_profile *profile)
{
    struct adaptive_counts counts = {.completed = {0}};
    const struct adaptive_terms terms = {site.start, config->adaptive_min_attempts_before_adapt};
    for (unsigned i = 0; i < RECORDS_LEVEL_COUNT; i++) {
        counts.completed[i + TES_EASY] = profile->completed[i];
        counts.passed[i + TES_EASY] = profile->passed[i];
    }
    enum tes_difficulty level = adaptive_level(&counts, &terms);
    return level > site.own ? level : site.own;
}

const char *level_recommend(void *context, struct tes_slice site,
                            const struct records_profile *profile)
{
    const struct app *app = context;
    const struct config *config = config_holder_get(app->config);
    enum tes_difficulty level = adapt(level_of_site(app, config, site), config, profile);
    config_holder_put(config);
    return tes_difficulty_name(level);
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

/* Whether somebody's level may be another than the site's, and can be had. */
static bool is_adaptive(const struct visit *visit, const struct issue_order *order,
                        enum tes_difficulty own)
{
    return visit->config->adaptive_enabled && order->is_user_proven && own < TES_HARD &&
           !profiles_are_late(visit->app->profiles, LEVEL_WAIT_MS);
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
    struct site_level site = level_of_site(visit->app, visit->config, order->site);
    order->difficulty = site.start;
    if (!is_adaptive(visit, order, site.own))
        return true;
    if (must_leave(visit, order))
        return false;
    if (read_profile(visit, order, &profile))
        order->difficulty = adapt(site, visit->config, &profile);
    return true;
}

#include "flow/issue/level.h"

#include "challenge/kind.h"
#include "policy/adaptive.h"
#include "store/records/profiles.h"

_Static_assert((int)RECORDS_EASY + TES_EASY == TES_EASY && (int)RECORDS_HARD + TES_EASY == TES_HARD,
               "levels have one order");

/* What a site's challenges have where nobody looks at who asks. */
static enum tes_difficulty start_at(enum tes_difficulty own, const struct config *config)
{
    return own != 0 ? own : (enum tes_difficulty)config->challenge_default_difficulty;
}

enum tes_difficulty level_of(enum tes_difficulty own, const struct config *config,
                             const struct records_profile *profile)
{
    const struct adaptive_terms terms = {start_at(own, config), own,
                                         config->adaptive_min_attempts_before_adapt};
    struct adaptive_state state = {.level = 0};
    enum records_level level = profile->level;
    if (level < RECORDS_LEVEL_COUNT)
        state.level = (enum tes_difficulty)(level + TES_EASY);
    else
        level = (enum records_level)(terms.start - TES_EASY);
    if (profile->before_completed <= profile->completed[level] &&
        profile->before_passed <= profile->passed[level]) {
        state.completed = profile->completed[level] - profile->before_completed;
        state.passed = profile->passed[level] - profile->before_passed;
    }
    return adaptive_level(&state, &terms);
}

const char *level_recommend(void *context, struct tes_slice site,
                            const struct records_profile *profile)
{
    const struct app *app = context;
    const struct config *config = config_holder_get(app->config);
    const struct sites_list *sites = sites_get(app->sites);
    enum tes_difficulty level = level_of(sites_find(sites, site)->difficulty, config, profile);
    sites_put(sites);
    config_holder_put(config);
    return tes_difficulty_name(level);
}

/* Whether the user's level may be another than the site's own. */
static bool is_adaptive(const struct visit *visit, const struct issue_order *order,
                        enum tes_difficulty own)
{
    return visit->config->adaptive_enabled && order->is_user_proven && own < TES_HARD;
}

/* What the records say of the user whom the order is for. */
static enum records_result read_profile(struct visit *visit, const struct issue_order *order,
                                        struct records_profile *profile)
{
    struct records_user user = {.site = tes_arena_string(visit->request->arena, order->site),
                                .name = tes_arena_string(visit->request->arena, order->user)};
    if (user.site == NULL || user.name == NULL)
        return RECORDS_FAILED;
    return profiles_read(visit->app->profiles, &user, LEVEL_WAIT_MS, profile);
}

bool level_waits(struct visit *visit, const struct issue_order *order)
{
    return order->difficulty == 0 && is_adaptive(visit, order, visit->site->difficulty) &&
           !profiles_are_late(visit->app->profiles, LEVEL_WAIT_MS);
}

void level_choose(struct visit *visit, struct issue_order *order)
{
    struct records_profile profile;
    enum records_result result = RECORDS_FAILED;
    if (order->difficulty != 0)
        return;
    enum tes_difficulty own = visit->site->difficulty;
    order->difficulty = start_at(own, visit->config);
    if (!is_adaptive(visit, order, own))
        return;
    if (visit->where == HTTP_ON_WAITERS && !profiles_are_late(visit->app->profiles, LEVEL_WAIT_MS))
        result = read_profile(visit, order, &profile);
    if (result == RECORDS_OK)
        order->difficulty = level_of(own, visit->config, &profile);
    else if (result == RECORDS_FAILED)
        metrics_count(visit->app->metrics, METRICS_PROFILES_MISSED);
}

#include "flow/accepts.h"

struct accept accepts_by(const struct config *config, const struct sites_policy *policy)
{
    struct accept accept = {
        .kinds = config->challenge_types.bits,
        .alternatives = config->challenge_accepts,
        .least = (enum tes_strength_class)config->challenge_strength,
    };
    if (policy == NULL)
        return accept;
    accept.is_listed = policy->kinds != 0;
    if (accept.is_listed)
        accept.kinds &= policy->kinds;
    if (policy->has_alternatives)
        accept.alternatives = policy->alternatives;
    if (policy->has_strength)
        accept.least = policy->strength;
    accept.rounds = policy->rounds;
    accept.profile = policy->profile;
    return accept;
}

struct accept accepts_of(const struct visit *visit)
{
    return accepts_by(visit->config, &visit->site->policy);
}

enum acceptance accepts_pass(const struct visit *visit, const struct tes_claims *claims)
{
    const struct accept accept = accepts_of(visit);
    const struct accept_pass pass = {
        .kind = claims->kind,
        .alternative = claims->alternative,
        .strength = (enum tes_strength_class)claims->strength,
        .rounds = claims->round,
    };
    return accept_pass(&accept, &pass);
}

bool accepts_has_review(const struct config *config)
{
    return config->accessibility_fallback_enabled &&
           config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW;
}

bool accepts_review(const struct visit *visit)
{
    enum sites_state state = visit->site->state;
    return accepts_has_review(visit->config) && (state == SITES_NOT_NAMED || state == SITES_FOUND);
}

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

uint64_t accepts_lifetime_ms(const struct visit *visit)
{
    unsigned own_s = visit->site->policy.lifetime_s;
    return (uint64_t)(own_s > 0 ? own_s : visit->config->response_lifetime_s) * 1000;
}

#include "flow/accepts.h"

#include "server/app/demo.h"

bool accepts_is_demo(const struct visit *visit, struct tes_slice site)
{
    return visit->config->demo && tes_slice_equal(site, TES_SLICE(DEMO_SITEKEY));
}

struct accept accepts_by(const struct config *config, const struct sites_wishes *wishes)
{
    struct accept accept = {
        .kinds = config->challenge_types.bits,
        .alternatives = config->challenge_accepts,
        .least = (enum tes_strength_class)config->challenge_strength,
    };
    if (wishes == NULL)
        return accept;
    accept.is_listed = wishes->kinds != 0;
    if (accept.is_listed)
        accept.kinds &= wishes->kinds;
    if (wishes->has_alternatives)
        accept.alternatives = wishes->alternatives;
    if (wishes->has_strength)
        accept.least = wishes->strength;
    accept.rounds = wishes->rounds;
    accept.profile = wishes->profile;
    return accept;
}

struct accept accepts_of(const struct visit *visit, struct tes_slice site)
{
    const struct config *config = visit->config;
    struct sites_wishes wishes;
    if (accepts_is_demo(visit, site))
        return (struct accept){
            config->challenge_types.bits, ACCEPT_ALL, TES_STRENGTH_FRICTION, 0, ACCEPT_ANY, false};
    return accepts_by(config, sites_wishes(visit->app->sites, site, &wishes) ? &wishes : NULL);
}

enum acceptance accepts_pass(const struct visit *visit, const struct tes_claims *claims)
{
    const struct accept accept = accepts_of(visit, claims->site);
    const struct accept_pass pass = {
        .kind = claims->kind,
        .alternative = claims->alternative,
        .strength = (enum tes_strength_class)claims->strength,
        .rounds = claims->round,
    };
    return accept_pass(&accept, &pass);
}

uint64_t accepts_lifetime_ms(const struct visit *visit, struct tes_slice site)
{
    return (uint64_t)sites_lifetime_s(visit->app->sites, site, visit->config->response_lifetime_s) *
           1000;
}

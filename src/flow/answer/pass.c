#include "flow/answer/pass.h"

#include "crypto/claims.h"
#include "flow/answer/review.h"
#include "flow/issue/issue.h"
#include "server/app/budget.h"

static uint64_t lifetime_ms(const struct visit *visit)
{
    unsigned own_s = visit->site->policy.lifetime_s;
    return (uint64_t)(own_s > 0 ? own_s : visit->config->response_lifetime_s) * 1000;
}

/* How long after the solving the site's passes may be renewed. */
static uint64_t renew_ms(const struct visit *visit)
{
    const struct sites_policy *policy = &visit->site->policy;
    return (uint64_t)(policy->has_renew ? policy->renew_s : visit->config->response_renew_s) * 1000;
}

/* Not renewed are passes of orders, which a site's server waits for and which are worth more than
 * others, and those that nobody can prove to be given once: they live as long as they did. A server
 * that can't read the claim would refuse the pass, and could not know how long to remember it. */
static bool may_renew(const struct visit *visit, const struct tes_claims *claims)
{
    return claims->order.length == 0 && claims->unproven == 0 &&
           app_all_read(visit->app, TES_CLAIM_renew_until_ms);
}

/* Until when there may be forms of it: what was sealed, or less where its site wants less now. */
static uint64_t until_ms(const struct visit *visit, const struct tes_claims *claims)
{
    uint64_t wanted_ms = claims->issued_at_ms + renew_ms(visit);
    return wanted_ms < claims->renew_until_ms ? wanted_ms : claims->renew_until_ms;
}

static struct pass seal(struct visit *visit, const struct tes_claims *claims)
{
    uint64_t until = until_ms(visit, claims);
    return (struct pass){
        .response = issue_token(visit, TES_PURPOSE_RESPONSE, claims),
        .expires_at_ms = claims->expires_at_ms,
        .renew_until_ms = until > claims->expires_at_ms ? until : 0,
    };
}

struct pass pass_seal(struct visit *visit, struct tes_claims *claims)
{
    claims->issued_at_ms = visit->now_ms;
    claims->expires_at_ms = visit->now_ms + lifetime_ms(visit);
    claims->renew_until_ms = visit->now_ms + renew_ms(visit);
    if (claims->renew_until_ms <= claims->expires_at_ms || !may_renew(visit, claims))
        claims->renew_until_ms = 0;
    claims->key_id = 0; /* nothing is made from it any more: the current secret seals it */
    return seal(visit, claims);
}

uint64_t pass_last_ms(const struct tes_claims *claims)
{
    uint64_t review_ms = review_last_ms(claims);
    uint64_t last_ms = claims->renew_until_ms > claims->expires_at_ms ? claims->renew_until_ms
                                                                      : claims->expires_at_ms;
    return review_ms > last_ms ? review_ms : last_ms;
}

/* Whoever has it from somebody else's hands, in another network, has what there is of its time. */
static bool is_renewable(const struct visit *visit, const struct tes_claims *claims)
{
    return visit->now_ms < claims->expires_at_ms &&
           until_ms(visit, claims) > claims->expires_at_ms &&
           tes_slice_equal(claims->ip_bucket, visit->bucket) && sites_is_known(visit->site);
}

enum pass_result pass_renew(struct visit *visit, struct tes_slice response, struct pass *pass)
{
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    enum tes_status status =
        tes_open(visit->sealer, TES_PURPOSE_RESPONSE, response.at, response.length, plain, &claims);
    if (status != TES_OK)
        return status == TES_FORGED ? PASS_REFUSED : PASS_FAILED;
    visit_set_site(visit, claims.site);
    if (!is_renewable(visit, &claims))
        return PASS_REFUSED;
    if (!budget_take(visit, BUDGET_RENEW))
        return PASS_OVER_BUDGET;
    uint64_t expires_at_ms = visit->now_ms + lifetime_ms(visit);
    uint64_t until = until_ms(visit, &claims);
    if (expires_at_ms > until)
        expires_at_ms = until;
    if (expires_at_ms > claims.expires_at_ms) /* a lifetime that was cut takes nothing away */
        claims.expires_at_ms = expires_at_ms;
    claims.key_id = 0;
    *pass = seal(visit, &claims);
    return pass->response.at != NULL ? PASS_DONE : PASS_FAILED;
}

void pass_write(struct visit *visit, struct reply_json *body, const struct pass *pass)
{
    reply_lifetime(visit, pass->expires_at_ms);
    tes_json_string(&body->json, "response", pass->response);
    if (pass->renew_until_ms > 0)
        tes_json_number(&body->json, "renewable",
                        (int64_t)((pass->renew_until_ms - visit->now_ms) / 1000));
}

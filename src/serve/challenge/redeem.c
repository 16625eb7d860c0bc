#include "serve/challenge/redeem.h"

#include "serve/challenge/accepts.h"
#include "serve/challenge/fail_open.h"
#include "serve/challenge/pass.h"
#include "serve/challenge/spend.h"

/* Opens a response of that site that has not expired. */
static enum redemption open_response(struct visit *visit, struct tes_slice sitekey,
                                     struct tes_slice response, struct redeemed *redeemed)
{
    if (response.length == 0)
        return REDEMPTION_MISSING_RESPONSE;
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_RESPONSE, response.at,
                                      response.length, redeemed->plain, &redeemed->claims);
    if (status == TES_FAILED)
        return REDEMPTION_UNAVAILABLE;
    if (status != TES_OK || !tes_slice_equal(redeemed->claims.site, sitekey))
        return REDEMPTION_INVALID_RESPONSE;
    return visit->now_ms >= redeemed->claims.expires_at_ms ? REDEMPTION_EXPIRED
                                                           : REDEMPTION_SUCCESS;
}

static enum redemption spend(struct visit *visit, struct redeemed *redeemed, bool may_open)
{
    static const enum redemption RESULTS[] = {
        [SPEND_FIRST] = REDEMPTION_SUCCESS,    [SPEND_AGAIN] = REDEMPTION_DUPLICATE,
        [SPEND_EXPIRED] = REDEMPTION_EXPIRED,  [SPEND_FAILED] = REDEMPTION_UNAVAILABLE,
        [SPEND_UNPROVEN] = REDEMPTION_SUCCESS,
    };
    const struct tes_claims *claims = &redeemed->claims;
    enum spend_result result = (may_open ? spend_or_open : spend_token)(
        visit, SPEND_RESPONSE, claims, pass_last_ms(claims));
    if (result == SPEND_UNPROVEN)
        fail_open_count(visit, claims->site, FAIL_OPEN_VERIFY);
    redeemed->is_degraded = result == SPEND_UNPROVEN || claims->unproven != 0;
    return RESULTS[result];
}

enum redemption redeem_response(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, struct redeemed *redeemed)
{
    enum redemption result = open_response(visit, sitekey, response, redeemed);
    return result == REDEMPTION_SUCCESS ? spend(visit, redeemed, false) : result;
}

enum redemption redeem_accepted(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, struct redeemed *redeemed)
{
    static const enum redemption RESULTS[] = {
        [ACCEPT_YES] = REDEMPTION_SUCCESS,
        [ACCEPT_NO_STRENGTH] = REDEMPTION_NO_STRENGTH,
        [ACCEPT_NO_TYPE] = REDEMPTION_NO_TYPE,
        [ACCEPT_NO_ALTERNATIVE] = REDEMPTION_NO_ALTERNATIVE,
        [ACCEPT_NO_ROUNDS] = REDEMPTION_NO_ROUNDS,
    };
    enum redemption result = open_response(visit, sitekey, response, redeemed);
    if (result == REDEMPTION_SUCCESS)
        result = RESULTS[accepts_pass(visit, &redeemed->claims)];
    return result == REDEMPTION_SUCCESS ? spend(visit, redeemed, true) : result;
}

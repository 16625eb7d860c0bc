#include "serve/challenge/redeem.h"

#include "serve/challenge/review.h"
#include "serve/challenge/spend.h"

enum redemption redeem_response(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, struct redeemed *redeemed)
{
    static const enum redemption RESULTS[] = {
        [SPEND_FIRST] = REDEMPTION_SUCCESS,
        [SPEND_AGAIN] = REDEMPTION_DUPLICATE,
        [SPEND_EXPIRED] = REDEMPTION_EXPIRED,
        [SPEND_FAILED] = REDEMPTION_UNAVAILABLE,
    };
    if (response.length == 0)
        return REDEMPTION_MISSING_RESPONSE;
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_RESPONSE, response.at,
                                      response.length, redeemed->plain, &redeemed->claims);
    if (status == TES_FAILED)
        return REDEMPTION_UNAVAILABLE;
    if (status != TES_OK || !tes_slice_equal(redeemed->claims.site, sitekey))
        return REDEMPTION_INVALID_RESPONSE;
    const struct tes_claims *claims = &redeemed->claims;
    uint64_t last_ms = review_last_ms(claims);
    if (visit->now_ms >= claims->expires_at_ms)
        return REDEMPTION_EXPIRED;
    return RESULTS[spend_token(visit, SPEND_RESPONSE, claims,
                               last_ms > 0 ? last_ms : claims->expires_at_ms)];
}

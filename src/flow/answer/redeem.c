#include "flow/answer/redeem.h"

#include "flow/accepts.h"
#include "flow/answer/code.h"
#include "flow/answer/pass.h"
#include "flow/fail_open.h"
#include "flow/spend.h"

void redeem_go_on(struct visit *visit, struct tes_slice response, visit_step *step, void *state)
{
    char digits[CODE_DIGITS + 1];
    bool must_wait = visit->where == HTTP_ON_LOOP && code_read(response, digits);
    visit_go_on(visit, must_wait ? HTTP_ON_WAITERS : visit->where, step, state);
}

static enum redemption open_token(struct visit *visit, struct tes_slice response,
                                  struct redeemed *redeemed)
{
    switch (tes_open(visit->sealer, TES_PURPOSE_RESPONSE, response.at, response.length,
                     redeemed->plain, &redeemed->claims)) {
    case TES_OK:
        return REDEMPTION_SUCCESS;
    case TES_FAILED:
        return REDEMPTION_UNAVAILABLE;
    default:
        return REDEMPTION_INVALID_RESPONSE;
    }
}

/* Opens a response of that site, or a code for one, that has not expired. */
static enum redemption open_response(struct visit *visit, struct tes_slice sitekey,
                                     struct tes_slice response, struct redeemed *redeemed)
{
    char digits[CODE_DIGITS + 1];
    if (response.length == 0)
        return REDEMPTION_MISSING_RESPONSE;
    enum redemption result = code_read(response, digits)
                                 ? code_open(visit, sitekey, digits, redeemed)
                                 : open_token(visit, response, redeemed);
    if (result != REDEMPTION_SUCCESS)
        return result;
    if (!tes_slice_equal(redeemed->claims.site, sitekey))
        return REDEMPTION_INVALID_RESPONSE;
    return visit->now_ms >= redeemed->claims.expires_at_ms ? REDEMPTION_EXPIRED
                                                           : REDEMPTION_SUCCESS;
}

static const enum redemption SPENT[] = {
    [SPEND_FIRST] = REDEMPTION_SUCCESS,    [SPEND_AGAIN] = REDEMPTION_DUPLICATE,
    [SPEND_EXPIRED] = REDEMPTION_EXPIRED,  [SPEND_FAILED] = REDEMPTION_UNAVAILABLE,
    [SPEND_UNPROVEN] = REDEMPTION_SUCCESS, [SPEND_AGAIN_OWN] = REDEMPTION_SUCCESS,
};

static enum redemption end(struct visit *visit, struct redeemed *redeemed, enum spend_result result)
{
    if (result == SPEND_UNPROVEN)
        fail_open_count(visit, FAIL_OPEN_VERIFY);
    redeemed->is_degraded = result == SPEND_UNPROVEN || redeemed->claims.unproven != 0;
    return SPENT[result];
}

enum redemption redeem_response(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, struct redeemed *redeemed)
{
    enum redemption result = open_response(visit, sitekey, response, redeemed);
    return result == REDEMPTION_SUCCESS ? end(visit, redeemed,
                                              spend_token(visit, SPEND_RESPONSE, &redeemed->claims,
                                                          pass_last_ms(&redeemed->claims)))
                                        : result;
}

enum redemption redeem_accepted(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, struct redeemed *redeemed)
{
    return redeem_as_owner(visit, sitekey, response, NULL, redeemed);
}

enum redemption redeem_as_owner(struct visit *visit, struct tes_slice sitekey,
                                struct tes_slice response, const uint8_t owner[LEDGER_OWNER_BYTES],
                                struct redeemed *redeemed)
{
    static const enum redemption RESULTS[] = {
        [ACCEPT_YES] = REDEMPTION_SUCCESS,
        [ACCEPT_NO_STRENGTH] = REDEMPTION_NO_STRENGTH,
        [ACCEPT_NO_TYPE] = REDEMPTION_NO_TYPE,
        [ACCEPT_NO_ALTERNATIVE] = REDEMPTION_NO_ALTERNATIVE,
        [ACCEPT_NO_ROUNDS] = REDEMPTION_NO_ROUNDS,
    };
    const struct tes_claims *claims = &redeemed->claims;
    enum redemption result = open_response(visit, sitekey, response, redeemed);
    if (result == REDEMPTION_EXPIRED && owner != NULL)
        return end(visit, redeemed,
                   spend_find_own(visit, SPEND_RESPONSE, claims, pass_last_ms(claims), owner));
    if (result == REDEMPTION_SUCCESS)
        result = RESULTS[accepts_pass(visit, claims)];
    return result == REDEMPTION_SUCCESS
               ? end(visit, redeemed,
                     spend_as_owner(visit, SPEND_RESPONSE, claims, pass_last_ms(claims), owner))
               : result;
}

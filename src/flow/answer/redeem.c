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

static enum outcome open_token(struct visit *visit, struct tes_slice response,
                               struct redeemed *redeemed)
{
    switch (tes_open(visit->sealer, TES_PURPOSE_RESPONSE, response.at, response.length,
                     redeemed->plain, &redeemed->claims)) {
    case TES_OK:
        return OUTCOME_OK;
    case TES_FAILED:
        return OUTCOME_UNAVAILABLE;
    default:
        return OUTCOME_INVALID;
    }
}

/* Opens a response of that site, or a code for one, that has not expired. */
static enum outcome open_response(struct visit *visit, struct tes_slice sitekey,
                                  struct tes_slice response, struct redeemed *redeemed)
{
    char digits[CODE_DIGITS + 1];
    if (response.length == 0)
        return OUTCOME_MISSING_RESPONSE;
    enum outcome result = code_read(response, digits) ? code_open(visit, sitekey, digits, redeemed)
                                                      : open_token(visit, response, redeemed);
    if (result != OUTCOME_OK)
        return result;
    if (!tes_slice_equal(redeemed->claims.site, sitekey))
        return OUTCOME_INVALID;
    return visit->now_ms >= redeemed->claims.expires_at_ms ? OUTCOME_EXPIRED : OUTCOME_OK;
}

static enum outcome end_redeeming(struct visit *visit, struct redeemed *redeemed,
                                  enum outcome result)
{
    if (result == OUTCOME_UNPROVEN)
        fail_open_count(visit, FAIL_OPEN_VERIFY);
    redeemed->is_degraded = result == OUTCOME_UNPROVEN || redeemed->claims.unproven != 0;
    return result == OUTCOME_UNPROVEN || result == OUTCOME_REPEATED ? OUTCOME_OK : result;
}

enum outcome redeem_response(struct visit *visit, struct tes_slice sitekey,
                             struct tes_slice response, struct redeemed *redeemed)
{
    enum outcome result = open_response(visit, sitekey, response, redeemed);
    return result == OUTCOME_OK
               ? end_redeeming(visit, redeemed,
                               spend_token(visit, SPEND_RESPONSE, &redeemed->claims,
                                           pass_last_ms(&redeemed->claims)))
               : result;
}

enum outcome redeem_accepted(struct visit *visit, struct tes_slice sitekey,
                             struct tes_slice response, struct redeemed *redeemed)
{
    return redeem_as_owner(visit, sitekey, response, NULL, redeemed);
}

enum outcome redeem_as_owner(struct visit *visit, struct tes_slice sitekey,
                             struct tes_slice response, const uint8_t owner[LEDGER_OWNER_BYTES],
                             struct redeemed *redeemed)
{
    static const enum outcome RESULTS[] = {
        [ACCEPT_YES] = OUTCOME_OK,
        [ACCEPT_NO_STRENGTH] = OUTCOME_NO_STRENGTH,
        [ACCEPT_NO_TYPE] = OUTCOME_NO_TYPE,
        [ACCEPT_NO_ALTERNATIVE] = OUTCOME_NO_ALTERNATIVE,
        [ACCEPT_NO_ROUNDS] = OUTCOME_NO_ROUNDS,
    };
    const struct tes_claims *claims = &redeemed->claims;
    enum outcome result = open_response(visit, sitekey, response, redeemed);
    if (result == OUTCOME_EXPIRED && owner != NULL)
        return end_redeeming(
            visit, redeemed,
            spend_find_own(visit, SPEND_RESPONSE, claims, pass_last_ms(claims), owner));
    if (result == OUTCOME_OK)
        result = RESULTS[accepts_pass(visit, claims)];
    return result == OUTCOME_OK ? end_redeeming(visit, redeemed,
                                                spend_as_owner(visit, SPEND_RESPONSE, claims,
                                                               pass_last_ms(claims), owner))
                                : result;
}

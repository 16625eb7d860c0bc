#include "flow/issue/order.h"

#include <string.h>

#include "flow/spend.h"

struct tes_slice order_kind(void)
{
    return TES_SLICE("scene");
}

struct tes_slice order_seal(struct visit *visit, const struct order_terms *order)
{
    struct tes_claims claims = {
        .issued_at_ms = order->issued_at_ms,
        .expires_at_ms = order->expires_at_ms,
        .kind = order_kind(),
        .difficulty = (uint64_t)order->difficulty,
        .site = order->site,
        .user = order->user,
        .user_proven = 1,
        .session = order->session,
        .attempts = order->attempts,
    };
    memcpy(claims.id, order->id, sizeof claims.id);
    return issue_token(visit, TES_PURPOSE_ORDER, &claims);
}

bool order_open(struct visit *visit, struct tes_slice token, struct issue_order *issue)
{
    struct tes_claims claims;
    uint8_t *plain = tes_arena_alloc(visit->request->arena, TES_TOKEN_MAX);
    char *id = tes_arena_alloc(visit->request->arena, TES_ID_BYTES);
    if (plain == NULL || id == NULL ||
        tes_open(visit->sealer, TES_PURPOSE_ORDER, token.at, token.length, plain, &claims) !=
            TES_OK ||
        !tes_slice_equal(claims.site, issue->site) || visit->now_ms >= claims.expires_at_ms)
        return false;
    memcpy(id, claims.id, TES_ID_BYTES);
    if (issue->alternative.length == 0) /* those who can't see the picture may say so */
        issue->kind = claims.kind;
    issue->difficulty = (enum tes_difficulty)claims.difficulty;
    issue->user = claims.user;
    issue->is_user_proven = true;
    issue->session = claims.session;
    issue->order = (struct tes_slice){id, TES_ID_BYTES};
    issue->attempts = claims.attempts;
    issue->order_expires_at_ms = claims.expires_at_ms;
    return true;
}

enum outcome order_take_attempt(struct visit *visit, const struct tes_claims *claims)
{
    enum outcome result = OUTCOME_REPLAYED;
    if (claims->order.length != TES_ID_BYTES)
        return OUTCOME_OK;
    /* Each answer is a number of the order's that nobody has taken before. */
    for (uint64_t attempt = 1; attempt <= claims->attempts && result == OUTCOME_REPLAYED;
         attempt++) {
        struct tes_claims slot = {.issued_at_ms = claims->issued_at_ms};
        memcpy(slot.id, claims->order.at, sizeof slot.id);
        slot.id[0] = (uint8_t)(slot.id[0] ^ attempt);
        result =
            spend_token(visit, SPEND_ORDER, &slot, claims->order_expires_at_ms + ORDER_MEMORY_MS);
    }
    return result == OUTCOME_REPLAYED ? OUTCOME_FORBIDDEN : result;
}

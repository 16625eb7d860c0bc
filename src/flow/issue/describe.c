#include "flow/issue/describe.h"

#include "base/codec.h"
#include "challenge/kind.h"
#include "flow/issue/alternative.h"
#include "flow/issue/fallback.h"
#include "server/words/words.h"

static void write_challenge(struct visit *visit, struct reply_json *body,
                            const struct issue_order *order, const struct issued *issued)
{
    const struct alternative_for who = {order->language, &issued->challenge,
                                        issued->challenge.view.animation_ms == 0};
    struct tes_json *json = &body->json;
    uint64_t now_ms = visit->now_ms;
    char id[TES_ID_BYTES * 2 + 1];
    struct tes_buf id_text = tes_buf_on(id, sizeof id);
    const struct tes_claims *claims = &issued->claims;
    tes_hex_encode(&id_text, claims->id, sizeof claims->id);
    tes_json_string(json, "id", tes_buf_done(&id_text));
    const struct words *words = words_for(order->language);
    const struct tes_instruction_words asked = words_ask(words);
    tes_json_string(json, "lang", words->tag);
    tes_kind_describe(&issued->challenge,
                      &(struct tes_kind_told){.src = issued->media, .words = &asked}, json);
    reply_json_moment(body, "issuedAt", claims->issued_at_ms);
    reply_json_moment(body, "expiresAt", claims->expires_at_ms);
    tes_json_string(json, "token", issued->token);
    tes_json_number(json, "submitAfterMs",
                    claims->not_before_ms > now_ms ? (int64_t)(claims->not_before_ms - now_ms) : 0);
    tes_json_number(json, "round", (int64_t)claims->round);
    tes_json_number(json, "rounds", claims->rounds_most > 1 ? (int64_t)claims->rounds_most : 1);
    work_write(json, claims, &issued->task);
    const char *theme = visit->site->policy.theme;
    if (*theme != '\0')
        tes_json_string(json, "theme", tes_slice_of(theme));
    alternative_write_offered(visit, json, &who);
}

static void write_fallback(struct visit *visit, struct reply_json *body,
                           const struct issue_order *order, const struct issued *issued,
                           bool is_constrained)
{
    struct fallback_who who = fallback_who_ordered(order);
    struct fallback_offer offer = {.reason = fallback_due(visit, &who),
                                   .site = order->site,
                                   .language = order->language,
                                   .difficulty = order->difficulty,
                                   .is_still = issued->challenge.view.animation_ms == 0};
    if (offer.reason == FALLBACK_NONE && is_constrained)
        offer.reason = FALLBACK_DEVICE;
    fallback_write(visit, &body->json, &offer);
}

void describe_challenge(struct visit *visit, struct reply_json *body,
                        const struct issue_order *order, const struct issued *issued,
                        bool is_constrained)
{
    write_challenge(visit, body, order, issued);
    write_fallback(visit, body, order, issued, is_constrained);
    reply_truth(visit, &issued->challenge);
}

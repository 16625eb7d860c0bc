#include "flow/answer/clearance.h"

#include "flow/issue/issue.h"

#define COOKIE_NAME "tessera_pass"
#define COOKIES_MAX 16 /* of that name are looked at; each costs some microseconds */

static bool is_current(struct visit *visit, const struct tes_claims *claims)
{
    return visit->now_ms < claims->expires_at_ms &&
           tes_slice_equal(claims->ip_bucket, visit->bucket);
}

bool clearance_read_ticket(struct visit *visit, struct clearance_ticket *ticket)
{
    struct tes_slice text = http_request_parameter(visit->request, TES_SLICE("ticket"));
    enum tes_status status = text.length == 0
                                 ? TES_FORGED
                                 : tes_open(visit->sealer, TES_PURPOSE_TICKET, text.at, text.length,
                                            ticket->plain, &ticket->claims);
    ticket->valid = status == TES_OK && is_current(visit, &ticket->claims);
    return status != TES_FAILED;
}

bool clearance_give(struct visit *visit)
{
    struct tes_claims claims = {
        .issued_at_ms = visit->now_ms,
        .expires_at_ms = visit->now_ms + (uint64_t)visit->config->gate_cookie_lifetime_s * 1000,
        .ip_bucket = visit->bucket,
    };
    if (!issue_id(visit, &claims))
        return false;
    struct tes_slice token = issue_token(visit, TES_PURPOSE_COOKIE, &claims);
    struct tes_buf cookie = tes_arena_buf(visit->request->arena, TES_TOKEN_MAX + 128);
    tes_buf_text(&cookie, COOKIE_NAME "=");
    tes_buf_slice(&cookie, token);
    tes_buf_text(&cookie, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=");
    tes_buf_number(&cookie, visit->config->gate_cookie_lifetime_s);
    if (visit->https)
        tes_buf_text(&cookie, "; Secure");
    if (token.at == NULL || cookie.failed)
        return false;
    http_reply_header(visit->reply, "Set-Cookie", tes_buf_done(&cookie));
    return true;
}

bool clearance_has(struct visit *visit)
{
    struct http_cookies cookies = {.request = visit->request, .name = TES_SLICE(COOKIE_NAME)};
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    for (unsigned i = 0; i < COOKIES_MAX; i++) {
        struct tes_slice cookie = http_cookies_next(&cookies);
        if (cookie.at == NULL)
            return false;
        if (tes_open(visit->sealer, TES_PURPOSE_COOKIE, cookie.at, cookie.length, plain, &claims) ==
                TES_OK &&
            is_current(visit, &claims))
            return true;
    }
    return false;
}

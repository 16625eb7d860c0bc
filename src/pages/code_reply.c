#include "pages/code_reply.h"

#include "flow/answer/code.h"
#include "pages/html/code_page.h"
#include "pages/html/page.h"
#include "server/app/budget.h"
#include "server/app/reply.h"

#define LINK_MAX ((size_t)2 * TES_TOKEN_MAX)

static const struct tes_slice NO_LINK = {NULL, 0};

/* Tells why there is no code; true where there is one. */
static bool reply_unless_made(struct visit *visit, const struct tes_claims *pass,
                              char digits[CODE_DIGITS + 1])
{
    enum code_result result = code_make(visit, pass, digits);
    if (result == CODE_FULL)
        metrics_count(visit->app->metrics, METRICS_CODES_FULL);
    if (result != CODE_DONE)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    return result == CODE_DONE;
}

void code_reply_first(struct visit *visit, const struct scriptless *page, struct tes_claims *pass)
{
    char digits[CODE_DIGITS + 1];
    pass->issued_at_ms = visit->now_ms;
    pass->expires_at_ms = visit->now_ms + (uint64_t)visit->config->response_code_lifetime_s * 1000;
    pass->renew_until_ms = 0;
    pass->key_id = 0;
    if (!budget_take(visit, BUDGET_CODE) || !reply_unless_made(visit, pass, digits))
        return;
    const struct tes_claims shown = {
        .issued_at_ms = pass->issued_at_ms,
        .expires_at_ms = pass->expires_at_ms,
        .ip_bucket = visit->bucket,
        .site = pass->site,
        .answer = {digits, CODE_DIGITS},
    };
    struct tes_slice token = issue_token(visit, TES_PURPOSE_CODE, &shown);
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_slice(&address, page->address);
    tes_buf_text(&address, "&code=");
    tes_buf_slice(&address, token);
    if (token.at == NULL || address.failed) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
        return;
    }
    visit->reply->status = 303;
    http_reply_header(visit->reply, "Location", tes_buf_done(&address));
    reply_no_store(visit->reply);
}

static void show_code(struct visit *visit, const char digits[CODE_DIGITS + 1],
                      uint64_t expires_at_ms)
{
    char text[CODE_CHARS + 1];
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    const struct words *words = language_of(visit->config, visit->request);
    code_write(digits, text);
    const struct code_page page = {
        .words = words,
        .theme = visit->site->policy.theme,
        .code = tes_slice_of(text),
        .seconds_left = (unsigned)((expires_at_ms - visit->now_ms) / 1000),
    };
    code_page_write(&html, &page);
    reply_page(visit->reply, 200, &html, words);
}

bool code_reply_again(struct visit *visit, const struct scriptless *page)
{
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("code"));
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    char digits[CODE_DIGITS + 1];
    if (token.length == 0)
        return false;
    enum tes_status status =
        tes_open(visit->sealer, TES_PURPOSE_CODE, token.at, token.length, plain, &claims);
    if (status == TES_FAILED)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    else if (status != TES_OK || !tes_slice_equal(claims.ip_bucket, visit->bucket) ||
             !tes_slice_equal(claims.site, page->site) || !code_read(claims.answer, digits))
        reply_message(visit, 403, MESSAGE_FORBIDDEN, page->address);
    else {
        budget_spare(visit);
        if (visit->now_ms >= claims.expires_at_ms)
            reply_message(visit, 403, MESSAGE_EXPIRED, page->address);
        else
            show_code(visit, digits, claims.expires_at_ms);
    }
    return true;
}

void code_reply_show(struct visit *visit, const struct tes_claims *pass)
{
    char digits[CODE_DIGITS + 1];
    if (reply_unless_made(visit, pass, digits))
        show_code(visit, digits, pass->expires_at_ms);
}

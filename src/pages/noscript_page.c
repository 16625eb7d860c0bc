/*
 * GET /recaptcha/api/fallback: what pages written for reCAPTCHA frame in their <noscript>, above a
 * field for what it hands out. In it is a link to the page with the challenge (form_page.c), which
 * opens in a window of its own: that one nobody may frame.
 */
#include "base/hostname.h"
#include "flow/issue/page_host.h"
#include "pages/html/message_page.h"
#include "pages/html/page.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LINK_MAX 512

/* The challenge's page, which is to know whose form it is about: from that page nobody is told
 * where its visitors come from. */
static struct tes_slice challenge_path(const struct visit *visit, struct tes_slice sitekey,
                                       const struct words *asked)
{
    char host[TES_HOSTNAME_MAX + 1];
    struct tes_buf path = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_text(&path, "/challenge?sitekey=");
    tes_buf_slice(&path, sitekey);
    if (tes_hostname_read(page_host(visit->request), host) == NULL && host[0] != '*') {
        tes_buf_text(&path, "&from=");
        tes_buf_text(&path, host);
    }
    if (asked != NULL) {
        tes_buf_text(&path, "&lang=");
        tes_buf_slice(&path, asked->tag);
    }
    return path.failed ? (struct tes_slice){NULL, 0} : tes_buf_done(&path);
}

void handle_noscript_page(struct visit *visit)
{
    struct tes_slice sitekey = http_request_parameter(visit->request, TES_SLICE("k"));
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    visit_set_site(visit, sitekey);
    if (!sites_is_known(visit->site)) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, (struct tes_slice){NULL, 0});
        return;
    }
    const struct words *asked = words_find(http_request_parameter(visit->request, TES_SLICE("hl")));
    const struct message_page page = {
        .message = MESSAGE_GET_CODE,
        .words = asked != NULL ? asked : language_of(visit->config, visit->request),
        .link_path = challenge_path(visit, sitekey, asked),
        .theme = visit->site->policy.theme,
        .opens_window = true,
    };
    if (page.link_path.at == NULL || message_page_write(&html, &page) != TES_OK)
        html.failed = true;
    reply_framed_page(visit->reply, &html, page.words);
}

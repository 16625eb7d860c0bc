/* The demo: the page at `/`, and the form on it, which is handled as a site's server would. */

#include "base/ascii.h"
#include "flow/answer/redeem.h"
#include "flow/issue/issue.h"
#include "http/message/form.h"
#include "pages/html/demo_page.h"
#include "pages/html/page.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

/* A host as it may stand in a page: letters, digits and what addresses are made of. */
static bool is_plain_host(struct tes_slice host)
{
    for (size_t i = 0; i < host.length; i++)
        if (!tes_ascii_is_alnum(host.at[i]) && host.at[i] != '.' && host.at[i] != '-' &&
            host.at[i] != ':' && host.at[i] != '[' && host.at[i] != ']')
            return false;
    return host.length > 0 && host.length <= 255;
}

void handle_demo_page(struct visit *visit)
{
    struct tes_arena *arena = visit->request->arena;
    struct tes_slice host = http_request_header(visit->request, TES_SLICE("host"));
    if (visit->app->study != NULL) {
        http_reply_header(visit->reply, "Location", TES_SLICE("/study"));
        visit->reply->status = 303;
        return;
    }
    if (!visit->config->demo) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, (struct tes_slice){NULL, 0});
        return;
    }
    struct tes_buf html = tes_arena_buf(arena, PAGE_MAX);
    struct tes_buf origin = tes_arena_buf(arena, 300);
    struct tes_buf puzzle = tes_arena_buf(arena, TES_TOKEN_MAX + 64);
    tes_buf_text(&origin, visit->https ? "https://" : "http://");
    tes_buf_slice(&origin, is_plain_host(host) ? host : TES_SLICE("localhost"));
    struct tes_slice ticket = issue_ticket(visit, TES_SLICE("/"));
    tes_buf_slice(&puzzle, TES_SLICE("/challenge/puzzle?ticket="));
    tes_buf_slice(&puzzle, ticket);
    if (ticket.at == NULL || puzzle.failed || origin.failed) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, (struct tes_slice){NULL, 0});
        return;
    }
    struct demo_page page = {
        .puzzle_path = tes_buf_done(&puzzle),
        .origin = tes_buf_done(&origin),
        .sitekey = TES_SLICE(DEMO_SITEKEY),
    };
    demo_page_write(&html, &page);
    reply_page(visit->reply, 200, &html, NULL);
}

static void redeem_demo(struct visit *visit, void *state)
{
    const struct tes_slice *response = state;
    struct redeemed redeemed;
    enum outcome result = redeem_response(visit, TES_SLICE(DEMO_SITEKEY), *response, &redeemed);
    if (result == OUTCOME_OK) /* whoever brings a pass has paid for it with an answer */
        budget_spare(visit);
    reply_message(visit, outcome_rows[result].redeemed.status,
                  outcome_rows[result].redeemed.message, TES_SLICE("/"));
}

void handle_demo_form(struct visit *visit)
{
    struct tes_arena *arena = visit->request->arena;
    struct tes_fields fields;
    struct tes_slice *response = tes_arena_alloc(arena, sizeof *response);
    const struct tes_slice home = TES_SLICE("/");
    if (!visit->config->demo) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, (struct tes_slice){NULL, 0});
        return;
    }
    enum tes_status read =
        http_body_read(arena, http_request_header(visit->request, TES_SLICE("content-type")),
                       visit->request->body, NULL, &fields);
    if (read == TES_NO_MEMORY || response == NULL) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, home);
        return;
    }
    if (read != TES_OK ||
        !tes_fields_text(&fields, TES_SLICE("tessera-response"), TES_TOKEN_MAX, response)) {
        reply_message(visit, 400, MESSAGE_DEMO_REFUSED, home);
        return;
    }
    visit_set_site(visit, TES_SLICE(DEMO_SITEKEY));
    redeem_go_on(visit, *response, redeem_demo, response);
}

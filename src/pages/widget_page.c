/*
 * GET /widget and /widget/: the page that a site frames, as mCaptcha's sites do, and that the
 * widget opens in a window of its own where its frame has no room for a challenge. Others may frame
 * it, as they may noscript_page.c's and nothing else: SECURITY.md has what that gives to whom.
 */
#include "flow/answer/test_keys.h"
#include "flow/issue/page_host.h"
#include "pages/html/page.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

static bool is_key(struct tes_slice text)
{
    return tes_slice_is_word(text) && text.length > 0 && text.length <= TEST_KEYS_SITEKEY_MAX;
}

void handle_widget_page(struct visit *visit)
{
    const struct words *words = language_of(visit->config, visit->request);
    struct tes_slice sitekey = http_request_parameter(visit->request, TES_SLICE("sitekey"));
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    if (!is_key(sitekey)) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, (struct tes_slice){NULL, 0});
        return;
    }
    visit_set_site(visit, sitekey);
    /* Who frames the page, or opened it. A frame of ours that opens it has been told, and hands
     * that on: pages of ours say to nobody where they are. */
    struct tes_slice frame = http_request_parameter(visit->request, TES_SLICE("frame"));
    struct tes_slice seal = page_host_seal(visit, sitekey, page_host_framed(visit, sitekey, frame));
    if (seal.at == NULL) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, (struct tes_slice){NULL, 0});
        return;
    }
    const struct template_value values[] = {
        template_text("tag", words->tag),
        template_text("sitekey", sitekey),
        template_text("seal", seal),
        template_text("theme", tes_slice_of(visit->site->policy.theme)),
    };
    page_write(&html, &(struct page){.template_path = "pages/framed.html",
                                     .words = words,
                                     .is_bare = true,
                                     .values = TEMPLATE_SCOPE(values)});
    reply_framed_page(visit->reply, &html, words);
}

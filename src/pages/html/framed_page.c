#include "pages/html/framed_page.h"

#include "server/assets/assets.h"

enum tes_status framed_page_write(struct tes_buf *html, const struct framed_page *page)
{
    const struct asset *asset = asset_find(TES_SLICE("pages/framed.html"));
    if (asset == NULL) {
        html->failed = true;
        return TES_FAILED;
    }
    const struct template_slot slots[] = {
        {.name = "lang", .text = page->words->lang},
        {.name = "dir", .text = page->words->direction},
        {.name = "tag", .text = page->words->tag},
        {.name = "sitekey", .text = page->sitekey},
        {.name = "seal", .text = page->seal},
        {.name = "theme", .text = page->theme},
    };
    return template_render(asset->bytes, slots, sizeof slots / sizeof *slots, html);
}

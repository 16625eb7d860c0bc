#include "pages/html/framed_page.h"

enum tes_status framed_page_write(struct tes_buf *html, const struct framed_page *page)
{
    const struct template_value values[] = {
        template_text("tag", page->words->tag),
        template_text("sitekey", page->sitekey),
        template_text("seal", page->seal),
        template_text("theme", page->theme),
    };
    return page_write(html, &(struct page){.template_path = "pages/framed.html",
                                           .words = page->words,
                                           .is_bare = true,
                                           .values = TEMPLATE_SCOPE(values)});
}

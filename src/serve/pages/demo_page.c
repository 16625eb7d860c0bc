#include "serve/pages/demo_page.h"

#include "serve/pages/page.h"

enum tes_status demo_page_write(struct tes_buf *html, const struct demo_page *page)
{
    const struct template_slot slots[] = {
        {.name = "puzzle_path", .text = page->puzzle_path},
        {.name = "origin", .text = page->origin},
        {.name = "sitekey", .text = page->sitekey},
    };
    return page_write(html, &(struct page){.template_path = "pages/demo.html",
                                           .title = "Human verification you host yourself",
                                           .indexed = true,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

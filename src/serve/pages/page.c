#include "serve/pages/page.h"

#include "serve/assets/assets.h"

/* A page and the text of its template, while the layout is rendered around it. */
struct content {
    const struct page *page;
    struct tes_slice text;
};

static void write_content(struct tes_buf *html, const void *context)
{
    const struct content *content = context;
    const struct page *page = content->page;
    if (template_render(content->text, page->slots, page->slot_count, html) != TES_OK)
        html->failed = true; /* where the layout's rendering finds it */
}

enum tes_status page_write(struct tes_buf *html, const struct page *page)
{
    const struct asset *layout = asset_find(TES_SLICE("pages/layout.html"));
    const struct asset *inner = asset_find(tes_slice_of(page->template_path));
    if (layout == NULL || inner == NULL) {
        html->failed = true;
        return TES_FAILED;
    }
    const struct content content = {page, inner->bytes};
    const struct template_slot slots[] = {
        {.name = "title", .text = tes_slice_of(page->title)},
        {.name = "robots", .text = page->indexed ? TES_SLICE("all") : TES_SLICE("noindex")},
        {.name = "content", .write = write_content, .context = &content},
    };
    return template_render(layout->bytes, slots, sizeof slots / sizeof *slots, html);
}

bool page_is_local_path(struct tes_slice path)
{
    if (!tes_slice_starts(path, TES_SLICE("/")) || tes_slice_starts(path, TES_SLICE("//")) ||
        tes_slice_starts(path, TES_SLICE("/\\")))
        return false;
    for (size_t i = 0; i < path.length; i++)
        if ((unsigned char)path.at[i] < 0x20 || path.at[i] == 0x7f)
            return false;
    return true;
}

#include "serve/pages/page.h"

#include "serve/assets.h"

static enum tes_status write_template(struct tes_buf *html, const char *path,
                                      const struct template_slot *slots, size_t slot_count)
{
    const struct asset *asset = asset_find(tes_slice_of(path));
    if (asset == NULL) {
        html->failed = true;
        return TES_FAILED;
    }
    return template_render(asset->bytes, slots, slot_count, html);
}

static void write_content(struct tes_buf *html, const void *context)
{
    const struct page *page = context;
    /* A failure stays in the buffer, and page_write() looks there. */
    (void)write_template(html, page->template_path, page->slots, page->slot_count);
}

enum tes_status page_write(struct tes_buf *html, const struct page *page)
{
    const struct template_slot slots[] = {
        {.name = "title", .text = tes_slice_of(page->title)},
        {.name = "robots", .text = page->indexed ? TES_SLICE("all") : TES_SLICE("noindex")},
        {.name = "content", .write = write_content, .context = page},
    };
    return write_template(html, "pages/layout.html", slots, sizeof slots / sizeof *slots);
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

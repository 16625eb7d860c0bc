#include "serve/pages/message_page.h"

#include "serve/pages/page.h"

struct row {
    const char *tone, *title, *heading, *detail, *link;
};

static const struct row rows[MESSAGE_COUNT] = {
#define MESSAGE(name, tone, title, heading, detail, link)                                          \
    [MESSAGE_##name] = {tone, title, heading, detail, link},
#include "serve/pages/messages.def"
#undef MESSAGE
};

static void write_link(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    const char *words = rows[page->message].link;
    if (words[0] == '\0' || !page_is_local_path(page->link_path))
        return;
    tes_buf_text(html, "<a class=\"button\" id=\"way-on\" href=\"");
    template_escape(html, page->link_path);
    tes_buf_text(html, "\">");
    template_escape(html, tes_slice_of(words));
    tes_buf_text(html, "</a>");
}

enum tes_status message_page_write(struct tes_buf *html, const struct message_page *page)
{
    const struct row *row = &rows[page->message];
    const struct template_slot slots[] = {
        {.name = "tone", .text = tes_slice_of(row->tone)},
        {.name = "heading", .text = tes_slice_of(row->heading)},
        {.name = "detail", .text = tes_slice_of(row->detail)},
        {.name = "link", .write = write_link, .context = page},
    };
    return page_write(html, &(struct page){.template_path = "pages/message.html",
                                           .title = row->title,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

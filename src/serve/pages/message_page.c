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

static void write_code(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    if (page->code.length == 0)
        return;
    tes_buf_text(html, "<p class=\"code\">The number to quote if you ask<output id=\"code\">");
    template_escape(html, page->code);
    tes_buf_text(html, "</output></p>");
}

static void write_wait(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    if (page->wait_s == 0)
        return;
    tes_buf_text(html, "<p class=\"code\">It takes<output id=\"wait\">");
    tes_buf_number(html, page->wait_s);
    tes_buf_text(html, page->wait_s == 1 ? " second" : " seconds");
    tes_buf_text(html, "</output></p>");
}

static void write_review(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    if (page->review.length == 0)
        return;
    tes_buf_text(html, "<form class=\"other\" method=\"post\" action=\"/challenge/review\">"
                       "<p>Is this hard to do? Somebody can look at it.</p>"
                       "<input type=\"hidden\" name=\"review\" value=\"");
    template_escape(html, page->review);
    tes_buf_text(html, "\"><button class=\"button quiet\" id=\"ask\">Ask a person</button></form>");
}

enum tes_status message_page_write(struct tes_buf *html, const struct message_page *page)
{
    const struct row *row = &rows[page->message];
    const struct template_slot slots[] = {
        {.name = "tone", .text = tes_slice_of(row->tone)},
        {.name = "heading", .text = tes_slice_of(row->heading)},
        {.name = "detail", .text = tes_slice_of(row->detail)},
        {.name = "link", .write = write_link, .context = page},
        {.name = "code", .write = write_code, .context = page},
        {.name = "wait", .write = write_wait, .context = page},
        {.name = "review", .write = write_review, .context = page},
    };
    return page_write(html, &(struct page){.template_path = "pages/message.html",
                                           .title = row->title,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

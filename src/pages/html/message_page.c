#include "pages/html/message_page.h"

#include "pages/html/page.h"

enum { WORD_NONE = WORD_COUNT };

static const struct row {
    const char *tone;
    enum word heading, detail, link;
    const char *demo_heading, *demo_detail, *demo_link; /* in place of these, in English */
} ROWS[MESSAGE_COUNT] = {
#define MESSAGE(name, tone, heading, detail, link)                                                 \
    [MESSAGE_##                                                                                    \
        name] = {tone, WORD_##heading, WORD_##detail, (enum word)WORD_##link, NULL, NULL, NULL},
#define MESSAGE_OF_DEMO(name, tone, heading, detail, link)                                         \
    [MESSAGE_##name] = {                                                                           \
        tone, (enum word)WORD_NONE, (enum word)WORD_NONE, (enum word)WORD_NONE, heading, detail,   \
        link},
#include "pages/html/messages.def"
#undef MESSAGE
#undef MESSAGE_OF_DEMO
};

bool message_page_is_english(enum message message)
{
    return ROWS[message].demo_heading != NULL;
}

/* The words of a row: those of its own, or a line of the language; empty where it has none. */
static struct tes_slice words_of(const struct message_page *page, const char *own, enum word word)
{
    if (own != NULL)
        return tes_slice_of(own);
    return word < WORD_COUNT ? words_say(page->words, word) : (struct tes_slice){NULL, 0};
}

static void write_link(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    const struct row *row = &ROWS[page->message];
    struct tes_slice words = words_of(page, row->demo_link, row->link);
    if (words.length == 0 || !page_is_local_path(page->link_path))
        return;
    tes_buf_text(html, "<a class=\"button\" id=\"way-on\" href=\"");
    template_escape(html, page->link_path);
    tes_buf_text(html, page->opens_window ? "\" target=\"_blank\" rel=\"noopener\">" : "\">");
    template_escape(html, words);
    tes_buf_text(html, "</a>");
}

static void write_code(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    if (page->code.length == 0)
        return;
    tes_buf_text(html, "<p class=\"code\">");
    template_escape(html, words_say(page->words, WORD_PAGE_NUMBER));
    tes_buf_text(html, "<output id=\"code\">");
    template_escape(html, page->code);
    tes_buf_text(html, "</output></p>");
}

static void write_wait(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    const struct tes_hole seconds = {.name = "n", .number = page->wait_s};
    if (page->wait_s == 0)
        return;
    tes_buf_text(html, "<p class=\"code\"><output id=\"wait\">");
    page_say(html, page->words, WORD_PAGE_WAIT, &seconds, 1);
    tes_buf_text(html, "</output></p>");
}

static void write_review(struct tes_buf *html, const void *context)
{
    const struct message_page *page = context;
    if (page->review.length == 0)
        return;
    tes_buf_text(html, "<form class=\"other\" method=\"post\" action=\"");
    template_escape(html, page->review_path);
    tes_buf_text(html, "\"><p>");
    template_escape(html, words_say(page->words, WORD_WAY_REVIEW_NOTE));
    tes_buf_text(html, "</p><input type=\"hidden\" name=\"review\" value=\"");
    template_escape(html, page->review);
    tes_buf_text(html, "\"><button class=\"button quiet\" id=\"ask\">");
    template_escape(html, words_say(page->words, WORD_PAGE_ASK_PERSON));
    tes_buf_text(html, "</button></form>");
}

enum tes_status message_page_write(struct tes_buf *html, const struct message_page *page)
{
    const struct row *row = &ROWS[page->message];
    struct message_page shown = *page;
    if (page->words == NULL || message_page_is_english(page->message))
        shown.words = words_all;
    const struct page_turn turn = {.words = shown.words, .ways = shown.ways};
    const struct tes_slice heading = words_of(&shown, row->demo_heading, row->heading);
    const struct template_slot slots[] = {
        {.name = "tone", .text = tes_slice_of(row->tone)},
        {.name = "heading", .text = heading},
        {.name = "detail", .text = words_of(&shown, row->demo_detail, row->detail)},
        {.name = "link", .write = write_link, .context = &shown},
        {.name = "code", .write = write_code, .context = &shown},
        {.name = "wait", .write = write_wait, .context = &shown},
        {.name = "review", .write = write_review, .context = &shown},
        {.name = "ways", .write = page_turn_write_ways, .context = &turn},
    };
    return page_write(html, &(struct page){.template_path = "pages/message.html",
                                           .title = heading,
                                           .words = shown.words,
                                           .theme = shown.theme,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

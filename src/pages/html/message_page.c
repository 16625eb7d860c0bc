#include "pages/html/message_page.h"

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
static struct tes_slice words_of(const struct words *words, const char *own, enum word word)
{
    if (own != NULL)
        return tes_slice_of(own);
    return word < WORD_COUNT ? words_say(words, word) : (struct tes_slice){NULL, 0};
}

enum tes_status message_page_write(struct tes_buf *html, const struct message_page *page)
{
    const struct row *row = &ROWS[page->message];
    const struct words *words = page->words;
    if (words == NULL || message_page_is_english(page->message))
        words = words_all;
    const struct page_turn turn = {.ways = page->ways};
    const struct tes_slice heading = words_of(words, row->demo_heading, row->heading);
    const struct tes_slice link = words_of(words, row->demo_link, row->link);
    const struct template_line wait = {WORD_PAGE_WAIT, {{.name = "n", .number = page->wait_s}}};
    bool has_link = link.length > 0 && page_is_local_path(page->link_path);
    const struct template_value values[] = {
        template_text("title", heading),
        template_text("tone", tes_slice_of(row->tone)),
        template_text("heading", heading),
        template_text("detail", words_of(words, row->demo_detail, row->detail)),
        template_number("has_link", has_link),
        template_text("link", link),
        template_text("link_path", page->link_path),
        template_number("opens_window", page->opens_window),
        template_text("code", page->code),
        template_number("has_wait", page->wait_s > 0),
        template_line("wait", wait),
        template_text("review", page->review),
        template_text("review_path", page->review_path),
    };
    return page_write(html, &(struct page){.template_path = "pages/message.html",
                                           .words = words,
                                           .theme = page->theme,
                                           .turn = &turn,
                                           .values = TEMPLATE_SCOPE(values)});
}

#include "pages/html/code_page.h"

#include "pages/html/page.h"

static void write_time(struct tes_buf *html, const void *context)
{
    const struct code_page *page = context;
    const struct tes_hole minutes = {.name = "n", .number = (page->seconds_left + 59) / 60};
    page_say(html, page->words, WORD_PAGE_CODE_TIME, &minutes, 1);
}

/* One sign after the other, for screen readers, which would try to read it as words. */
static void write_spelled(struct tes_buf *html, const void *context)
{
    const struct code_page *page = context;
    for (size_t i = 0; i < page->code.length; i++) {
        const struct tes_slice sign = {page->code.at + i, 1};
        if (page->code.at[i] == '-') {
            tes_buf_text(html, ", ");
            continue;
        }
        if (i > 0 && page->code.at[i - 1] != '-')
            tes_buf_char(html, ' ');
        template_escape(html, sign);
    }
}

enum tes_status code_page_write(struct tes_buf *html, const struct code_page *given)
{
    struct code_page page = *given;
    if (page.words == NULL)
        page.words = words_all;
    const struct template_slot slots[] = {
        {.name = "code", .text = page.code},
        {.name = "spelled", .write = write_spelled, .context = &page},
        {.name = "time", .write = write_time, .context = &page},
    };
    return page_write(html, &(struct page){.template_path = "pages/code.html",
                                           .title = words_say(page.words, WORD_PAGE_CODE),
                                           .words = page.words,
                                           .theme = page.theme,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

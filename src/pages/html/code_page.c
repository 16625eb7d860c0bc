#include "pages/html/code_page.h"

#include "pages/html/page.h"

enum { SPELLED_MAX = 128 };

/* One sign after the other, for screen readers, which would try to read it as words. */
static void spell_code(struct tes_buf *text, struct tes_slice code)
{
    for (size_t i = 0; i < code.length; i++) {
        if (code.at[i] == '-') {
            tes_buf_text(text, ", ");
            continue;
        }
        if (i > 0 && code.at[i - 1] != '-')
            tes_buf_char(text, ' ');
        tes_buf_char(text, code.at[i]);
    }
}

enum tes_status code_page_write(struct tes_buf *html, const struct code_page *page)
{
    char memory[SPELLED_MAX];
    struct tes_buf spelled = tes_buf_on(memory, sizeof memory);
    spell_code(&spelled, page->code);
    html->failed = html->failed || spelled.failed;
    const struct template_line time = {WORD_PAGE_CODE_TIME,
                                       {{.name = "n", .number = (page->seconds_left + 59) / 60}}};
    const struct template_value values[] = {
        template_line("title", (struct template_line){.word = WORD_PAGE_CODE}),
        template_text("code", page->code),
        template_text("spelled", tes_buf_done(&spelled)),
        template_line("time", time),
    };
    return page_write(html, &(struct page){.template_path = "pages/code.html",
                                           .words = page->words,
                                           .theme = page->theme,
                                           .values = TEMPLATE_SCOPE(values)});
}

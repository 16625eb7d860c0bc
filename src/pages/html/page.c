#include "pages/html/page.h"

#include <string.h>

#include "server/assets/assets.h"

enum { OWN_SLOTS_MAX = 32, LINE_MAX = 2048 };

/* A page and the text of its template, while the layout is rendered around it. */
struct content {
    const struct page *page;
    const struct words *words;
    struct tes_slice text;
};

/* The page's own slots go before those of the words. */
static void write_content(struct tes_buf *html, const void *context)
{
    const struct content *content = context;
    const struct page *page = content->page;
    struct template_slot slots[OWN_SLOTS_MAX + WORD_COUNT];
    size_t count = 0;
    html->failed = html->failed || page->slot_count > OWN_SLOTS_MAX;
    for (size_t i = 0; i < page->slot_count && i < OWN_SLOTS_MAX; i++)
        slots[count++] = page->slots[i];
    for (size_t i = 0; i < WORD_COUNT; i++)
        slots[count++] = (struct template_slot){.name = words_keys[i],
                                                .text = words_say(content->words, (enum word)i)};
    if (template_render(content->text, slots, count, html) != TES_OK)
        html->failed = true; /* where the layout's rendering finds it */
}

static void write_theme(struct tes_buf *html, const void *context)
{
    const struct page *page = context;
    bool is_dark = page->theme != NULL && strcmp(page->theme, "dark") == 0;
    if (is_dark || (page->theme != NULL && strcmp(page->theme, "light") == 0))
        tes_buf_text(html, is_dark ? " data-theme=\"dark\"" : " data-theme=\"light\"");
}

enum tes_status page_write(struct tes_buf *html, const struct page *page)
{
    const struct asset *layout = asset_find(TES_SLICE("pages/layout.html"));
    const struct asset *inner = asset_find(tes_slice_of(page->template_path));
    if (layout == NULL || inner == NULL) {
        html->failed = true;
        return TES_FAILED;
    }
    const struct words *words = page->words != NULL ? page->words : words_all;
    const struct content content = {page, words, inner->bytes};
    const struct template_slot slots[] = {
        {.name = "lang", .text = words->lang},
        {.name = "dir", .text = words->direction},
        {.name = "theme", .write = write_theme, .context = page},
        {.name = "title", .text = page->title},
        {.name = "robots", .text = page->indexed ? TES_SLICE("all") : TES_SLICE("noindex")},
        {.name = "content", .write = write_content, .context = &content},
    };
    return template_render(layout->bytes, slots, sizeof slots / sizeof *slots, html);
}

void page_say(struct tes_buf *html, const struct words *words, enum word word,
              const struct tes_hole *holes, size_t count)
{
    char memory[LINE_MAX];
    struct tes_buf line = tes_buf_on(memory, sizeof memory);
    words_fill(words, word, holes, count, &line);
    html->failed = html->failed || line.failed;
    template_escape(html, tes_buf_done(&line));
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

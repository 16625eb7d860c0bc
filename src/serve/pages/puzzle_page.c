#include "serve/pages/puzzle_page.h"

#include "serve/pages/grid.h"
#include "serve/pages/legend.h"
#include "serve/pages/page.h"

enum { ROUND_MAX = 1024 };

static void write_grid(struct tes_buf *html, const void *context)
{
    grid_write(html, context);
}

static void write_pictures(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    legend_write_pictures(html, page->puzzle->transform_count);
}

static void write_cards(struct tes_buf *html, const void *context)
{
    legend_write_cards(html, context);
}

static void write_count(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    tes_buf_number(html, page->puzzle->transform_count);
}

static void write_seconds(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    tes_buf_number(html, page->seconds_left);
}

/* For those without a countdown. */
static void write_time(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    bool minutes = page->seconds_left >= 120;
    const struct tes_hole time = {.name = "n",
                                  .number = minutes ? page->seconds_left / 60 : page->seconds_left};
    page_say(html, page->words, minutes ? WORD_PAGE_MINUTES : WORD_PAGE_SECONDS, &time, 1);
}

/* Says that it is a further round, and nothing of how the one before went. Not escaped. */
static void say_round(const struct puzzle_page *page, struct tes_buf *text)
{
    const struct tes_hole holes[] = {{.name = "n", .number = page->round},
                                     {.name = "most", .number = page->rounds}};
    words_fill(page->words, WORD_PAGE_ONE_MORE, holes, sizeof holes / sizeof *holes, text);
}

static struct tes_slice title_of(const struct puzzle_page *page, char memory[ROUND_MAX])
{
    struct tes_buf title = tes_buf_on(memory, ROUND_MAX);
    if (page->round <= 1)
        return words_say(page->words, WORD_PAGE_PUZZLE);
    say_round(page, &title);
    return tes_buf_done(&title);
}

static void write_round(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    char memory[ROUND_MAX];
    if (page->round <= 1)
        return;
    tes_buf_text(html, "<p class=\"round\">");
    template_escape(html, title_of(page, memory));
    tes_buf_text(html, "</p>");
}

static void write_more_time(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    if (!page->extendable)
        return;
    tes_buf_text(html, "<button class=\"button quiet\" id=\"more-time\" name=\"more-time\" "
                       "value=\"1\" formnovalidate data-url=\"/v1/extend\">");
    template_escape(html, words_say(page->words, WORD_MORE_TIME));
    tes_buf_text(html, "</button>");
}

static enum tes_status write_in(struct tes_buf *html, const struct puzzle_page *page,
                                const struct words *words)
{
    const struct tes_puzzle *puzzle = page->puzzle;
    const unsigned count = puzzle->transform_count;
    const struct grid before = {"grid-before", WORD_BEFORE, words, puzzle->before};
    const struct grid after = {"grid-after", WORD_AFTER, words, puzzle->after};
    const struct grid start = {"grid-start", WORD_YOURS, words, puzzle->start};
    const struct grid preview = {"grid-preview", WORD_PREVIEW, words, NULL};
    const struct grid result = {"grid-result", WORD_RESULT, words, NULL};
    const struct legend first = {"first", words, count, page->first};
    const struct legend second = {"second", words, count, page->second};
    const struct template_slot slots[] = {
        {.name = "action", .text = page->action},
        {.name = "token", .text = page->token},
        {.name = "new_path", .text = page->new_path},
        {.name = "count", .write = write_count, .context = page},
        {.name = "seconds_left", .write = write_seconds, .context = page},
        {.name = "time", .write = write_time, .context = page},
        {.name = "round", .write = write_round, .context = page},
        {.name = "more_time", .write = write_more_time, .context = page},
        {.name = "pictures", .write = write_pictures, .context = page},
        {.name = "first", .write = write_cards, .context = &first},
        {.name = "second", .write = write_cards, .context = &second},
        {.name = "grid_before", .write = write_grid, .context = &before},
        {.name = "grid_after", .write = write_grid, .context = &after},
        {.name = "grid_start", .write = write_grid, .context = &start},
        {.name = "grid_preview", .write = write_grid, .context = &preview},
        {.name = "grid_result", .write = write_grid, .context = &result},
    };
    char memory[ROUND_MAX];
    return page_write(html, &(struct page){.template_path = "pages/puzzle.html",
                                           .title = title_of(page, memory),
                                           .words = words,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

enum tes_status puzzle_page_write(struct tes_buf *html, const struct puzzle_page *page)
{
    struct puzzle_page shown = *page;
    if (shown.words == NULL)
        shown.words = words_all;
    return write_in(html, &shown, shown.words);
}

#include "pages/html/puzzle_page.h"

#include "pages/html/grid.h"
#include "pages/html/legend.h"
#include "pages/html/page.h"

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

static void write_missing(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    if (turn->is_again)
        page_turn_write_missing(html, words_say(turn->words, WORD_MISSING_MOVES));
}

static void write_lacking(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    if (turn->is_again)
        tes_buf_text(html, " aria-describedby=\"missing\"");
}

/* A title is what a screen reader says first of a page that comes back. */
static struct tes_slice title_of(const struct page_turn *turn, char memory[ROUND_MAX])
{
    struct tes_buf title = tes_buf_on(memory, ROUND_MAX);
    if (turn->is_again)
        return words_say(turn->words, WORD_MISSING_MOVES);
    page_turn_say(turn, &title);
    return title.length > 0 ? tes_buf_done(&title) : words_say(turn->words, WORD_PAGE_PUZZLE);
}

static enum tes_status write_in(struct tes_buf *html, const struct puzzle_page *page,
                                const struct words *words)
{
    const struct tes_puzzle *puzzle = page->puzzle;
    const struct grid before = {"grid-before", WORD_BEFORE, words, puzzle->before};
    const struct grid after = {"grid-after", WORD_AFTER, words, puzzle->after};
    const struct grid start = {"grid-start", WORD_YOURS, words, puzzle->start};
    const struct grid preview = {"grid-preview", WORD_PREVIEW, words, NULL};
    const struct grid result = {"grid-result", WORD_RESULT, words, NULL};
    const struct legend first = {"first", words, puzzle->transform_count, page->first};
    const struct legend second = {"second", words, puzzle->transform_count, page->second};
    const struct template_slot slots[] = {
        {.name = "action", .text = page->action},
        {.name = "token", .text = page->token},
        {.name = "new_path", .text = page->new_path},
        {.name = "count", .write = write_count, .context = page},
        {.name = "seconds_left", .write = page_turn_write_seconds, .context = &page->turn},
        {.name = "time", .write = page_turn_write_time, .context = &page->turn},
        {.name = "round", .write = page_turn_write_round, .context = &page->turn},
        {.name = "more_time", .write = page_turn_write_more, .context = &page->turn},
        {.name = "missing", .write = write_missing, .context = &page->turn},
        {.name = "lacking", .write = write_lacking, .context = &page->turn},
        {.name = "ways", .write = page_turn_write_ways, .context = &page->turn},
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
                                           .title = title_of(&page->turn, memory),
                                           .words = words,
                                           .theme = page->turn.theme,
                                           .slots = slots,
                                           .slot_count = sizeof slots / sizeof *slots});
}

enum tes_status puzzle_page_write(struct tes_buf *html, const struct puzzle_page *page)
{
    struct puzzle_page shown = *page;
    if (shown.turn.words == NULL)
        shown.turn.words = words_all;
    return write_in(html, &shown, shown.turn.words);
}

#include "serve/pages/puzzle_page.h"

#include "serve/pages/grid.h"
#include "serve/pages/legend.h"
#include "serve/pages/page.h"

static void write_grid(struct tes_buf *html, const void *context)
{
    grid_write(html, context);
}

static void write_pictures(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    legend_write_pictures(html, page->puzzle->transform_count);
}

static void write_first(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    legend_write_cards(html, "first", page->puzzle->transform_count, page->first);
}

static void write_second(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    legend_write_cards(html, "second", page->puzzle->transform_count, page->second);
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

/* For those without a countdown: "5 minutes". */
static void write_time(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    bool minutes = page->seconds_left >= 120;
    tes_buf_number(html, minutes ? page->seconds_left / 60 : page->seconds_left);
    tes_buf_text(html, minutes ? " minutes" : " seconds");
}

/* Says that it is a further round, and nothing of how the one before went. */
static void write_round(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    if (page->round <= 1)
        return;
    tes_buf_text(html, "<p class=\"round\">One more, please: this is puzzle ");
    tes_buf_number(html, page->round);
    tes_buf_text(html, " of ");
    tes_buf_number(html, page->rounds);
    tes_buf_text(html, page->round < page->rounds ? " at most.</p>" : ".</p>");
}

static void write_more_time(struct tes_buf *html, const void *context)
{
    const struct puzzle_page *page = context;
    if (page->extendable)
        tes_buf_text(html, "<button class=\"button quiet\" id=\"more-time\" name=\"more-time\" "
                           "value=\"1\" formnovalidate data-url=\"/v1/extend\">More time</button>");
}

enum tes_status puzzle_page_write(struct tes_buf *html, const struct puzzle_page *page)
{
    const struct tes_puzzle *puzzle = page->puzzle;
    const struct grid before = {"grid-before", "Before", puzzle->before};
    const struct grid after = {"grid-after", "After", puzzle->after};
    const struct grid start = {"grid-start", "Your grid", puzzle->start};
    const struct grid preview = {"grid-preview", "Before, with your moves", NULL};
    const struct grid result = {"grid-result", "Your result", NULL};
    const struct template_slot slots[] = {
        {.name = "action", .text = page->action},
        {.name = "token", .text = page->token},
        {.name = "new_path", .text = page->new_path},
        {.name = "count", .write = write_count, .context = page},
        {.name = "seconds", .write = write_seconds, .context = page},
        {.name = "time", .write = write_time, .context = page},
        {.name = "round", .write = write_round, .context = page},
        {.name = "more_time", .write = write_more_time, .context = page},
        {.name = "pictures", .write = write_pictures, .context = page},
        {.name = "first", .write = write_first, .context = page},
        {.name = "second", .write = write_second, .context = page},
        {.name = "grid_before", .write = write_grid, .context = &before},
        {.name = "grid_after", .write = write_grid, .context = &after},
        {.name = "grid_start", .write = write_grid, .context = &start},
        {.name = "grid_preview", .write = write_grid, .context = &preview},
        {.name = "grid_result", .write = write_grid, .context = &result},
    };
    return page_write(html,
                      &(struct page){.template_path = "pages/puzzle.html",
                                     .title = page->round > 1 ? "One more, please" : "Grid puzzle",
                                     .slots = slots,
                                     .slot_count = sizeof slots / sizeof *slots});
}

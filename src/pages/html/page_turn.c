#include "pages/html/page_turn.h"

#include "pages/html/page.h"

enum { ROUND_MAX = 1024 };

void page_turn_say(const struct page_turn *turn, struct tes_buf *text)
{
    const struct tes_hole holes[] = {{.name = "n", .number = turn->round},
                                     {.name = "most", .number = turn->rounds}};
    if (turn->round > 1)
        words_fill(turn->words, WORD_NEXT_ROUND, holes, sizeof holes / sizeof *holes, text);
}

void page_turn_write_round(struct tes_buf *html, const void *context)
{
    char memory[ROUND_MAX];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    page_turn_say(context, &text);
    if (text.length == 0)
        return;
    tes_buf_text(html, "<p class=\"round\">");
    template_escape(html, tes_buf_done(&text));
    tes_buf_text(html, "</p>");
}

void page_turn_write_seconds(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    tes_buf_number(html, turn->seconds_left);
}

/* For those without a countdown. */
void page_turn_write_time(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    bool minutes = turn->seconds_left >= 120;
    const struct tes_hole time = {.name = "n",
                                  .number = minutes ? turn->seconds_left / 60 : turn->seconds_left};
    page_say(html, turn->words, minutes ? WORD_PAGE_MINUTES : WORD_PAGE_SECONDS, &time, 1);
}

void page_turn_write_more(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    if (!turn->extendable)
        return;
    tes_buf_text(html, "<button class=\"button quiet\" id=\"more-time\" name=\"more-time\" "
                       "value=\"1\" formnovalidate data-url=\"/v1/extend\">");
    template_escape(html, words_say(turn->words, WORD_MORE_TIME));
    tes_buf_text(html, "</button>");
}

static bool has_ways(const struct page_turn *turn)
{
    return turn->ways != NULL && turn->ways->count > 0;
}

void page_turn_write_ways(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    if (!has_ways(turn))
        return;
    tes_buf_text(html, "<nav class=\"ways\" aria-labelledby=\"ways\"><h2 id=\"ways\">");
    template_escape(html, words_say(turn->words, WORD_WAY_TITLE));
    tes_buf_text(html, "</h2><ul>");
    for (size_t i = 0; i < turn->ways->count; i++) {
        tes_buf_text(html, "<li><a href=\"");
        template_escape(html, turn->ways->items[i].path);
        tes_buf_text(html, "\">");
        template_escape(html, words_say(turn->words, turn->ways->items[i].word));
        tes_buf_text(html, "</a></li>");
    }
    tes_buf_text(html, "</ul></nav>");
}

void page_turn_write_skip(struct tes_buf *html, const void *context)
{
    const struct page_turn *turn = context;
    const struct tes_hole ways = {.name = "ways", .text = words_say(turn->words, WORD_WAY_TITLE)};
    if (!has_ways(turn))
        return;
    tes_buf_text(html, "<p class=\"skip\"><a href=\"#ways\">");
    page_say(html, turn->words, turn->is_heard ? WORD_WAY_TITLE : WORD_UNSEEN, &ways, 1);
    tes_buf_text(html, "</a></p>\n");
}

void page_turn_write_missing(struct tes_buf *html, struct tes_slice words)
{
    tes_buf_text(html, "<p class=\"missing\" id=\"missing\" role=\"alert\">");
    template_escape(html, words);
    tes_buf_text(html, "</p>\n");
}

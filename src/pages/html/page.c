#include "pages/html/page.h"

#include <string.h>

#include "server/assets/assets.h"

struct template_line page_round(const struct page_turn *turn)
{
    return (struct template_line){
        WORD_NEXT_ROUND,
        {{.name = "n", .number = turn->round}, {.name = "most", .number = turn->rounds}}};
}

/* For those without a countdown. */
static struct template_line time_left(const struct page_turn *turn)
{
    bool minutes = turn->seconds_left >= 120;
    return (struct template_line){
        minutes ? WORD_PAGE_MINUTES : WORD_PAGE_SECONDS,
        {{.name = "n", .number = minutes ? turn->seconds_left / 60 : turn->seconds_left}}};
}

static void add_ways(struct template *template, const void *context)
{
    const struct page_ways *ways = context;
    for (size_t i = 0; ways != NULL && i < ways->count; i++) {
        const struct template_value row[] = {
            template_text("path", ways->items[i].path),
            template_line("label", (struct template_line){.word = ways->items[i].word}),
        };
        template_row(template, TEMPLATE_SCOPE(row));
    }
}

static struct tes_slice theme_of(const struct page *page)
{
    bool is_known = page->theme != NULL &&
                    (strcmp(page->theme, "dark") == 0 || strcmp(page->theme, "light") == 0);
    return tes_slice_of(is_known ? page->theme : "");
}

enum tes_status page_write(struct tes_buf *html, const struct page *page)
{
    static const struct page_turn NO_TURN;
    const char *outer = page->is_bare ? page->template_path : "pages/layout.html";
    const struct asset *layout = asset_find(tes_slice_of(outer));
    const struct asset *content = asset_find(tes_slice_of(page->template_path));
    if (layout == NULL || content == NULL) {
        html->failed = true;
        return TES_FAILED;
    }
    const struct words *words = page->words != NULL ? page->words : words_all;
    const struct page_turn *turn = page->turn != NULL ? page->turn : &NO_TURN;
    const struct template_line skip = {
        turn->is_heard ? WORD_WAY_TITLE : WORD_UNSEEN,
        {{.name = "ways", .text = words_say(words, WORD_WAY_TITLE)}}};
    const struct template_value values[] = {
        template_text("lang", words->lang),
        template_text("dir", words->direction),
        template_text("theme", theme_of(page)),
        template_text("robots", page->indexed ? TES_SLICE("all") : TES_SLICE("noindex")),
        template_part("content", content->bytes),
        template_number("is_further", turn->round > 1),
        template_line("round", page_round(turn)),
        template_number("seconds_left", turn->seconds_left),
        template_line("time", time_left(turn)),
        template_number("extendable", turn->extendable),
        template_number("is_again", turn->is_again),
        template_number("has_ways", turn->ways != NULL && turn->ways->count > 0),
        template_rows("ways", add_ways, turn->ways),
        template_line("skip", skip),
    };
    const struct template_scope common = TEMPLATE_SCOPE(values);
    struct template_scope own = page->values;
    own.outer = &common;
    return template_render(layout->bytes, words, &own, html);
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

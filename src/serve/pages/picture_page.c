#include "serve/pages/picture_page.h"

#include "core/kind.h"
#include "serve/pages/page.h"

enum { OPTION_MAX = 128, LINE_MAX = 1024 };

/* Whether fields can be laid over the cells: where these fill the picture's width down to its end,
 * but for the pixels that are left when it is divided. */
static bool has_cells(const struct tes_view *view)
{
    const struct tes_area *cells = &view->cells;
    return cells->width > 0 && cells->x == 0 && cells->width + view->columns > view->width &&
           cells->y + cells->height + view->rows > view->height;
}

static void write_number(struct tes_buf *html, const char *before, unsigned number)
{
    tes_buf_text(html, before);
    tes_buf_number(html, number);
}

/* What an option is called: its word in the language, or where it is a cell its place. */
static void write_name(struct tes_buf *html, const struct picture_page *page, unsigned option)
{
    const struct tes_challenge *challenge = page->challenge;
    const struct tes_view *view = &challenge->view;
    const struct tes_ask_words words = words_ask(page->turn.words);
    char memory[OPTION_MAX + 1];
    struct tes_buf key = tes_buf_on(memory, OPTION_MAX);
    if (has_cells(view) || challenge->kind->option == NULL) {
        const struct tes_hole place[] = {{.name = "row", .number = option / view->columns + 1},
                                         {.name = "column", .number = option % view->columns + 1}};
        page_say(html, page->turn.words, WORD_CELL, place, sizeof place / sizeof *place);
        return;
    }
    challenge->kind->option(challenge, option, &key);
    memory[key.length] = '\0';
    struct tes_slice word = words.say(words.language, memory);
    template_escape(html, word.length > 0 ? word : tes_buf_done(&key));
}

static void write_field(struct tes_buf *html, const struct picture_page *page, unsigned option)
{
    bool is_one = page->challenge->view.select_max == 1;
    tes_buf_text(html, "<label><input type=\"");
    tes_buf_text(html, is_one ? "radio\" name=\"cell" : "checkbox\" name=\"cell-");
    if (!is_one)
        tes_buf_number(html, option);
    write_number(html, "\" value=\"", is_one ? option : 1);
    tes_buf_char(html, '"');
    if (page->chosen != NULL && option < PICTURE_CELLS_MAX && page->chosen->cells[option])
        tes_buf_text(html, " checked");
    /* A screen reader must not call what nobody has come to yet an error. */
    tes_buf_text(html, is_one ? " required aria-invalid=\"false\"><span>" : "><span>");
    write_name(html, page, option);
    tes_buf_text(html, "</span></label>");
}

static void write_options(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    const struct tes_view *view = &page->challenge->view;
    bool is_over = has_cells(view);
    if (is_over && view->cells.y > 0) { /* keeps free what is above the cells: no page has styles */
        write_number(html, "<svg class=\"above\" aria-hidden=\"true\" viewBox=\"0 0 ", view->width);
        write_number(html, " ", view->cells.y);
        tes_buf_text(html, "\"></svg>");
    }
    write_number(
        html, is_over ? "<div dir=\"ltr\" class=\"cells columns-" : "<div class=\"options columns-",
        view->columns);
    tes_buf_text(html, "\">");
    for (unsigned i = 0; i < view->count; i++)
        write_field(html, page, i);
    tes_buf_text(html, "</div>");
}

static void write_media(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    const struct tes_view *view = &page->challenge->view;
    if (view->is_heard) {
        tes_buf_text(html, "<audio controls preload=\"none\" aria-label=\"");
        template_escape(html, words_say(page->turn.words, WORD_WAY_AUDIO));
        tes_buf_text(html, "\" src=\"");
        template_escape(html, page->media);
        tes_buf_text(html, "?lang=");
        template_escape(html, page->turn.words->lang);
        tes_buf_text(html, "\"></audio>");
        return;
    }
    tes_buf_text(html, "<img id=\"picture\" src=\"");
    template_escape(html, page->media);
    write_number(html, "\" width=\"", view->width);
    write_number(html, "\" height=\"", view->height);
    tes_buf_text(html, "\" alt=\"");
    template_escape(html, words_say(page->turn.words, WORD_PICTURE));
    tes_buf_text(html, "\">");
}

/* How many are to be chosen, which is public, as the API tells it; or what an answer lacked. */
static void say_how_many(struct tes_buf *text, const struct picture_page *page, bool is_missing)
{
    const struct tes_view *view = &page->challenge->view;
    static const enum word WORDS[][2] = {
        {WORD_SELECT_ONE, WORD_MISSING_ONE},
        {WORD_SELECT_ANY, WORD_MISSING_ANY},
        {WORD_SELECT_SOME, WORD_MISSING_SOME},
    };
    unsigned row = view->select_max == 1 ? 0 : view->select_min != view->select_max ? 1 : 2;
    const struct tes_hole holes[] = {
        {.name = "n", .number = view->select_min},
        {.name = "chosen", .number = page->chosen != NULL ? page->chosen->count : 0}};
    words_fill(page->turn.words, WORDS[row][is_missing], holes, sizeof holes / sizeof *holes, text);
}

/* What a form lacked says it as well. */
static void write_hint(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    char memory[LINE_MAX];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    if (page->turn.is_again)
        return;
    say_how_many(&text, page, false);
    tes_buf_text(html, "<p class=\"hint\" id=\"hint\">");
    template_escape(html, tes_buf_done(&text));
    tes_buf_text(html, "</p>\n");
}

static void write_missing(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    char memory[LINE_MAX];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    say_how_many(&text, page, true);
    if (page->turn.is_again)
        page_turn_write_missing(html, tes_buf_done(&text));
}

/* A film plays once: the page, loaded again, plays it again. */
static void write_again(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    if (page->challenge->view.animation_ms == 0 || !page_is_local_path(page->again_path))
        return;
    tes_buf_text(html, "<a class=\"button quiet\" id=\"again\" href=\"");
    template_escape(html, page->again_path);
    tes_buf_text(html, "\">");
    template_escape(html, words_say(page->turn.words, WORD_PLAY_AGAIN));
    tes_buf_text(html, "</a>");
}

enum tes_status picture_page_write(struct tes_buf *html, const struct picture_page *given)
{
    struct picture_page page = *given;
    if (page.turn.words == NULL)
        page.turn.words = words_all;
    const struct tes_ask_words words = words_ask(page.turn.words);
    char memory[TES_INSTRUCTIONS_MAX];
    char line[LINE_MAX];
    struct tes_buf question = tes_buf_on(memory, sizeof memory);
    struct tes_buf missing = tes_buf_on(line, sizeof line);
    tes_kind_instructions(page.challenge, &words, &question);
    say_how_many(&missing, &page, true);
    const struct template_slot slots[] = {
        {.name = "action", .text = page.action},
        {.name = "token", .text = page.token},
        {.name = "question", .text = tes_buf_done(&question)},
        {.name = "shape",
         .text = tes_slice_of(has_cells(&page.challenge->view) ? "over" : "below")},
        {.name = "described", .text = tes_slice_of(page.turn.is_again ? "missing" : "hint")},
        {.name = "hint", .write = write_hint, .context = &page},
        {.name = "missing", .write = write_missing, .context = &page},
        {.name = "media", .write = write_media, .context = &page},
        {.name = "options", .write = write_options, .context = &page},
        {.name = "again", .write = write_again, .context = &page},
        {.name = "ways", .write = page_turn_write_ways, .context = &page.turn},
        {.name = "unseen", .write = page_turn_write_unseen, .context = &page.turn},
        {.name = "time", .write = page_turn_write_time, .context = &page.turn},
        {.name = "round", .write = page_turn_write_round, .context = &page.turn},
        {.name = "more_time", .write = page_turn_write_more, .context = &page.turn},
    };
    /* A title is what a screen reader says first of a page that comes back. */
    return page_write(
        html, &(struct page){.template_path = "pages/picture.html",
                             .title = tes_buf_done(page.turn.is_again ? &missing : &question),
                             .words = page.turn.words,
                             .theme = page.turn.theme,
                             .slots = slots,
                             .slot_count = sizeof slots / sizeof *slots});
}

#include "pages/html/picture_page.h"

#include "challenge/kind.h"
#include "pages/html/page.h"

enum { OPTION_MAX = 128, LINE_MAX = 1024 };

/* How what is chosen from stands to what is shown. */
enum layout {
    LAYOUT_OVER,  /* fields lie on the picture's cells */
    LAYOUT_NAMED, /* a film, and below it its cells, each with its name */
    LAYOUT_BELOW, /* words below a picture, or below something to listen to */
};

/* Whether fields can be laid over the cells: where these fill the picture's width down to its end,
 * but for the pixels that are left when it is divided. */
static bool has_cells(const struct tes_view *view)
{
    const struct tes_area *cells = &view->cells;
    return cells->width > 0 && cells->x == 0 && cells->width + view->columns > view->width &&
           cells->y + cells->height + view->rows > view->height;
}

static enum layout layout_of(const struct picture_page *page)
{
    const struct tes_view *view = &page->challenge->view;
    if (!has_cells(view))
        return LAYOUT_BELOW;
    return view->animation_ms > 0 ? LAYOUT_NAMED : LAYOUT_OVER;
}

static void write_number(struct tes_buf *html, const char *before, unsigned number)
{
    tes_buf_text(html, before);
    tes_buf_number(html, number);
}

static void write_words(struct tes_buf *html, const struct picture_page *page, enum word word)
{
    template_escape(html, words_say(page->turn.words, word));
}

/* What an option is called: its word in the language, or where it is a cell without one its place.
 */
static void write_name(struct tes_buf *html, const struct picture_page *page, unsigned option)
{
    const struct tes_challenge *challenge = page->challenge;
    const struct tes_view *view = &challenge->view;
    const struct tes_instruction_words words = words_ask(page->turn.words);
    char memory[OPTION_MAX + 1];
    struct tes_buf key = tes_buf_on(memory, OPTION_MAX);
    if (layout_of(page) == LAYOUT_OVER || challenge->kind->option == NULL) {
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

/* A part of the picture as it begins, which does not move. All parts are one picture, which is
 * fetched once. */
static void write_part(struct tes_buf *html, const struct picture_page *page, struct tes_area part)
{
    const struct tes_view *view = &page->challenge->view;
    write_number(html, "<svg aria-hidden=\"true\" viewBox=\"", part.x);
    write_number(html, " ", part.y);
    write_number(html, " ", part.width);
    write_number(html, " ", part.height);
    tes_buf_text(html, "\"><image href=\"");
    template_escape(html, page->media);
    write_number(html, "?still=1\" width=\"", view->width);
    write_number(html, "\" height=\"", view->height);
    tes_buf_text(html, "\"/></svg>");
}

static struct tes_area cell_of(const struct tes_view *view, unsigned option)
{
    unsigned width = view->cells.width / view->columns, height = view->cells.height / view->rows;
    return (struct tes_area){.x = view->cells.x + option % view->columns * width,
                             .y = view->cells.y + option / view->columns * height,
                             .width = width,
                             .height = height};
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
    tes_buf_text(html, is_one ? " required aria-invalid=\"false\">" : ">");
    if (layout_of(page) == LAYOUT_NAMED)
        write_part(html, page, cell_of(&page->challenge->view, option));
    tes_buf_text(html, "<span>");
    write_name(html, page, option);
    tes_buf_text(html, "</span></label>");
}

static void write_fields(struct tes_buf *html, const struct picture_page *page)
{
    for (unsigned i = 0; i < page->challenge->view.count; i++)
        write_field(html, page, i);
    tes_buf_text(html, "</div>");
}

static void write_image(struct tes_buf *html, const struct picture_page *page, const char *how)
{
    const struct tes_view *view = &page->challenge->view;
    tes_buf_text(html, "<img id=\"picture\"");
    tes_buf_text(html, how);
    tes_buf_text(html, " src=\"");
    template_escape(html, page->media);
    write_number(html, "\" width=\"", view->width);
    write_number(html, "\" height=\"", view->height);
    tes_buf_text(html, "\" alt=\"");
    write_words(html, page, WORD_PICTURE);
    tes_buf_text(html, "\">");
}

/* Starts and stops without a script: what is not shown does not move, and a film that plays once
 * begins when it is first seen. Browsers that run scripts don't fetch it before. */
static void write_film(struct tes_buf *html, const struct picture_page *page, unsigned height)
{
    const struct tes_area film = {.width = page->challenge->view.width, .height = height};
    tes_buf_text(html,
                 page->is_playing ? "<details class=\"film\" open>" : "<details class=\"film\">");
    tes_buf_text(html, "<summary>");
    write_part(html, page, film);
    tes_buf_text(html, "<span class=\"badge\"><svg class=\"icon\" viewBox=\"0 0 16 16\" "
                       "aria-hidden=\"true\"><path class=\"solid when-still\" d=\"M4 2v12l9-6Z\"/>"
                       "<path class=\"line when-moving\" d=\"M5 3v10M11 3v10\"/></svg>"
                       "<span class=\"when-still\">");
    write_words(html, page, WORD_PLAY_FILM);
    tes_buf_text(html, "</span><span class=\"when-moving\">");
    write_words(html, page, WORD_PAUSE);
    tes_buf_text(html, "</span></span></summary>");
    write_image(html, page, " loading=\"lazy\"");
    tes_buf_text(html, "</details>");
}

static void write_player(struct tes_buf *html, const struct picture_page *page, enum word name,
                         const char *more)
{
    tes_buf_text(html, "<audio controls preload=\"none\" aria-label=\"");
    write_words(html, page, name);
    tes_buf_text(html, "\" src=\"");
    template_escape(html, page->media);
    tes_buf_text(html, "?lang=");
    template_escape(html, page->turn.words->lang);
    tes_buf_text(html, more);
    tes_buf_text(html, "\"></audio>");
}

/* The slower one is a player of its own, behind one stop of Tab: browsers that have a button for
 * the speed keep it in a menu, and a player is several stops. */
static void write_sound(struct tes_buf *html, const struct picture_page *page)
{
    write_player(html, page, WORD_WAY_AUDIO, "");
    tes_buf_text(html, "<details class=\"slower\"><summary>");
    write_words(html, page, WORD_PLAY_SLOWER);
    tes_buf_text(html, "</summary>");
    write_player(html, page, WORD_PLAY_SLOWER, "&amp;pace=slow");
    tes_buf_text(html, "</details>");
}

static void write_over(struct tes_buf *html, const struct picture_page *page)
{
    const struct tes_view *view = &page->challenge->view;
    tes_buf_text(html, "<div class=\"room\"><div class=\"stack\">");
    write_image(html, page, "");
    tes_buf_text(html, "<div class=\"fields\">");
    if (view->cells.y > 0) { /* keeps free what is above the cells: no page has styles */
        write_number(html, "<svg class=\"above\" aria-hidden=\"true\" viewBox=\"0 0 ", view->width);
        write_number(html, " ", view->cells.y);
        tes_buf_text(html, "\"></svg>");
    }
    write_number(html, "<div dir=\"ltr\" class=\"cells columns-", view->columns);
    tes_buf_text(html, "\">");
    write_fields(html, page);
    tes_buf_text(html, "</div></div></div>");
}

static void write_named(struct tes_buf *html, const struct picture_page *page)
{
    write_film(html, page, page->challenge->view.cells.y);
    tes_buf_text(html, "<div class=\"options named\">");
    write_fields(html, page);
}

static void write_below(struct tes_buf *html, const struct picture_page *page)
{
    const struct tes_view *view = &page->challenge->view;
    if (view->is_heard)
        write_sound(html, page);
    else if (view->animation_ms > 0)
        write_film(html, page, view->height);
    else
        write_image(html, page, "");
    tes_buf_text(html, "<div class=\"options\">");
    write_fields(html, page);
}

static const struct {
    const char *name; /* a class of web/static/picture.css */
    void (*write)(struct tes_buf *html, const struct picture_page *page);
} LAYOUTS[] = {
    [LAYOUT_OVER] = {"over", write_over},
    [LAYOUT_NAMED] = {"named", write_named},
    [LAYOUT_BELOW] = {"below", write_below},
};

static void write_asked(struct tes_buf *html, const void *page)
{
    LAYOUTS[layout_of(page)].write(html, page);
}

/* Targets on a picture are as large as it is, and it is no wider than a phone. What is enlarged
 * stays so when the form comes back. */
static void write_enlarge(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    if (layout_of(page) != LAYOUT_OVER)
        return;
    tes_buf_text(html, "<p class=\"enlarge\"><label><input type=\"checkbox\" name=\"large\" "
                       "value=\"1\"");
    tes_buf_text(html, page->is_large ? " checked>" : ">");
    write_words(html, page, WORD_ENLARGE);
    tes_buf_text(html, "</label></p>\n");
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

/* A film that plays once plays again when the page is loaded again. That above cells has no end.
 */
static void write_again(struct tes_buf *html, const void *context)
{
    const struct picture_page *page = context;
    if (page->challenge->view.animation_ms == 0 || layout_of(page) != LAYOUT_BELOW ||
        !page_is_local_path(page->again_path))
        return;
    tes_buf_text(html, "<a class=\"button quiet\" id=\"again\" href=\"");
    template_escape(html, page->again_path);
    tes_buf_text(html, "\">");
    write_words(html, page, WORD_PLAY_AGAIN);
    tes_buf_text(html, "</a>");
}

enum tes_status picture_page_write(struct tes_buf *html, const struct picture_page *given)
{
    struct picture_page page = *given;
    if (page.turn.words == NULL)
        page.turn.words = words_all;
    page.turn.is_heard = page.challenge->view.is_heard;
    const struct tes_instruction_words words = words_ask(page.turn.words);
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
        {.name = "layout", .text = tes_slice_of(LAYOUTS[layout_of(&page)].name)},
        {.name = "described", .text = tes_slice_of(page.turn.is_again ? "missing" : "hint")},
        {.name = "hint", .write = write_hint, .context = &page},
        {.name = "missing", .write = write_missing, .context = &page},
        {.name = "enlarge", .write = write_enlarge, .context = &page},
        {.name = "asked", .write = write_asked, .context = &page},
        {.name = "again", .write = write_again, .context = &page},
        {.name = "ways", .write = page_turn_write_ways, .context = &page.turn},
        {.name = "skip", .write = page_turn_write_skip, .context = &page.turn},
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

#include "pages/html/picture_page.h"

#include "challenge/kind.h"

enum { OPTION_MAX = 128 };

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

static const struct words *words_of_page(const struct picture_page *page)
{
    return page->turn.words != NULL ? page->turn.words : words_all;
}

/* What an option is called: its word in the language, or where it is a cell without one its place.
 */
static struct template_value name_of(const struct picture_page *page, unsigned option,
                                     struct tes_buf *key)
{
    const struct tes_challenge *challenge = page->challenge;
    const struct tes_view *view = &challenge->view;
    const struct tes_instruction_words words = words_ask(words_of_page(page));
    if (layout_of(page) == LAYOUT_OVER || challenge->kind->option == NULL) {
        const struct template_line place = {
            WORD_CELL,
            {{.name = "row", .number = option / view->columns + 1},
             {.name = "column", .number = option % view->columns + 1}}};
        return template_line("name", place);
    }
    challenge->kind->option(challenge, option, key);
    tes_buf_char(key, '\0');
    struct tes_slice word = words.say(words.language, key->at);
    return template_text("name", word.length > 0 ? word : tes_slice_of(key->at));
}

static void add_fields(struct template *template, const void *context)
{
    const struct picture_page *page = context;
    const struct tes_view *view = &page->challenge->view;
    bool has_cells_below = layout_of(page) == LAYOUT_NAMED;
    unsigned width = has_cells_below ? view->cells.width / view->columns : 0;
    unsigned height = has_cells_below ? view->cells.height / view->rows : 0;
    for (unsigned i = 0; i < view->count; i++) {
        char memory[OPTION_MAX + 1];
        struct tes_buf key = tes_buf_on(memory, sizeof memory);
        bool is_chosen = page->chosen != NULL && i < PICTURE_CELLS_MAX && page->chosen->cells[i];
        const struct template_value field[] = {
            template_number("option", i),
            template_number("is_chosen", is_chosen),
            name_of(page, i, &key),
            template_number("x", has_cells_below ? view->cells.x + i % view->columns * width : 0),
            template_number("y", has_cells_below ? view->cells.y + i / view->columns * height : 0),
            template_number("part_width", width),
            template_number("part_height", height),
        };
        template_row(template, TEMPLATE_SCOPE(field));
    }
}

/* How many are to be chosen, which is public, as the API tells it; or what an answer lacked. */
static struct template_line how_many(const struct picture_page *page, bool is_missing)
{
    const struct tes_view *view = &page->challenge->view;
    static const enum word WORDS[][2] = {
        {WORD_SELECT_ONE, WORD_MISSING_ONE},
        {WORD_SELECT_ANY, WORD_MISSING_ANY},
        {WORD_SELECT_SOME, WORD_MISSING_SOME},
    };
    unsigned row = view->select_max == 1 ? 0 : view->select_min != view->select_max ? 1 : 2;
    return (struct template_line){
        WORDS[row][is_missing],
        {{.name = "n", .number = view->select_min},
         {.name = "chosen", .number = page->chosen != NULL ? page->chosen->count : 0}}};
}

/* Where a film that plays once plays again: the page is loaded again. That above cells has no end.
 */
static struct tes_slice again_of(const struct picture_page *page)
{
    bool is_shown = page->challenge->view.animation_ms > 0 && layout_of(page) == LAYOUT_BELOW &&
                    page_is_local_path(page->again_path);
    return is_shown ? page->again_path : (struct tes_slice){NULL, 0};
}

enum tes_status picture_page_write(struct tes_buf *html, const struct picture_page *page)
{
    static const char *const CLASSES[] = {/* of web/static/picture.css */
                                          [LAYOUT_OVER] = "over",
                                          [LAYOUT_NAMED] = "named",
                                          [LAYOUT_BELOW] = "below"};
    const struct tes_view *view = &page->challenge->view;
    const struct tes_instruction_words words = words_ask(words_of_page(page));
    const enum layout layout = layout_of(page);
    bool is_heard = layout == LAYOUT_BELOW && view->is_heard;
    bool is_film = !is_heard && view->animation_ms > 0;
    char memory[TES_INSTRUCTIONS_MAX];
    struct tes_buf question = tes_buf_on(memory, sizeof memory);
    tes_kind_instructions(page->challenge, &words, &question);
    struct page_turn turn = page->turn;
    turn.is_heard = view->is_heard;
    const struct template_line missing = how_many(page, true);
    const struct template_value values[] = {
        /* A title is what a screen reader says first of a page that comes back. */
        turn.is_again ? template_line("title", missing)
                      : template_text("title", tes_buf_done(&question)),
        template_text("action", page->action),
        template_text("token", page->token),
        template_text("media", page->media),
        template_text("question", tes_buf_done(&question)),
        template_line("how_many", how_many(page, false)),
        template_line("missing", missing),
        template_text("layout", tes_slice_of(CLASSES[layout])),
        template_number("is_over", layout == LAYOUT_OVER),
        template_number("is_named", layout == LAYOUT_NAMED),
        template_number("is_heard", is_heard),
        template_number("is_film", is_film),
        template_number("is_still", !is_heard && !is_film),
        template_number("is_playing", page->is_playing),
        template_number("is_large", page->is_large),
        template_number("is_one", view->select_max == 1),
        template_number("width", view->width),
        template_number("height", view->height),
        template_number("above", view->cells.y),
        template_number("columns", view->columns),
        /* The film's part of the picture. */
        template_number("x", 0),
        template_number("y", 0),
        template_number("part_width", view->width),
        template_number("part_height", layout == LAYOUT_NAMED ? view->cells.y : view->height),
        template_rows("fields", add_fields, page),
        template_text("again_path", again_of(page)),
    };
    return page_write(html, &(struct page){.template_path = "pages/picture.html",
                                           .words = page->turn.words,
                                           .theme = page->turn.theme,
                                           .turn = &turn,
                                           .values = TEMPLATE_SCOPE(values)});
}

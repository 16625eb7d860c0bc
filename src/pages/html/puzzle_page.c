#include "pages/html/puzzle_page.h"

/* The legend is cards with pictures. A picture is 92 x 37 units: a grid of 9 units a cell and a
 * closing line, the sign, the grid afterwards. Whole units keep it crisp at its natural size. */
enum { CELL_PITCH = 9, AFTER_X = 55 };

/* No two transforms leave this figure alike, and no shift pushes a part of it over the edge. */
static const uint8_t FIGURE[TES_PUZZLE_CELLS] = {
    [1 * TES_PUZZLE_SIDE + 1] = TES_PUZZLE_BLACK,
    [2 * TES_PUZZLE_SIDE + 1] = TES_PUZZLE_BLACK,
    [2 * TES_PUZZLE_SIDE + 2] = TES_PUZZLE_PINK,
};

static const uint8_t EMPTY[TES_PUZZLE_CELLS];

static const struct {
    const char *class;
    enum word word;
} TONES[] = {
    [TES_PUZZLE_EMPTY] = {"empty", WORD_EMPTY},
    [TES_PUZZLE_BLACK] = {"black", WORD_BLACK},
    [TES_PUZZLE_PINK] = {"pink", WORD_PINK},
};

/* ------------------------------------------------------------------- grids */

static void add_cells(struct template *template, const void *context)
{
    const uint8_t *cells = context;
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++) {
        const struct template_value cell[] = {
            template_text("tone", tes_slice_of(TONES[cells[column]].class)),
            template_line("name", (struct template_line){.word = TONES[cells[column]].word}),
        };
        template_row(template, TEMPLATE_SCOPE(cell));
    }
}

/* What is seen stands in a grid anyway: rows and columns are named for those who hear it. */
static void add_heading(struct template *template, enum word word, unsigned place,
                        const uint8_t *cells)
{
    const struct template_line name = {word, {{.name = "n", .number = place}}};
    const struct template_value values[] = {
        template_line("name", name),
        template_rows("cells", add_cells, cells),
    };
    template_row(template, TEMPLATE_SCOPE(values));
}

static void add_columns(struct template *template, const void *context)
{
    (void)context;
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
        add_heading(template, WORD_COLUMN_NAME, column + 1, NULL);
}

static void add_rows(struct template *template, const void *context)
{
    const uint8_t *cells = context;
    for (unsigned row = 0; row < TES_PUZZLE_SIDE; row++)
        add_heading(template, WORD_ROW_NAME, row + 1, cells + (size_t)row * TES_PUZZLE_SIDE);
}

/* ------------------------------------------------------------------ legend */

/* Cells of a picture, and where it begins. */
struct figure {
    const uint8_t *cells;
    unsigned left;
};

static void add_tiles(struct template *template, const void *context)
{
    const struct figure *figure = context;
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++) {
        const struct template_value tile[] = {
            template_text("tone", tes_slice_of(TONES[figure->cells[i]].class)),
            template_number("x", figure->left + i % TES_PUZZLE_SIDE * CELL_PITCH),
            template_number("y", i / TES_PUZZLE_SIDE * CELL_PITCH),
        };
        if (figure->cells[i] != TES_PUZZLE_EMPTY)
            template_row(template, TEMPLATE_SCOPE(tile));
    }
}

/* Each picture is made by the transform that it explains. */
static void add_pictures(struct template *template, const void *context)
{
    const struct tes_puzzle *puzzle = context;
    for (unsigned transform = 0; transform < puzzle->transform_count; transform++) {
        uint8_t cells[TES_PUZZLE_CELLS];
        const struct figure before = {FIGURE, 0}, after = {cells, AFTER_X};
        tes_puzzle_transform(transform, FIGURE, cells);
        const struct template_value picture[] = {
            template_text("slug", tes_slice_of(tes_puzzle_transform_slug(transform))),
            template_rows("tiles_before", add_tiles, &before),
            template_rows("tiles_after", add_tiles, &after),
        };
        template_row(template, TEMPLATE_SCOPE(picture));
    }
}

_Static_assert(WORD_SHIFT_UP + TES_PUZZLE_TRANSFORMS - 1 == WORD_MIRROR_VERTICAL &&
                   WORD_TOLD_SHIFT_UP + TES_PUZZLE_TRANSFORMS - 1 == WORD_TOLD_MIRROR_VERTICAL,
               "words.def has the moves in the order of the legend");

/* One of the two moves: the cards to choose it from. */
struct move {
    const char *group; /* of the radio buttons */
    unsigned count;
    struct tes_slice chosen; /* the slug of the one that is checked; empty: none */
};

static void add_moves(struct template *template, const void *context)
{
    const struct move *move = context;
    for (unsigned i = 0; i < move->count; i++) {
        struct tes_slice slug = tes_slice_of(tes_puzzle_transform_slug(i));
        const struct template_value card[] = {
            template_text("group", tes_slice_of(move->group)),
            template_text("slug", slug),
            template_number("is_chosen", tes_slice_equal(slug, move->chosen)),
            template_line("name", (struct template_line){.word = (enum word)(WORD_SHIFT_UP + i)}),
            template_line("meaning",
                          (struct template_line){.word = (enum word)(WORD_TOLD_SHIFT_UP + i)}),
            /* The names of mirrors leave open what they do, so there it is visible as well. */
            template_number("is_mirror", WORD_SHIFT_UP + i >= WORD_MIRROR_HORIZONTAL),
        };
        template_row(template, TEMPLATE_SCOPE(card));
    }
}

/* -------------------------------------------------------------------- page */

/* A title is what a screen reader says first of a page that comes back. */
static struct template_line title_of(const struct page_turn *turn)
{
    if (turn->is_again)
        return (struct template_line){.word = WORD_MISSING_MOVES};
    return turn->round > 1 ? page_round(turn) : (struct template_line){.word = WORD_PAGE_PUZZLE};
}

enum tes_status puzzle_page_write(struct tes_buf *html, const struct puzzle_page *page)
{
    const struct tes_puzzle *puzzle = page->puzzle;
    const struct move first = {"first", puzzle->transform_count, page->first};
    const struct move second = {"second", puzzle->transform_count, page->second};
    const struct template_value values[] = {
        template_line("title", title_of(&page->turn)),
        template_text("action", page->action),
        template_text("token", page->token),
        template_text("new_path", page->new_path),
        template_number("count", puzzle->transform_count),
        template_line("missing", (struct template_line){.word = WORD_MISSING_MOVES}),
        template_rows("pictures", add_pictures, puzzle),
        template_rows("first", add_moves, &first),
        template_rows("second", add_moves, &second),
        template_rows("columns", add_columns, NULL),
        template_rows("rows_before", add_rows, puzzle->before),
        template_rows("rows_after", add_rows, puzzle->after),
        template_rows("rows_start", add_rows, puzzle->start),
        template_rows("rows_empty", add_rows, EMPTY),
    };
    return page_write(html, &(struct page){.template_path = "pages/puzzle.html",
                                           .words = page->turn.words,
                                           .theme = page->turn.theme,
                                           .turn = &page->turn,
                                           .values = TEMPLATE_SCOPE(values)});
}

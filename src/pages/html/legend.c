#include "pages/html/legend.h"

#include "pages/html/grid.h"
#include "pages/html/template.h"

/* A picture is 92 x 37 units: a grid of 9 units a cell and a closing line, the glyph, the grid
 * afterwards. Whole units keep it crisp at its natural size. */
#define PICTURE_BOX "0 0 92 37"
#define CELL_PITCH  9
#define GRID_SIDE   (CELL_PITCH * TES_PUZZLE_SIDE + 1)
#define GLYPH_X     38
#define GLYPH_Y     10
#define GLYPH_SIDE  16
#define AFTER_X     55

/* No two transforms leave this figure alike, and no shift pushes a part of it over the edge. */
static const uint8_t figure[TES_PUZZLE_CELLS] = {
    [1 * TES_PUZZLE_SIDE + 1] = TES_PUZZLE_BLACK,
    [2 * TES_PUZZLE_SIDE + 1] = TES_PUZZLE_BLACK,
    [2 * TES_PUZZLE_SIDE + 2] = TES_PUZZLE_PINK,
};

static void write_place(struct tes_buf *html, unsigned x, unsigned y, unsigned side)
{
    tes_buf_text(html, "\" x=\"");
    tes_buf_number(html, x);
    tes_buf_text(html, "\" y=\"");
    tes_buf_number(html, y);
    tes_buf_text(html, "\" width=\"");
    tes_buf_number(html, side);
    tes_buf_text(html, "\" height=\"");
    tes_buf_number(html, side);
    tes_buf_text(html, "\"/>");
}

static void write_use(struct tes_buf *html, const char *symbol, const char *suffix, unsigned x,
                      unsigned y, unsigned side)
{
    tes_buf_text(html, "<use href=\"#");
    tes_buf_text(html, symbol);
    tes_buf_text(html, suffix);
    write_place(html, x, y, side);
}

static void write_figure(struct tes_buf *html, const uint8_t cells[TES_PUZZLE_CELLS], unsigned left)
{
    write_use(html, "lattice", "", left, 0, GRID_SIDE);
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++) {
        unsigned x = left + i % TES_PUZZLE_SIDE * CELL_PITCH;
        unsigned y = i / TES_PUZZLE_SIDE * CELL_PITCH;
        if (cells[i] != TES_PUZZLE_EMPTY)
            write_use(html, "tile-", grid_tone_name((enum tes_puzzle_tone)cells[i]), x, y,
                      CELL_PITCH);
    }
}

void legend_write_pictures(struct tes_buf *html, unsigned count)
{
    for (unsigned transform = 0; transform < count; transform++) {
        const char *slug = tes_puzzle_transform_slug(transform);
        uint8_t after[TES_PUZZLE_CELLS];
        tes_puzzle_transform(transform, figure, after);
        tes_buf_text(html, "<symbol id=\"move-");
        tes_buf_text(html, slug);
        tes_buf_text(html, "\" viewBox=\"" PICTURE_BOX "\">");
        write_figure(html, figure, 0);
        write_use(html, "glyph-", slug, GLYPH_X, GLYPH_Y, GLYPH_SIDE);
        write_figure(html, after, AFTER_X);
        tes_buf_text(html, "</symbol>\n");
    }
}

_Static_assert(WORD_SHIFT_UP + TES_PUZZLE_TRANSFORMS - 1 == WORD_MIRROR_VERTICAL &&
                   WORD_TOLD_SHIFT_UP + TES_PUZZLE_TRANSFORMS - 1 == WORD_TOLD_MIRROR_VERTICAL,
               "words.def has the moves in the order of the legend");

static void write_card(struct tes_buf *html, const struct legend *legend, unsigned transform)
{
    const char *slug = tes_puzzle_transform_slug(transform), *name = legend->name;
    tes_buf_text(html, "<label class=\"move\"><input type=\"radio\" name=\"");
    tes_buf_text(html, name);
    tes_buf_text(html, "\" id=\"");
    tes_buf_text(html, name);
    tes_buf_char(html, '-');
    tes_buf_text(html, slug);
    tes_buf_text(html, "\" value=\"");
    tes_buf_text(html, slug);
    tes_buf_text(html, tes_slice_equal(tes_slice_of(slug), legend->chosen) ? "\" checked" : "\"");
    tes_buf_text(html,
                 " required aria-invalid=\"false\"><span class=\"face\"><svg class=\"picture\" "
                 "viewBox=\"" PICTURE_BOX "\" aria-hidden=\"true\"><use href=\"#move-");
    tes_buf_text(html, slug);
    tes_buf_text(html, "\"/></svg><span class=\"move-name\">");
    template_escape(html, words_say(legend->words, (enum word)(WORD_SHIFT_UP + transform)));
    /* The pictures' meaning, for screen readers. The names of mirrors leave it open, so there it
     * is visible as well. */
    tes_buf_text(html, WORD_SHIFT_UP + transform >= WORD_MIRROR_HORIZONTAL
                           ? "</span><span class=\"aloud\">: </span><span class=\"move-meaning\">"
                           : "</span><span class=\"aloud\">: ");
    template_escape(html, words_say(legend->words, (enum word)(WORD_TOLD_SHIFT_UP + transform)));
    tes_buf_text(html, "</span></span></label>\n");
}

void legend_write_cards(struct tes_buf *html, const struct legend *legend)
{
    for (unsigned transform = 0; transform < legend->count; transform++)
        write_card(html, legend, transform);
}

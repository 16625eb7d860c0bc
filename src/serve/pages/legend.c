#include "serve/pages/legend.h"

#include "serve/pages/grid.h"
#include "serve/template.h"

/* A picture is 88 x 32 units: a grid of 8 units a cell, a glyph of 16, the grid afterwards. */
#define CELL_PITCH 8
#define GLYPH_X    36
#define GLYPH_Y    8
#define GLYPH_SIDE 16
#define AFTER_X    56

/* No two transforms leave this figure alike, and no shift pushes a part of it over the edge. */
static const uint8_t figure[TES_PUZZLE_CELLS] = {
    0, 0, 0, 0, /* keep the rows */
    0, 1, 0, 0, /**/
    0, 1, 2, 0, /**/
    0, 0, 0, 0, /**/
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
    write_use(html, "lattice", "", left, 0, CELL_PITCH * TES_PUZZLE_SIDE);
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
        tes_buf_text(html, "\" viewBox=\"0 0 88 32\">");
        write_figure(html, figure, 0);
        write_use(html, "glyph-", slug, GLYPH_X, GLYPH_Y, GLYPH_SIDE);
        write_figure(html, after, AFTER_X);
        tes_buf_text(html, "</symbol>\n");
    }
}

void legend_write_cards(struct tes_buf *html, const char *name, unsigned count)
{
    for (unsigned transform = 0; transform < count; transform++) {
        const char *slug = tes_puzzle_transform_slug(transform);
        tes_buf_text(html, "<label class=\"move\"><input type=\"radio\" name=\"");
        tes_buf_text(html, name);
        tes_buf_text(html, "\" id=\"");
        tes_buf_text(html, name);
        tes_buf_char(html, '-');
        tes_buf_text(html, slug);
        tes_buf_text(html, "\" value=\"");
        tes_buf_text(html, slug);
        tes_buf_text(html, "\" required><span class=\"face\"><svg class=\"picture\" "
                           "viewBox=\"0 0 88 32\" aria-hidden=\"true\"><use href=\"#move-");
        tes_buf_text(html, slug);
        tes_buf_text(html, "\"/></svg><span class=\"move-name\">");
        template_escape(html, tes_slice_of(tes_puzzle_transform_name(transform)));
        tes_buf_text(html, "</span></span></label>\n");
    }
}

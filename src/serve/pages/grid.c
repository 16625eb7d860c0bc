#include "serve/pages/grid.h"

static const char *const tone_names[] = {
    [TES_PUZZLE_EMPTY] = "empty",
    [TES_PUZZLE_BLACK] = "black",
    [TES_PUZZLE_PINK] = "pink",
};

const char *grid_tone_name(enum tes_puzzle_tone tone)
{
    return tone_names[tone];
}

static void write_cell(struct tes_buf *html, enum tes_puzzle_tone tone)
{
    tes_buf_text(html, "<td class=\"");
    tes_buf_text(html, grid_tone_name(tone));
    tes_buf_text(html, "\"><span class=\"aloud\">");
    tes_buf_text(html, grid_tone_name(tone));
    tes_buf_text(html, "</span></td>");
}

/* What is seen stands in a grid anyway: rows and columns are named for those who hear it. */
static void write_head(struct tes_buf *html, const char *scope, const char *name, unsigned place)
{
    tes_buf_text(html, "<th scope=\"");
    tes_buf_text(html, scope);
    tes_buf_text(html, "\"><span class=\"aloud\">");
    tes_buf_text(html, name);
    tes_buf_char(html, ' ');
    tes_buf_number(html, place);
    tes_buf_text(html, "</span></th>");
}

static void write_row(struct tes_buf *html, const uint8_t *cells)
{
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
        write_cell(html, cells == NULL ? TES_PUZZLE_EMPTY : (enum tes_puzzle_tone)cells[column]);
}

void grid_write(struct tes_buf *html, const struct grid *grid)
{
    tes_buf_text(html, "<table class=\"grid\" dir=\"ltr\" id=\"");
    tes_buf_text(html, grid->id);
    tes_buf_text(html, "\"><caption dir=\"auto\">");
    tes_buf_text(html, grid->caption);
    tes_buf_text(html, "</caption><thead><tr><td></td>");
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
        write_head(html, "col", "Column", column + 1);
    tes_buf_text(html, "</tr></thead><tbody>\n");
    for (unsigned row = 0; row < TES_PUZZLE_SIDE; row++) {
        tes_buf_text(html, "<tr>");
        write_head(html, "row", "Row", row + 1);
        write_row(html, grid->cells == NULL ? NULL : grid->cells + row * TES_PUZZLE_SIDE);
        tes_buf_text(html, "</tr>\n");
    }
    tes_buf_text(html, "</tbody></table>");
}

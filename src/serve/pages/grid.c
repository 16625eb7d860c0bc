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

void grid_write(struct tes_buf *html, const struct grid *grid)
{
    tes_buf_text(html, "<table class=\"grid\" id=\"");
    tes_buf_text(html, grid->id);
    tes_buf_text(html, "\"><caption>");
    tes_buf_text(html, grid->caption);
    tes_buf_text(html, "</caption><tbody>\n");
    for (unsigned row = 0; row < TES_PUZZLE_SIDE; row++) {
        tes_buf_text(html, "<tr><th scope=\"row\"><span class=\"aloud\">row ");
        tes_buf_number(html, row + 1);
        tes_buf_text(html, "</span></th>");
        for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
            write_cell(html,
                       grid->cells == NULL
                           ? TES_PUZZLE_EMPTY
                           : (enum tes_puzzle_tone)grid->cells[row * TES_PUZZLE_SIDE + column]);
        tes_buf_text(html, "</tr>\n");
    }
    tes_buf_text(html, "</tbody></table>");
}

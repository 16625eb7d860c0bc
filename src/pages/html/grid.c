#include "pages/html/grid.h"

#include "pages/html/page.h"

static const char *const tone_names[] = {
    [TES_PUZZLE_EMPTY] = "empty",
    [TES_PUZZLE_BLACK] = "black",
    [TES_PUZZLE_PINK] = "pink",
};

static const enum word tone_words[] = {
    [TES_PUZZLE_EMPTY] = WORD_EMPTY,
    [TES_PUZZLE_BLACK] = WORD_BLACK,
    [TES_PUZZLE_PINK] = WORD_PINK,
};

const char *grid_tone_name(enum tes_puzzle_tone tone)
{
    return tone_names[tone];
}

static void write_cell(struct tes_buf *html, const struct words *words, enum tes_puzzle_tone tone)
{
    tes_buf_text(html, "<td class=\"");
    tes_buf_text(html, grid_tone_name(tone));
    tes_buf_text(html, "\"><span class=\"aloud\">");
    template_escape(html, words_say(words, tone_words[tone]));
    tes_buf_text(html, "</span></td>");
}

/* What is seen stands in a grid anyway: rows and columns are named for those who hear it. */
static void write_head(struct tes_buf *html, const struct words *words, enum word word,
                       unsigned place)
{
    const struct tes_hole hole = {.name = "n", .number = place};
    tes_buf_text(html, word == WORD_ROW_NAME ? "<th scope=\"row\">" : "<th scope=\"col\">");
    tes_buf_text(html, "<span class=\"aloud\">");
    page_say(html, words, word, &hole, 1);
    tes_buf_text(html, "</span></th>");
}

static void write_row(struct tes_buf *html, const struct words *words, const uint8_t *cells)
{
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
        write_cell(html, words,
                   cells == NULL ? TES_PUZZLE_EMPTY : (enum tes_puzzle_tone)cells[column]);
}

void grid_write(struct tes_buf *html, const struct grid *grid)
{
    tes_buf_text(html, "<table class=\"grid\" dir=\"ltr\" id=\"");
    tes_buf_text(html, grid->id);
    tes_buf_text(html, "\"><caption dir=\"auto\">");
    template_escape(html, words_say(grid->words, grid->caption));
    tes_buf_text(html, "</caption><thead><tr><td></td>");
    for (unsigned column = 0; column < TES_PUZZLE_SIDE; column++)
        write_head(html, grid->words, WORD_COLUMN_NAME, column + 1);
    tes_buf_text(html, "</tr></thead><tbody>\n");
    for (unsigned row = 0; row < TES_PUZZLE_SIDE; row++) {
        tes_buf_text(html, "<tr>");
        write_head(html, grid->words, WORD_ROW_NAME, row + 1);
        write_row(html, grid->words,
                  grid->cells == NULL ? NULL : grid->cells + (size_t)row * TES_PUZZLE_SIDE);
        tes_buf_text(html, "</tr>\n");
    }
    tes_buf_text(html, "</tbody></table>");
}

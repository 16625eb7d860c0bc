/* Grids of sprites, as cells of CELL x CELL pixels, each with what it shows. */
#include "challenge/sprites.h"
#include "export.h"
#include "made.h"

#include <stdio.h>
#include <string.h>

enum { CELL = 40, CELL_BYTES = CELL * CELL * 3 };

static size_t fields(const struct tes_challenge *challenge, char *text, size_t size)
{
    unsigned count = challenge->view.count;
    snprintf(text, size,
             "[\"cells\",\"u1\",[%u,%d,%d,3]],[\"sheet\",\"u1\",[%u]],[\"index\",\"u1\",[%u]],"
             "[\"right\",\"u1\",[%u]],[\"asked\",\"u1\",[1]]",
             count, CELL, CELL, count, count, count);
    return (size_t)count * (CELL_BYTES + 3) + 1;
}

static void write_record(const struct tes_challenge *challenge, uint8_t *record)
{
    const struct tes_view *view = &challenge->view;
    const struct tes_sprites *sprites = tes_sprites_of(challenge);
    const struct tes_image *image = &made_pictures(challenge)->image;
    unsigned side = view->cells.width / view->columns;
    for (unsigned i = 0; i < view->count; i++) {
        struct tes_area cell = {view->cells.x + i % view->columns * side,
                                view->cells.y + i / view->columns * side, side, side};
        export_shrink(image, &cell, side / CELL, record + (size_t)i * CELL_BYTES);
    }
    uint8_t *labels = record + (size_t)view->count * CELL_BYTES;
    memset(labels, 0, 3 * (size_t)view->count);
    for (unsigned i = 0; i < view->count; i++) {
        labels[i] = sprites->cells[i].sheet;
        labels[view->count + i] = sprites->cells[i].index;
    }
    for (unsigned i = 0; i < sprites->select.count; i++)
        labels[2 * view->count + sprites->select.cells[i]] = 1;
    labels[3 * view->count] = sprites->asked;
}

const struct export_form export_cells = {
    .kinds = {"predator", "human", "emotions", NULL},
    .fields = fields,
    .write = write_record,
};

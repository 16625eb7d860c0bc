/* How the kind of tests/seams is drawn. It lies in src/draw/types there. */
#include "draw/types/drawing.h"

#include "challenge/select.h"

enum { PAPER, SQUARE, DISC, COLOURS };

static const uint8_t PALETTE[COLOURS][3] = {{255, 255, 255}, {40, 90, 160}, {190, 60, 40}};

static uint8_t pixel_of(const struct tes_challenge *challenge, unsigned x, unsigned y)
{
    const struct tes_select *select = (const struct tes_select *)challenge->detail;
    unsigned side = challenge->view.width / challenge->view.columns;
    unsigned cell = y / side * challenge->view.columns + x / side;
    int right = (int)(x % side) - (int)side / 2, down = (int)(y % side) - (int)side / 2;
    int reach = (int)side * 2 / 5;
    if (cell == select->cells[0])
        return right * right + down * down < reach * reach ? DISC : PAPER;
    return right > -reach && right < reach && down > -reach && down < reach ? SQUARE : PAPER;
}

static void draw(const struct tes_challenge *challenge, struct tes_image *image)
{
    for (unsigned i = 0; i < COLOURS; i++)
        for (unsigned part = 0; part < 3; part++)
            image->palette[i][part] = PALETTE[i][part];
    image->palette_count = COLOURS;
    for (unsigned y = 0; y < image->height; y++)
        for (unsigned x = 0; x < image->width; x++)
            image->pixels[y * image->width + x] = pixel_of(challenge, x, y);
}

const struct tes_drawing tes_drawing_throwaway = {.draw = draw};

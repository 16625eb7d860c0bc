#include "draw/sprites/sprite.h"

#include "draw/paint/studio.h"

enum { PAPER = 0xFFFFFF };

static void paint_cells(const struct tes_sprites *sprites, unsigned columns,
                        struct tes_sprite_manner manner, struct tes_image *image)
{
    struct tes_studio *studio = tes_studio_start(image, PAPER);
    unsigned side = image->width / columns;
    for (unsigned i = 0; i < sprites->count; i++) {
        struct tes_area cell = {i % columns * side, i / columns * side, side, side};
        struct tes_paint paint = tes_studio_part(studio, cell, TES_SPRITE_UNITS);
        struct tes_random random;
        tes_sprite_looks(sprites, i, &random);
        tes_sprite_paint(&paint, &random, sprites->cells[i], manner);
        tes_random_end(&random);
    }
    tes_studio_end(studio);
}

/* Whether there are people and things in one picture. */
static bool is_mixed(const struct tes_sprites *sprites)
{
    unsigned things = 0;
    for (unsigned i = 0; i < sprites->count; i++)
        things += sprites->cells[i].sheet == TES_SHEET_ITEM;
    return things > 0 && things < sprites->count;
}

void tes_sprites_grid(const struct tes_challenge *challenge, struct tes_image *image)
{
    const struct tes_sprites *sprites = tes_sprites_of(challenge);
    paint_cells(sprites, challenge->view.columns,
                tes_sprite_manner(challenge->difficulty, is_mixed(sprites)), image);
}

size_t tes_sprites_sheet_bound(unsigned side)
{
    unsigned width = side * TES_SHEET_SIDE;
    return (size_t)width * width + tes_studio_bound(width, width, 0);
}

void tes_sprites_sheet(enum tes_sheet sheet, const uint8_t key[TES_KEY_BYTES], unsigned side,
                       void *memory, struct tes_image *image)
{
    struct tes_sprites sprites = {.count = TES_SHEET_SPRITES};
    __builtin_memcpy(sprites.looks, key, sizeof sprites.looks);
    for (unsigned i = 0; i < TES_SHEET_SPRITES; i++)
        sprites.cells[i] = tes_sprite_at(sheet, i);
    *image = (struct tes_image){
        .width = side * TES_SHEET_SIDE,
        .height = side * TES_SHEET_SIDE,
        .pixels = memory,
    };
    paint_cells(&sprites, TES_SHEET_SIDE, tes_sprite_manner(TES_EASY, false), image);
}

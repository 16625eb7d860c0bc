/*
 * contact: a contact sheet, to look at sprites: `contact OUT.png PIXELS COLUMNS [SEED]
 * SHEET:NAME...` draws COLUMNS looks of each named sprite, a row each, PIXELS a side. SHEET alone
 * draws all of it. SHEET is predator, safe, male, female or item.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draw/paint/quantise.h"
#include "draw/sprites/sprite.h"

static unsigned sheet_rows(enum tes_sheet sheet)
{
    return sheet == TES_SHEET_ITEM ? TES_ITEM_COUNT : TES_SHEET_SPRITES;
}

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void fail(const char *message)
{
    fprintf(stderr, "contact: %s\n", message);
    exit(1);
}

static unsigned find(const char *wanted, struct tes_sprite *rows)
{
    const char *name = strchr(wanted, ':');
    size_t length = name != NULL ? (size_t)(name - wanted) : strlen(wanted);
    unsigned count = 0;
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        const char *sheet_name = tes_sprite_sheet_name((enum tes_sheet)sheet);
        if (strlen(sheet_name) != length || strncmp(sheet_name, wanted, length) != 0)
            continue;
        for (unsigned i = 0; i < sheet_rows((enum tes_sheet)sheet); i++) {
            struct tes_sprite sprite = {(uint8_t)sheet, (uint8_t)i};
            if (name == NULL || strcmp(tes_sprite_name(sprite), name + 1) == 0)
                rows[count++] = sprite;
        }
    }
    if (count == 0)
        fail("no such sprite");
    return count;
}

int main(int argc, char **argv)
{
    static struct tes_paint_memory paint_memory;
    static struct tes_quantise_memory quantise_memory;
    static struct tes_sprite rows[1024];
    if (argc < 5)
        fail("usage: contact OUT.png PIXELS COLUMNS [SEED] SHEET[:NAME]...");
    unsigned side = (unsigned)atoi(argv[2]), columns = (unsigned)atoi(argv[3]);
    bool is_seeded = argv[4][0] >= '0' && argv[4][0] <= '9';
    unsigned seed = is_seeded ? (unsigned)atoi(argv[4]) : 1, count = 0;
    for (int i = is_seeded ? 5 : 4; i < argc; i++)
        count += find(argv[i], rows + count);

    struct tes_image image = {.width = side * columns, .height = side * count};
    uint32_t *colours = calloc((size_t)image.width * image.height, sizeof *colours);
    image.pixels = malloc((size_t)image.width * image.height);
    size_t png_size = tes_png_bound(image.width, image.height), png_length;
    uint8_t *png = malloc(png_size);
    if (colours == NULL || image.pixels == NULL || png == NULL)
        fail("out of memory");
    memset(colours, 0xFF, (size_t)image.width * image.height * sizeof *colours);
    double started_us = now_us();
    for (unsigned i = 0; i < columns * count; i++) {
        if (i % columns == 0)
            started_us = now_us();
        struct tes_random random;
        uint8_t key[TES_KEY_BYTES];
        unsigned row = i / columns, column = i % columns;
        tes_key_from_seed(seed + (uint64_t)i * 1000, key);
        tes_random_start(&random, key);
        struct tes_paint paint =
            tes_paint_on(colours + (size_t)row * side * image.width + (size_t)column * side, side,
                         side, image.width, 100, &paint_memory);
        tes_sprite_paint(&paint, &random, rows[row], tes_sprite_manner(TES_MEDIUM, false));
        if (column == columns - 1)
            printf("%s %s: %.0f us\n", tes_sprite_sheet_name((enum tes_sheet)rows[row].sheet),
                   tes_sprite_name(rows[row]), (now_us() - started_us) / columns);
    }
    tes_quantise(colours, &image, &quantise_memory);
    if (tes_png_encode(&image, png, png_size, &png_length) != TES_OK)
        fail("the picture can't be encoded");
    FILE *file = fopen(argv[1], "wb");
    if (file == NULL || fwrite(png, 1, png_length, file) != png_length || fclose(file) != 0)
        fail("the file can't be written");
    return 0;
}

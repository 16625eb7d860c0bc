/*
 * draw: what a challenge's picture costs: `draw PICTURES [SHEET [OUT.png]]` draws that many
 * pictures of 10 x 10 sprites of 80 pixels, quantises and encodes them, and prints milliseconds and
 * bytes per picture. Without a sheet, or with `all`, sprites are of every sheet; with a file, the
 * last picture is written to it.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draw/quantise.h"
#include "draw/sprites/sprite.h"

enum { COLUMNS = 10, SPRITES = COLUMNS * COLUMNS, CELL = 80, SIDE = COLUMNS * CELL };

struct picture {
    uint32_t colours[SIDE * SIDE];
    uint8_t pixels[SIDE * SIDE];
    struct tes_image image;
    uint8_t *png;
    size_t png_size, png_length;
    struct tes_paint_memory paint_memory;
    struct tes_quantise_memory quantise_memory;
};

struct cost {
    double paint_ms, quantise_ms, encode_ms;
};

/* CPU time: what the neighbours on this core take is not ours. */
static double spent_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static unsigned sheet_rows(unsigned sheet)
{
    return sheet == TES_SHEET_ITEM ? TES_ITEM_COUNT : TES_SHEET_SPRITES;
}

/* TES_SHEET_COUNT stands for all of them. */
static unsigned find_sheet(const char *name)
{
    unsigned sheet = 0;
    if (strcmp(name, "all") == 0)
        return TES_SHEET_COUNT;
    while (sheet < TES_SHEET_COUNT && strcmp(tes_sheet_name((enum tes_sheet)sheet), name) != 0)
        sheet++;
    if (sheet == TES_SHEET_COUNT)
        errx(2, "no such sheet: %s", name);
    return sheet;
}

static void paint(struct picture *picture, struct tes_random *random, unsigned only_sheet)
{
    memset(picture->colours, 0xFF, sizeof picture->colours);
    for (unsigned i = 0; i < SPRITES; i++) {
        unsigned any_sheet = tes_random_below(random, TES_SHEET_COUNT);
        unsigned sheet = only_sheet == TES_SHEET_COUNT ? any_sheet : only_sheet;
        unsigned row = tes_random_below(random, sheet_rows(sheet));
        uint32_t *corner = picture->colours + (size_t)(i / COLUMNS * SIDE + i % COLUMNS) * CELL;
        struct tes_paint painter =
            tes_paint_on(corner, CELL, CELL, SIDE, 100, &picture->paint_memory);
        tes_sprite_paint(&painter, random, (struct tes_sprite){(uint8_t)sheet, (uint8_t)row});
    }
}

static void draw(struct picture *picture, uint64_t seed, unsigned sheet, struct cost *cost)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    double start_ms = spent_ms();
    paint(picture, &random, sheet);
    double painted_ms = spent_ms();
    tes_quantise(picture->colours, &picture->image, &picture->quantise_memory);
    double quantised_ms = spent_ms();
    enum tes_status status =
        tes_png_encode(&picture->image, picture->png, picture->png_size, &picture->png_length);
    if (status != TES_OK)
        errx(1, "tes_png_encode: %s", tes_status_text(status));
    cost->paint_ms += painted_ms - start_ms;
    cost->quantise_ms += quantised_ms - painted_ms;
    cost->encode_ms += spent_ms() - quantised_ms;
}

static void write_png(const struct picture *picture, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(picture->png, 1, picture->png_length, file) != picture->png_length ||
        fclose(file) != 0)
        err(1, "%s", path);
}

int main(int argc, char **argv)
{
    static struct picture picture;
    struct cost cost = {0};
    size_t bytes = 0;
    unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    if (count == 0 || argc > 4) {
        fputs("usage: draw PICTURES [SHEET [OUT.png]]\n", stderr);
        return 2;
    }
    unsigned sheet = argc > 2 ? find_sheet(argv[2]) : TES_SHEET_COUNT;
    picture.image = (struct tes_image){.width = SIDE, .height = SIDE, .pixels = picture.pixels};
    picture.png_size = tes_png_bound(SIDE, SIDE);
    picture.png = malloc(picture.png_size);
    if (picture.png == NULL)
        errx(1, "out of memory");
    for (unsigned i = 0; i < count; i++) {
        draw(&picture, i, sheet, &cost);
        bytes += picture.png_length;
    }
    printf("{\"count\":%u,\"paint_ms\":%.3f,\"quantise_ms\":%.3f,\"encode_ms\":%.3f,"
           "\"total_ms\":%.3f,\"bytes\":%zu}\n",
           count, cost.paint_ms / count, cost.quantise_ms / count, cost.encode_ms / count,
           (cost.paint_ms + cost.quantise_ms + cost.encode_ms) / count, bytes / count);
    if (argc == 4)
        write_png(&picture, argv[3]);
    free(picture.png);
    return 0;
}

/* tessera sprites */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "draw/sprites/sprite.h"
#include "server/assets/sheets.h"

#define SIDE_DEFAULT 160
#define SIDE_MAX     256

struct order {
    const char *folder;
    uint64_t seed, side;
};

static bool write_file(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool done = file != NULL && fwrite(bytes, 1, length, file) == length;
    if (file != NULL && fclose(file) != 0)
        done = false;
    if (!done)
        fprintf(stderr, "tessera: can't write %s: %s\n", path, strerror(errno));
    return done;
}

static bool write_sheet(const struct order *order, enum tes_sheet sheet)
{
    char path[4096];
    uint8_t key[TES_KEY_BYTES];
    struct tes_image image;
    unsigned side = (unsigned)order->side, width = side * TES_SHEET_SIDE;
    size_t draw_size = tes_sprites_sheet_bound(side), png_size = tes_png_bound(width, width);
    size_t length = 0;
    uint8_t *memory = malloc(draw_size), *png = malloc(png_size);
    bool done = memory != NULL && png != NULL;
    if (done) {
        tes_key_from_seed(order->seed + (uint64_t)sheet, key);
        tes_sprites_sheet(sheet, key, side, memory, &image);
        done = tes_png_encode(&image, png, png_size, &length) == TES_OK;
    }
    if (!done)
        cli_fail("a sheet could not be drawn");
    snprintf(path, sizeof path, "%s/%s", order->folder, sheets_file_name(sheet));
    done = done && write_file(path, png, length);
    free(memory);
    free(png);
    if (done)
        puts(path);
    return done;
}

static int check_folder(const char *folder)
{
    struct sheets sheets;
    struct tes_error error;
    if (!sheets_load(&sheets, folder, &error))
        return cli_fail(error.text);
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++)
        if (sheets.files[sheet].at != NULL)
            printf("%s: good\n", sheets_file_name((enum tes_sheet)sheet));
    sheets_free(&sheets);
    return CLI_DONE;
}

static int run(const struct cli_call *call)
{
    struct order order = {.folder = cli_value(call, "--out"), .side = SIDE_DEFAULT};
    const char *seed = cli_value(call, "--seed"), *side = cli_value(call, "--size");
    const char *checked = cli_value(call, "--check");
    if (checked != NULL)
        return *checked != '\0' ? check_folder(checked) : cli_wrong(call, "--check: expected DIR");
    if (order.folder == NULL)
        order.folder = "sprites";
    if (seed != NULL && !tes_slice_number(tes_slice_of(seed), UINT64_MAX, &order.seed))
        return cli_wrong(call, "--seed: expected a number from 0 to 18446744073709551615");
    if (side != NULL && (!tes_slice_number(tes_slice_of(side), SIDE_MAX, &order.side) ||
                         order.side < SHEETS_SIDE_MIN))
        return cli_wrong(call, "--size: expected a number from 32 to 256");
    if (mkdir(order.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "tessera: can't make %s: %s\n", order.folder, strerror(errno));
        return CLI_FAILED;
    }
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++)
        if (!write_sheet(&order, (enum tes_sheet)sheet))
            return CLI_FAILED;
    return CLI_DONE;
}

const struct cli_command cli_sprites = {
    .name = "sprites",
    .arguments = "",
    .summary = "Draws the five sheets of 16 sprites for the standalone mode, or checks your own.",
    .options = {{"--out", "DIR", "where to write them; sprites by default", 1},
                {"--seed", "N", "how they look; 0 by default", 1},
                {"--size", "PIXELS", "a sprite's side, 32 to 256; 160 by default", 1},
                {"--check", "DIR", "check the sheets that are there, and write none", 1}},
    .run = run,
};

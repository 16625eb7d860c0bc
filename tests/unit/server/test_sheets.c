/* Sprite sheets: the program's own are good, and a bad one is told by its file and what is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/patience.h"
#include "draw/paint/paint.h"
#include "draw/sprites/sprite.h"
#include "server/assets/sheets.h"

/* A PNG made by somebody else's library; `empty` is the place that is left blank, or 16. */
static struct tes_slice make_png(unsigned width, unsigned height, unsigned empty)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height};
    image.format = PNG_FORMAT_RGBA;
    uint8_t *pixels = calloc(1, PNG_IMAGE_SIZE(image));
    png_alloc_size_t length = 0;
    assert_non_null(pixels);
    for (unsigned i = 0; i < width * height; i++) {
        unsigned x = i % width, y = i / width;
        unsigned place = y * 4 / height * 4 + x * 4 / width;
        if (place != empty)
            memset(pixels + i * 4UL, (int)(x * 31 + y * 17), 4);
    }
    assert_true(png_image_write_get_memory_size(image, length, 0, pixels, 0, NULL));
    uint8_t *png = malloc(length);
    assert_non_null(png);
    assert_true(png_image_write_to_memory(&image, png, &length, 0, pixels, 0, NULL));
    free(pixels);
    return (struct tes_slice){(const char *)png, length};
}

static const struct sheet_case {
    const char *name;
    unsigned width, height, empty;
    const char *wrong; /* NULL: it is good */
} SHEETS[] = {
    {"the smallest", 128, 128, 16, NULL},
    {"the largest", 2048, 2048, 16, NULL},
    {"too small", 124, 124, 16, "it is 124 x 124 pixels; expected a square of 4 x 4 sprites"},
    {"too large", 2052, 2052, 16, "it is 2052 x 2052 pixels; expected a square of 4 x 4 sprites"},
    {"not divisible", 402, 402, 16, "it is 402 x 402 pixels"}, /* PRE-1.1-3, HUM-1.1-3 */
    {"not square", 400, 512, 16, "it is 400 x 512 pixels"},
    {"a place is empty", 400, 400, 6, "the sprite in row 2, column 3 is empty"},
};

static void sheets_are_checked(void **state) /* PRE-1.1-2, PRE-1.2-3, HUM-1.2-4, PRE-9-1, HUM-9-1 */
{
    (void)state;
    for (size_t i = 0; i < sizeof SHEETS / sizeof SHEETS[0]; i++) {
        const struct sheet_case *row = &SHEETS[i];
        struct tes_error error = {""};
        struct tes_slice png = make_png(row->width, row->height, row->empty);
        print_message("  %s\n", row->name);
        assert_int_equal(sheets_check(png, &error), row->wrong == NULL);
        if (row->wrong != NULL)
            assert_ptr_equal(strstr(error.text, row->wrong), error.text);
        free((void *)png.at);
    }
}

static void damaged_files_are_told(void **state)
{
    (void)state;
    struct tes_error error;
    struct tes_slice png = make_png(256, 256, 16);
    assert_false(sheets_check((struct tes_slice){"", 0}, &error));
    assert_non_null(strstr(error.text, "it is not a PNG file"));
    assert_false(sheets_check((struct tes_slice){"GIF89a......", 12}, &error));
    assert_non_null(strstr(error.text, "it is not a PNG file"));
    assert_false(sheets_check((struct tes_slice){png.at, png.length / 2}, &error));
    assert_non_null(strstr(error.text, "it can't be read"));
    free((void *)png.at);
}

static void own_sheets_are_good(void **state)
{
    (void)state;
    enum { SIDE = 64, WIDTH = SIDE * TES_SHEET_SIDE };
    void *memory = malloc(tes_sprites_sheet_bound(SIDE));
    size_t size = tes_png_bound(WIDTH, WIDTH), length;
    uint8_t *png = malloc(size);
    uint8_t key[TES_KEY_BYTES];
    struct tes_error error;
    assert_non_null(memory);
    assert_non_null(png);
    tes_key_from_seed(7, key);
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        struct tes_image image;
        tes_sprites_sheet((enum tes_sheet)sheet, key, SIDE, memory, &image);
        assert_int_equal(tes_png_encode(&image, png, size, &length), TES_OK);
        assert_true(sheets_check((struct tes_slice){(const char *)png, length}, &error));
    }
    free(memory);
    free(png);
}

static void write_file(const char *folder, const char *name, struct tes_slice bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.at, 1, bytes.length, file), bytes.length);
    assert_int_equal(fclose(file), 0);
}

static void folders_replace_what_they_have(void **state)
{
    (void)state;
    char folder[128], path[256];
    struct tes_error error;
    struct sheets sheets;
    struct tes_slice good = make_png(256, 256, 16), bad = make_png(256, 256, 3);
    snprintf(folder, sizeof folder, "%s/tessera-sheets-XXXXXX", patience_folder());
    assert_non_null(mkdtemp(folder));

    assert_true(sheets_load(&sheets, SHEETS_BUILT_IN, &error));
    assert_null(sheets.files[TES_SHEET_ITEM].at);

    assert_false(sheets_load(&sheets, folder, &error));
    assert_non_null(strstr(error.text, "none of the sprite sheets is there"));

    write_file(folder, "item_sprites.png", good);
    assert_true(sheets_load(&sheets, folder, &error));
    assert_int_equal(sheets.files[TES_SHEET_ITEM].length, good.length);
    assert_null(sheets.files[TES_SHEET_SAFE].at);
    sheets_free(&sheets);

    write_file(folder, "safe_sprites.png", bad);
    assert_false(sheets_load(&sheets, folder, &error));
    snprintf(path, sizeof path, "%s/safe_sprites.png: the sprite in row 1, column 4 is empty",
             folder);
    assert_string_equal(error.text, path);
    assert_null(sheets.files[TES_SHEET_ITEM].at);

    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
    free((void *)good.at);
    free((void *)bad.at);
}

static void
files_have_their_names(void **state) /* PRE-1.2-1, PRE-1.2-2, HUM-1.2-1, HUM-1.2-2, HUM-1.2-3 */
{
    (void)state;
    static const char *const NAMES[] = {"predator_sprites.png", "safe_sprites.png",
                                        "emotion_male_sprites.png", "emotion_female_sprites.png",
                                        "item_sprites.png"};
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++)
        assert_string_equal(sheets_file_name((enum tes_sheet)sheet), NAMES[sheet]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheets_are_checked),     cmocka_unit_test(damaged_files_are_told),
        cmocka_unit_test(own_sheets_are_good),    cmocka_unit_test(folders_replace_what_they_have),
        cmocka_unit_test(files_have_their_names),
    };
    return cmocka_run_group_tests_name("sheets", tests, NULL, NULL);
}

/*
 * What the server keeps besides its stores, when memory is out: held pictures and operators' sheets
 * are whole or not there, and nothing is lost.
 */
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../unit/store/scratch.h"
#include "api/media/pictures.h"
#include "extras/archive/archive.h"
#include "inject.h"
#include "server/assets/sheets.h"

/* ------------------------------------------------------------------- pictures */

enum { PICTURES = 6, PICTURE_BYTES = 1000, HELD_BYTES = 3500 /* three of them */ };

static struct pictures *pictures;
static struct tes_arena arena;
static struct tes_slice found[PICTURES];
static char bytes[PICTURES][PICTURE_BYTES];

static void id_of(unsigned number, uint8_t id[TES_ID_BYTES])
{
    memset(id, (int)number + 1, TES_ID_BYTES);
}

/* More than fit are kept, each twice, and then all are looked for. */
static void pictures_run(void *context)
{
    (void)context;
    uint8_t id[TES_ID_BYTES];
    memset(found, 0, sizeof found);
    arena = tes_arena_new((size_t)1 << 20);
    pictures = pictures_new(HELD_BYTES);
    for (unsigned i = 0; pictures != NULL && i < 2 * PICTURES; i++) {
        id_of(i / 2, id);
        pictures_keep(pictures, id, (struct tes_slice){bytes[i / 2], PICTURE_BYTES});
    }
    for (unsigned i = 0; pictures != NULL && i < PICTURES; i++) {
        id_of(i, id);
        found[i] = pictures_find(pictures, id, &arena);
    }
}

static void pictures_after(void *context, bool was_hit)
{
    (void)context;
    for (unsigned i = 0; i < PICTURES; i++) {
        if (!was_hit)
            assert_int_equal(found[i].at != NULL, i >= PICTURES - 3);
        assert_int_equal(found[i].length, found[i].at != NULL ? PICTURE_BYTES : 0);
        if (found[i].at != NULL)
            assert_memory_equal(found[i].at, bytes[i], PICTURE_BYTES);
    }
    tes_arena_free(&arena);
    pictures_free(pictures);
}

static void test_pictures(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PICTURES; i++)
        memset(bytes[i], (int)('a' + i), PICTURE_BYTES);
    inject_each(&(struct inject_trial){.name = "held pictures",
                                       .is_counted = true,
                                       .run = pictures_run,
                                       .after = pictures_after},
                NULL);
}

/* --------------------------------------------------------------------- sheets */

enum { SIDE = 4 * SHEETS_SIDE_MIN };

static struct scratch folder;
static struct sheets sheets;
static struct tes_error error;
static bool is_loaded;
static uint8_t png[64 * 1024];
static size_t png_length;

static void make_png(void)
{
    static uint8_t pixels[SIDE * SIDE * 3];
    png_image image = {.version = PNG_IMAGE_VERSION, .width = SIDE, .height = SIDE};
    png_alloc_size_t length = sizeof png;
    image.format = PNG_FORMAT_RGB;
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(i * 7 % 251);
    assert_true(png_image_write_to_memory(&image, png, &length, 0, pixels, 0, NULL));
    png_length = length;
}

static void write_sheets(void)
{
    assert_int_equal(mkdir(folder.data, 0700), 0);
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder.data, sheets_file_name((enum tes_sheet)sheet));
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(png, 1, png_length, file), png_length);
        assert_int_equal(fclose(file), 0);
    }
}

static void sheets_run(void *context)
{
    (void)context;
    error.text[0] = '\0';
    is_loaded = sheets_load(&sheets, folder.data, &error);
}

static void sheets_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_true(is_loaded);
    if (!is_loaded) {
        assert_ptr_equal(strstr(error.text, folder.data), error.text); /* which file it is about */
        assert_non_null(strstr(error.text, ".png: "));
    }
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        struct tes_slice file = sheets.files[sheet];
        assert_int_equal(file.length, is_loaded ? png_length : 0);
        if (is_loaded)
            assert_memory_equal(file.at, png, png_length);
        else
            assert_null(file.at);
    }
    if (is_loaded)
        sheets_free(&sheets);
}

static void test_sheets(void **state)
{
    (void)state;
    make_png();
    write_sheets();
    inject_each(
        &(struct inject_trial){
            .name = "sheets_load", .is_counted = true, .run = sheets_run, .after = sheets_after},
        NULL);
}

static int make_folder(void **state)
{
    (void)state;
    folder = scratch_new_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_remove(&folder);
    return 0;
}

/* -------------------------------------------------------------------- archive */

enum { ARCHIVED = 3 };

static atomic_uint archive_results[ARCHIVE_RESULT_COUNT];
static bool is_archive_started;

static void archive_done(void *context, enum archive_result result)
{
    (void)context;
    atomic_fetch_add(&archive_results[result], 1);
}

static void archive_run(void *context)
{
    (void)context;
    for (unsigned i = 0; i < ARCHIVE_RESULT_COUNT; i++)
        atomic_store(&archive_results[i], 0);
    struct archive *archive = archive_start(&(struct archive_settings){
        .folder = folder.data, .bounds = {1000000, 1}, .done = archive_done});
    is_archive_started = archive != NULL;
    for (unsigned i = 0; archive != NULL && i < ARCHIVED; i++)
        archive_add(archive, &(struct archive_picture){.challenge_id = TES_SLICE("1"),
                                                       .png = {bytes[i], PICTURE_BYTES}});
    archive_stop(archive);
}

/* Each picture is archived or counted as left out. */
static void archive_after(void *context, bool was_hit)
{
    (void)context;
    unsigned sum = 0;
    for (unsigned i = 0; i < ARCHIVE_RESULT_COUNT; i++)
        sum += atomic_load(&archive_results[i]);
    assert_int_equal(sum, is_archive_started ? ARCHIVED : 0);
    if (!was_hit)
        assert_int_equal(atomic_load(&archive_results[ARCHIVE_STORED]), ARCHIVED);
    scratch_remove(&folder);
    folder = scratch_new();
}

static void test_archive(void **state)
{
    (void)state;
    inject_each(&(struct inject_trial){.name = "the archive of pictures",
                                       .scope = INJECT_ALL_THREADS,
                                       .run = archive_run,
                                       .after = archive_after},
                NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pictures),
        cmocka_unit_test_setup_teardown(test_sheets, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_archive, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

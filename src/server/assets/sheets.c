#include "server/assets/sheets.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/siphash.h"

enum { PIXEL_BYTES = 4, PATH_BYTES = 4096 };

static const char *const FILES[TES_SHEET_COUNT] = {
    [TES_SHEET_PREDATOR] = "predator_sprites.png",
    [TES_SHEET_SAFE] = "safe_sprites.png",
    [TES_SHEET_MALE] = "emotion_male_sprites.png",
    [TES_SHEET_FEMALE] = "emotion_female_sprites.png",
    [TES_SHEET_ITEM] = "item_sprites.png",
};

const char *sheets_file_name(enum tes_sheet sheet)
{
    return FILES[sheet];
}

/* ----------------------------------------------------------------- check */

static bool check_size(unsigned width, unsigned height, struct tes_error *error)
{
    const unsigned least = SHEETS_SIDE_MIN * TES_SHEET_SIDE;
    const unsigned most = SHEETS_SIDE_MAX * TES_SHEET_SIDE;
    if (width == height && width % TES_SHEET_SIDE == 0 && width >= least && width <= most)
        return true;
    return tes_error_set(
        error,
        "it is %u x %u pixels; expected a square of 4 x 4 sprites of equal size, from %u x %u "
        "to %u x %u pixels and divisible by 4",
        width, height, least, least, most, most);
}

/* A sprite of one colour only is a place that was left empty. */
static bool is_empty(const uint8_t *pixels, unsigned width, unsigned place)
{
    size_t side = width / TES_SHEET_SIDE, stride = (size_t)width * PIXEL_BYTES;
    const uint8_t *first = pixels + place / TES_SHEET_SIDE * side * stride +
                           place % TES_SHEET_SIDE * side * PIXEL_BYTES;
    for (size_t row = 0; row < side; row++)
        for (size_t column = 0; column < side; column++)
            if (memcmp(first + row * stride + column * PIXEL_BYTES, first, PIXEL_BYTES) != 0)
                return false;
    return true;
}

static bool check_sprites(const uint8_t *pixels, unsigned width, struct tes_error *error)
{
    for (unsigned place = 0; place < TES_SHEET_SPRITES; place++) {
        if (is_empty(pixels, width, place))
            return tes_error_set(error, "the sprite in row %u, column %u is empty",
                                 place / TES_SHEET_SIDE + 1, place % TES_SHEET_SIDE + 1);
    }
    return true;
}

bool sheets_check(struct tes_slice file, struct tes_error *error)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, file.at, file.length))
        return tes_error_set(error, "it is not a PNG file (%s)", image.message);
    bool is_good = check_size(image.width, image.height, error);
    uint8_t *pixels = NULL;
    if (is_good) {
        image.format = PNG_FORMAT_RGBA;
        pixels = malloc(PNG_IMAGE_SIZE(image));
        is_good = pixels != NULL && png_image_finish_read(&image, NULL, pixels, 0, NULL);
        if (!is_good)
            tes_error_set(error, "it can't be read (%s)",
                          pixels != NULL ? image.message : "out of memory");
    }
    if (is_good)
        is_good = check_sprites(pixels, image.width, error);
    png_image_free(&image);
    free(pixels);
    return is_good;
}

/* ------------------------------------------------------------------ load */

/* The whole file; on a NULL `at`, errno tells why. */
static struct tes_slice read_file(const char *path)
{
    struct tes_slice file = {NULL, 0};
    struct stat what;
    if (stat(path, &what) != 0)
        return file;
    if (!S_ISREG(what.st_mode)) { /* a pipe would never end */
        errno = EISDIR;
        return file;
    }
    FILE *from = fopen(path, "rb");
    char *bytes = from != NULL ? malloc(SHEETS_FILE_MAX + 1) : NULL;
    size_t length = bytes != NULL ? fread(bytes, 1, SHEETS_FILE_MAX + 1, from) : 0;
    if (bytes != NULL && (ferror(from) != 0 || length > SHEETS_FILE_MAX)) {
        errno = length > SHEETS_FILE_MAX ? EFBIG : EIO;
        free(bytes);
    } else if (bytes != NULL) {
        char *shorter = realloc(bytes, length > 0 ? length : 1);
        if (shorter != NULL)
            bytes = shorter;
        file = (struct tes_slice){bytes, length};
    }
    int reason = errno;
    if (from != NULL)
        fclose(from);
    errno = reason;
    return file;
}

static bool load_one(struct sheets *sheets, const char *folder, unsigned sheet,
                     struct tes_error *error)
{
    char path[PATH_BYTES];
    struct tes_error wrong;
    snprintf(path, sizeof path, "%s/%s", folder, FILES[sheet]);
    struct tes_slice file = read_file(path);
    if (file.at == NULL && errno == ENOENT)
        return true;
    if (file.at == NULL)
        tes_error_set(&wrong, "%s", strerror(errno));
    else if (sheets_check(file, &wrong)) {
        static const uint64_t KEY[2] = {0, 0}; /* nothing rests on it */
        sheets->files[sheet] = file;
        sheets->tags[sheet] = tes_siphash(KEY, file.at, file.length);
        return true;
    }
    free((void *)file.at);
    return tes_error_set(error, "%s: %s", path, wrong.text);
}

bool sheets_load(struct sheets *sheets, const char *folder, struct tes_error *error)
{
    unsigned found = 0;
    *sheets = (struct sheets){0};
    if (strcmp(folder, SHEETS_BUILT_IN) == 0)
        return true;
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        if (!load_one(sheets, folder, sheet, error)) {
            sheets_free(sheets);
            return false;
        }
        found += sheets->files[sheet].at != NULL;
    }
    if (found > 0)
        return true;
    return tes_error_set(error, "%s: none of the sprite sheets is there (%s and others)", folder,
                         FILES[0]);
}

void sheets_free(struct sheets *sheets)
{
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++)
        free((void *)sheets->files[sheet].at);
    *sheets = (struct sheets){0};
}

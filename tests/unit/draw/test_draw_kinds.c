/* Pictures of every kind and difficulty: within their bound, the same twice, no two alike, and read
 * by libpng as they were drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "challenge/sprites.h"

#ifdef TES_SANITIZED
enum { SEEDS = 6, HUMAN_PICTURES = 12 }; /* the same code at a fifth of the speed */
#else
enum { SEEDS = 20, HUMAN_PICTURES = 50 };
#endif

static struct tes_challenge make(const char *kind, enum tes_difficulty difficulty, uint64_t seed)
{
    struct tes_challenge challenge;
    struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate(kind, key, &options, &challenge), TES_OK);
    return challenge;
}

/* A picture in memory of exactly the bound, so that a sanitizer sees what is beyond; `content` is
 * what the memory has in it before. free() takes its pixels. */
static struct tes_image draw(const struct tes_challenge *challenge, int content)
{
    struct tes_image image;
    size_t size = tes_draw_bound(challenge);
    uint8_t *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, content, size);
    assert_int_equal(tes_draw(challenge, memory, size, &image), TES_OK);
    assert_ptr_equal(image.pixels, memory);
    assert_int_equal(image.width, challenge->view.width);
    assert_int_equal(image.height, challenge->view.height);
    assert_in_range(image.palette_count, 2, 256);
    return image;
}

static size_t pixel_count(const struct tes_image *image)
{
    return (size_t)image->width * image->height;
}

static const uint8_t *colour_at(const struct tes_image *image, size_t pixel)
{
    return image->palette[image->pixels[pixel]];
}

/* A part of the picture as one number: FNV-1a over its colours. */
static uint64_t digest(const struct tes_image *image, struct tes_area part)
{
    uint64_t sum = 0xCBF29CE484222325;
    for (unsigned y = part.y; y < part.y + part.height; y++)
        for (unsigned x = part.x; x < part.x + part.width; x++) {
            const uint8_t *colour = colour_at(image, (size_t)y * image->width + x);
            for (unsigned channel = 0; channel < 3; channel++)
                sum = (sum ^ colour[channel]) * 0x100000001B3;
        }
    return sum;
}

static uint64_t digest_all(const struct tes_image *image)
{
    return digest(image, (struct tes_area){0, 0, image->width, image->height});
}

static int compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static void assert_all_differ(uint64_t *digests, size_t count)
{
    qsort(digests, count, sizeof *digests, compare);
    for (size_t i = 1; i < count; i++)
        assert_true(digests[i] != digests[i - 1]);
}

static void check_png(const struct tes_image *image)
{
    size_t size = tes_png_bound(image->width, image->height), length;
    uint8_t *png = malloc(size);
    png_image read = {.version = PNG_IMAGE_VERSION};
    assert_non_null(png);
    assert_int_equal(tes_png_encode(image, png, size, &length), TES_OK);
    assert_true(length <= size);
    assert_true(png_image_begin_read_from_memory(&read, png, length));
    assert_int_equal(read.width, image->width);
    assert_int_equal(read.height, image->height);
    read.format = PNG_FORMAT_RGB;
    uint8_t *colours = malloc(PNG_IMAGE_SIZE(read));
    assert_non_null(colours);
    assert_true(png_image_finish_read(&read, NULL, colours, 0, NULL));
    assert_int_equal(read.warning_or_error, 0);
    size_t different = 0;
    for (size_t i = 0; i < pixel_count(image); i++)
        different += memcmp(colours + 3 * i, colour_at(image, i), 3) != 0;
    assert_int_equal(different, 0);
    free(colours);
    free(png);
}

static void assert_same(const struct tes_image *one, const struct tes_image *other)
{
    assert_memory_equal(one->pixels, other->pixels, pixel_count(one));
    assert_int_equal(one->palette_count, other->palette_count);
    assert_memory_equal(one->palette, other->palette, one->palette_count * sizeof one->palette[0]);
}

static void check_kind(const char *kind, enum tes_difficulty difficulty)
{
    uint64_t digests[SEEDS];
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct tes_challenge challenge = make(kind, difficulty, seed);
        struct tes_image image = draw(&challenge, 0x55), again = draw(&challenge, 0xAA);
        for (size_t i = 0; i < pixel_count(&image); i++)
            if (image.pixels[i] >= image.palette_count)
                fail_msg("%s: a pixel has no colour", kind);
        assert_same(&image, &again);
        check_png(&image);
        digests[seed] = digest_all(&image);
        free(image.pixels);
        free(again.pixels);
    }
    assert_all_differ(digests, SEEDS);
}

static void every_kind_is_drawn(void **state)
{
    (void)state;
    const char *kind;
    for (size_t i = 0; (kind = tes_kind_name(i)) != NULL; i++) {
        print_message("  %s\n", kind);
        for (unsigned difficulty = TES_EASY; difficulty <= TES_HARD; difficulty++)
            check_kind(kind, (enum tes_difficulty)difficulty);
    }
}

/* Things come more than once, but never with the same look: whoever looks for the one that is there
 * only once finds a hundred. */
static void no_two_cells_look_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < HUMAN_PICTURES; seed++) {
        struct tes_challenge challenge =
            make("human", (enum tes_difficulty)(TES_EASY + seed % 3), 1000 + seed);
        struct tes_image image = draw(&challenge, 0);
        unsigned columns = challenge.view.columns, side = image.width / columns;
        uint64_t digests[TES_SPRITES_MAX], kinds[2] = {0, 0};
        unsigned repeated = 0;
        for (unsigned i = 0; i < challenge.view.count; i++) {
            struct tes_area cell = {i % columns * side, i / columns * side, side, side};
            struct tes_sprite sprite = tes_sprites_of(&challenge)->cells[i];
            digests[i] = digest(&image, cell);
            if (sprite.sheet == TES_SHEET_ITEM) {
                uint64_t bit = (uint64_t)1 << sprite.index % 64;
                repeated += (kinds[sprite.index / 64] & bit) != 0;
                kinds[sprite.index / 64] |= bit;
            }
        }
        assert_true(repeated > 0);
        assert_all_differ(digests, challenge.view.count);
        free(image.pixels);
    }
}

/* Every friend becomes a threat and the other way round; all else stays. */
static struct tes_challenge with_other_moods(struct tes_challenge challenge)
{
    struct tes_sprites *sprites = (struct tes_sprites *)challenge.detail;
    for (unsigned i = 0; i < sprites->count; i++)
        sprites->cells[i].sheet =
            sprites->cells[i].sheet == TES_SHEET_SAFE ? TES_SHEET_PREDATOR : TES_SHEET_SAFE;
    return challenge;
}

/* Whether both pictures have about that colour there: each has a palette of its own. */
static bool is_alike(const struct tes_image *one, const struct tes_image *other, size_t pixel)
{
    const uint8_t *a = colour_at(one, pixel), *b = colour_at(other, pixel);
    for (unsigned i = 0; i < 3; i++)
        if (abs(a[i] - b[i]) > 10)
            return false;
    return true;
}

/* PRE-S-2: a tile's colour and pattern don't depend on whether what stands on it is right. */
static void tiles_tell_no_mood(void **state)
{
    (void)state;
    unsigned alike = 0, all = 0;
    for (uint64_t seed = 0; seed < HUMAN_PICTURES; seed++) {
        struct tes_challenge challenge = make("predator", TES_MEDIUM, seed);
        struct tes_challenge changed = with_other_moods(challenge);
        struct tes_image one = draw(&challenge, 0), other = draw(&changed, 0);
        unsigned columns = challenge.view.columns, side = one.width / columns;
        for (unsigned i = 0; i < challenge.view.count; i++) {
            for (unsigned at = side / 8; at < side; at += side / 8) { /* along the upper rim */
                size_t row = (size_t)(i / columns) * side + side / 24;
                alike += is_alike(&one, &other, row * one.width + i % columns * side + at);
                all++;
            }
        }
        free(one.pixels);
        free(other.pixels);
    }
    assert_true(alike * 100 > all * 95); /* ears and crests reach the rim of some */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_drawn),
        cmocka_unit_test(no_two_cells_look_alike),
        cmocka_unit_test(tiles_tell_no_mood),
    };
    return cmocka_run_group_tests_name("draw_kinds", tests, NULL, NULL);
}

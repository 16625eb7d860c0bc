/* From true colour to 256: the palette, what it does to colours, and what it must not depend on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/random.h"
#include "draw/paint/quantise.h"

enum { SIDE = 200, PIXELS = SIDE * SIDE };

/* Its memory has no more than the pixels, so that a sanitizer sees what is written past them. */
struct picture {
    uint32_t *colours;
    struct tes_image image;
    size_t count;
};

static struct picture picture_of(unsigned width, unsigned height)
{
    struct picture picture = {.image = {.width = width, .height = height},
                              .count = (size_t)width * height};
    picture.colours = malloc(picture.count * sizeof *picture.colours);
    picture.image.pixels = malloc(picture.count);
    assert_non_null(picture.colours);
    assert_non_null(picture.image.pixels);
    return picture;
}

static void drop(struct picture *picture)
{
    free(picture->colours);
    free(picture->image.pixels);
}

/* The memory is dirty on purpose: what it held before must not matter. */
static void quantise(struct picture *picture)
{
    static struct tes_quantise_memory memory;
    memset(&memory, 0xA5, sizeof memory);
    picture->image.palette_count = 0;
    tes_quantise(picture->colours, &picture->image, &memory);
    assert_in_range(picture->image.palette_count, 1, 256);
    for (size_t i = 0; i < picture->count; i++)
        assert_true(picture->image.pixels[i] < picture->image.palette_count);
}

static void start(struct tes_random *random, uint64_t seed)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    tes_random_start(random, key);
}

static uint32_t shown(const struct picture *picture, size_t pixel)
{
    const uint8_t *colour = picture->image.palette[picture->image.pixels[pixel]];
    return (uint32_t)colour[0] << 16 | (uint32_t)colour[1] << 8 | colour[2];
}

/* The largest difference in any channel. */
static unsigned difference(uint32_t one, uint32_t other)
{
    unsigned largest = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        int by = abs((int)(one >> shift & 255) - (int)(other >> shift & 255));
        largest = (unsigned)by > largest ? (unsigned)by : largest;
    }
    return largest;
}

static double mean_square(const struct picture *picture)
{
    double sum = 0;
    for (size_t i = 0; i < picture->count; i++) {
        for (unsigned shift = 0; shift < 24; shift += 8) {
            int by =
                (int)(picture->colours[i] >> shift & 255) - (int)(shown(picture, i) >> shift & 255);
            sum += by * by;
        }
    }
    return sum / (double)picture->count;
}

static void one_colour_stays_as_it_is(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0x000000, 0xFFFFFF, 0x123456, 0xFEFEFE, 0xF8F8F8, 0x07FF00};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        struct picture picture = picture_of(SIDE, SIDE);
        for (size_t j = 0; j < PIXELS; j++)
            picture.colours[j] = colours[i];
        quantise(&picture);
        assert_int_equal(picture.image.palette_count, 1);
        assert_int_equal(shown(&picture, 0), colours[i]);
        assert_int_equal(shown(&picture, PIXELS - 1), colours[i]);
        drop(&picture);
    }
}

static void the_upper_bits_do_not_matter(void **state)
{
    (void)state;
    struct picture picture = picture_of(3, 3);
    for (size_t i = 0; i < picture.count; i++)
        picture.colours[i] = (uint32_t)i << 24 | (i < 5 ? 0xFFFFFF : 0x336699);
    quantise(&picture);
    assert_int_equal(picture.image.palette_count, 2);
    for (size_t i = 0; i < picture.count; i++)
        assert_int_equal(shown(&picture, i), i < 5 ? 0xFFFFFF : 0x336699);
    drop(&picture);
}

/* Colours in bins of their own come out exactly, whatever their shares of the picture. */
static void few_colours_are_exact(void **state)
{
    (void)state;
    for (unsigned used = 1; used <= 256; used += 15) {
        struct picture picture = picture_of(SIDE, SIDE);
        struct tes_random random;
        start(&random, used);
        for (size_t i = 0; i < PIXELS; i++) {
            unsigned any = tes_random_below(&random, used);
            unsigned colour = i < used ? (unsigned)i : any * any / used; /* some are rare */
            /* 8 x 8 x 4 places, each in a bin of its own */
            picture.colours[i] =
                (colour % 8 * 32 + 3) << 16 | (colour / 8 % 8 * 32 + 29) << 8 | (colour / 64 * 64);
        }
        quantise(&picture);
        assert_int_equal(picture.image.palette_count, used);
        for (size_t i = 0; i < PIXELS; i++)
            assert_int_equal(shown(&picture, i), picture.colours[i]);
        drop(&picture);
    }
}

/* Any 256 colours, where some share a bin: none is off by more than the bin is wide. */
static void few_colours_stay_in_their_bins(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct picture picture = picture_of(SIDE, SIDE);
        uint32_t colours[256];
        struct tes_random random;
        start(&random, seed);
        for (unsigned i = 0; i < 256; i++)
            colours[i] = tes_random_word(&random) & (seed % 2 == 0 ? 0xFFFFFF : 0x3F3F3F);
        colours[seed] = 0xFFFFFF;
        for (size_t i = 0; i < PIXELS; i++)
            picture.colours[i] = colours[tes_random_below(&random, 256)];
        quantise(&picture);
        for (size_t i = 0; i < PIXELS; i++) {
            assert_true(difference(shown(&picture, i), picture.colours[i]) < 8);
            if (picture.colours[i] == 0xFFFFFF)
                assert_int_equal(shown(&picture, i), 0xFFFFFF);
        }
        drop(&picture);
    }
}

/* A sprite's page in small: white between flat tiles, and noise all over a part of it. */
static void flat_areas_keep_their_colour(void **state)
{
    (void)state;
    static const uint32_t tiles[] = {0xE3F1D9, 0xD9E3F1, 0xF1D9E3, 0xC02040};
    struct picture picture = picture_of(SIDE, SIDE);
    struct tes_random random;
    start(&random, 5);
    for (size_t i = 0; i < PIXELS; i++) {
        unsigned x = (unsigned)(i % SIDE), y = (unsigned)(i / SIDE);
        uint32_t noise = tes_random_word(&random) & 0xFFFFFF;
        bool is_gap = x % 100 < 4 || y % 100 < 4, is_noise = x % 100 > 70;
        picture.colours[i] = is_gap ? 0xFFFFFF : is_noise ? noise : tiles[x / 100 + y / 100 * 2];
    }
    quantise(&picture);
    for (size_t i = 0; i < PIXELS; i++) {
        unsigned x = (unsigned)(i % SIDE);
        if (picture.colours[i] == 0xFFFFFF)
            assert_int_equal(shown(&picture, i), 0xFFFFFF);
        else if (x % 100 <= 70)
            assert_true(difference(shown(&picture, i), picture.colours[i]) <= 1);
    }
    drop(&picture);
}

/* Even small ones, among so much else that the palette can't keep anything apart from them. */
static void small_flat_areas_keep_their_colour(void **state)
{
    (void)state;
    static const uint32_t flats[] = {0xE3F1D9, 0x10C0F2, 0x7A0B33, 0x00FF81, 0x445566};
    enum { FLATS = sizeof flats / sizeof flats[0], FLAT_PIXELS = 600 };
    struct picture picture = picture_of(SIDE, SIDE);
    struct tes_random random;
    start(&random, 6);
    for (size_t i = 0; i < PIXELS; i++)
        picture.colours[i] =
            i < FLATS * FLAT_PIXELS ? flats[i / FLAT_PIXELS] : tes_random_word(&random) & 0xFFFFFF;
    quantise(&picture);
    for (size_t i = 0; i < FLATS * FLAT_PIXELS; i++)
        assert_int_equal(shown(&picture, i), picture.colours[i]);
    drop(&picture);
}

/* White is the ground of the page: its edges, nearly white, must not tint it. */
static void white_stays_white(void **state)
{
    (void)state;
    struct picture picture = picture_of(SIDE, SIDE);
    struct tes_random random;
    start(&random, 7);
    for (size_t i = 0; i < PIXELS; i++) {
        uint32_t tint = 0xF8F8F8 | (tes_random_word(&random) & 0x070707);
        picture.colours[i] = i % 3 == 0 ? 0xFFFFFF : tint;
    }
    quantise(&picture);
    assert_int_equal(picture.image.palette_count, 2);
    for (size_t i = 0; i < PIXELS; i += 3)
        assert_int_equal(shown(&picture, i), 0xFFFFFF);
    drop(&picture);
}

static void noise_is_as_near_as_its_boxes(void **state)
{
    (void)state;
    struct picture picture = picture_of(SIDE, SIDE);
    struct tes_random random;
    start(&random, 9);
    for (size_t i = 0; i < PIXELS; i++)
        picture.colours[i] = tes_random_word(&random);
    quantise(&picture);
    assert_int_equal(picture.image.palette_count, 256);
    /* 256 equal boxes of a uniform cube: sides of 32, 32 and 64, s^2 / 12 each. */
    assert_true(mean_square(&picture) < (2 * 32 * 32 + 64 * 64) / 12.0 * 1.02);
    drop(&picture);
}

/* Where colours stand must not show in the palette: only how often they occur. */
static void order_does_not_change_the_palette(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct picture one = picture_of(SIDE, SIDE), other = picture_of(PIXELS, 1);
        struct tes_random random;
        start(&random, seed);
        uint32_t colour = 0;
        for (size_t i = 0; i < PIXELS; i++) {
            if (tes_random_below(&random, 9) == 0) { /* runs of all lengths */
                colour = tes_random_word(&random);
                colour &= seed % 2 == 0 ? 0xFFFFFF : 0xF83FF8;
            }
            one.colours[i] = other.colours[i] = colour;
        }
        for (unsigned i = PIXELS - 1; i > 0; i--) {
            unsigned j = tes_random_below(&random, i + 1);
            uint32_t swap = other.colours[i];
            other.colours[i] = other.colours[j];
            other.colours[j] = swap;
        }
        quantise(&one);
        quantise(&other);
        assert_int_equal(one.image.palette_count, other.image.palette_count);
        assert_memory_equal(one.image.palette, other.image.palette,
                            one.image.palette_count * sizeof one.image.palette[0]);
        drop(&one);
        drop(&other);
    }
}

/* Every size around the blocks that pixels are looked at in. */
static void small_pictures_are_whole(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 40; width++) {
        struct picture picture = picture_of(width, 1);
        for (size_t i = 0; i < width; i++)
            picture.colours[i] = (uint32_t)(i / 3 % 3) * 0x404040;
        quantise(&picture);
        for (size_t i = 0; i < width; i++)
            assert_int_equal(shown(&picture, i), picture.colours[i]);
        drop(&picture);
    }
}

/* With the palette that was found: the same pixels again, and an entry for every other colour. */
static void more_pixels_have_the_same_palette(void **state)
{
    (void)state;
    static struct tes_quantise_memory memory;
    static const uint32_t KINDS[] = {0xFFFFFF, 0x123456, 0};
    for (unsigned kind = 0; kind < 3; kind++) {
        struct picture picture = picture_of(40, 30);
        struct tes_random random;
        uint8_t again[40 * 30], others[3];
        start(&random, kind);
        for (size_t i = 0; i < picture.count; i++)
            picture.colours[i] = KINDS[kind] != 0 ? KINDS[kind] : tes_random_word(&random) >> 9;
        memset(&memory, 0xA5, sizeof memory);
        tes_quantise(picture.colours, &picture.image, &memory);
        tes_quantise_more(picture.colours, picture.count, &memory, again);
        assert_memory_equal(again, picture.image.pixels, picture.count);
        tes_quantise_more((const uint32_t[]){0xFFFFFF, 0x808080, 0}, 3, &memory, others);
        for (unsigned i = 0; i < 3; i++)
            assert_true(others[i] < picture.image.palette_count);
        drop(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_colour_stays_as_it_is),
        cmocka_unit_test(the_upper_bits_do_not_matter),
        cmocka_unit_test(few_colours_are_exact),
        cmocka_unit_test(few_colours_stay_in_their_bins),
        cmocka_unit_test(flat_areas_keep_their_colour),
        cmocka_unit_test(small_flat_areas_keep_their_colour),
        cmocka_unit_test(white_stays_white),
        cmocka_unit_test(noise_is_as_near_as_its_boxes),
        cmocka_unit_test(order_does_not_change_the_palette),
        cmocka_unit_test(small_pictures_are_whole),
        cmocka_unit_test(more_pixels_have_the_same_palette),
    };
    return cmocka_run_group_tests_name("quantise", tests, NULL, NULL);
}

/* Pictures: shapes, the puzzle's raster, and PNG as libpng reads it. */
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "challenge/types/puzzle.h"
#include "draw/paint/canvas.h"

enum { WIDTH = TES_PUZZLE_WIDTH, HEIGHT = TES_PUZZLE_HEIGHT, PIXELS = WIDTH * HEIGHT };

static void make(uint64_t seed, struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.difficulty = (enum tes_difficulty)(1 + seed % 3)};
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("puzzle", key, &options, challenge), TES_OK);
}

static void draw(const struct tes_challenge *challenge, uint8_t pixels[PIXELS],
                 struct tes_image *image)
{
    size_t size = tes_draw_bound(challenge);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(tes_draw(challenge, memory, size, image), TES_OK);
    memcpy(pixels, image->pixels, PIXELS);
    image->pixels = pixels;
    free(memory);
}

/* Encodes into memory of exactly the bound, so that a sanitizer sees what is written past it. */
static uint8_t *encode(const struct tes_image *image, size_t *length)
{
    size_t size = tes_png_bound(image->width, image->height);
    uint8_t *png = malloc(size);
    assert_non_null(png);
    assert_int_equal(tes_png_encode(image, png, size, length), TES_OK);
    assert_true(*length <= size);
    return png;
}

/* ---------------------------------------------------------------- shapes */

static struct tes_image blank(uint8_t *pixels, unsigned width, unsigned height)
{
    struct tes_image image = {.width = width, .height = height, .pixels = pixels};
    memset(pixels, 0xEE, (size_t)width * height);
    return image;
}

static void ramps_lead_from_one_colour_to_the_other(void **state)
{
    (void)state;
    struct tes_image image = {0};
    tes_ramp ramp = tes_canvas_ramp(&image, 0x000000, 0x1020FF);
    const uint8_t ends[2][3] = {{0, 0, 0}, {0x10, 0x20, 0xFF}};
    assert_memory_equal(image.palette[ramp], ends[0], 3);
    assert_memory_equal(image.palette[ramp + TES_CANVAS_STEPS], ends[1], 3);
    assert_int_equal(image.palette[ramp + TES_CANVAS_STEPS / 2][1], 0x10);
    for (unsigned i = 1; i < 15; i++)
        assert_int_equal(tes_canvas_ramp(&image, 0, 0xFFFFFF), 17 * i);
    assert_int_equal(image.palette_count, 255);
    assert_int_equal(tes_canvas_ramp(&image, 0, 0), 238); /* full: the last again */
    assert_int_equal(image.palette_count, 255);
}

/* The area of a shape, in sixteenths of a pixel. */
static unsigned area(const struct tes_image *image, tes_ramp ramp)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < image->width * image->height; i++)
        sum += image->pixels[i] - ramp;
    return sum;
}

static void shapes_cover_their_area(void **state)
{
    (void)state;
    enum { SIDE = 100, UNIT = TES_CANVAS_UNIT };
    static uint8_t pixels[SIDE * SIDE];
    struct tes_image image = blank(pixels, SIDE, SIDE);
    tes_ramp ramp = tes_canvas_ramp(&image, 0, 0xFFFFFF);

    tes_canvas_clear(&image, ramp);
    tes_canvas_box(&image, (struct tes_box){10, 20, 30, 40, 0}, ramp);
    assert_int_equal(area(&image, ramp), 16 * 30 * 40);

    tes_canvas_clear(&image, ramp);
    tes_canvas_box(&image, (struct tes_box){10, 20, 30, 40, 10}, ramp);
    assert_in_range(area(&image, ramp), 16 * 1104, 16 * 1124); /* 1200 - (4 - pi) * 100 */

    tes_canvas_clear(&image, ramp);
    tes_canvas_ring(&image, (struct tes_ring){50 * UNIT, 50 * UNIT, 40 * UNIT, 0, TES_QUARTER_ALL},
                    ramp);
    assert_in_range(area(&image, ramp), 16 * 5000, 16 * 5053); /* 5026.5 */

    tes_canvas_clear(&image, ramp);
    tes_canvas_ring(
        &image, (struct tes_ring){50 * UNIT, 50 * UNIT, 40 * UNIT, 20 * UNIT, TES_QUARTER_TOP_LEFT},
        ramp);
    assert_in_range(area(&image, ramp), 16 * 932, 16 * 952); /* 942.5 */
    for (unsigned i = 50 * SIDE; i < SIDE * SIDE; i++)
        assert_int_equal(pixels[i], ramp);

    tes_canvas_clear(&image, ramp);
    tes_canvas_line(&image, (struct tes_line){20 * UNIT, 20 * UNIT, 80 * UNIT, 65 * UNIT, 5 * UNIT},
                    ramp);
    assert_in_range(area(&image, ramp), 16 * 820, 16 * 837); /* 750 + 78.5 */
}

static void shapes_are_clipped(void **state)
{
    (void)state;
    enum { SIDE = 16, UNIT = TES_CANVAS_UNIT };
    uint8_t *pixels = malloc(SIDE * SIDE);
    assert_non_null(pixels);
    struct tes_image image = blank(pixels, SIDE, SIDE);
    tes_ramp ramp = tes_canvas_ramp(&image, 0, 0xFFFFFF);
    for (int at = -40; at <= 40; at += 5) {
        tes_canvas_box(&image, (struct tes_box){at, -at, 20, 20, 6}, ramp);
        tes_canvas_ring(
            &image, (struct tes_ring){at * UNIT, at * UNIT, 9 * UNIT, 0, TES_QUARTER_ALL}, ramp);
        tes_canvas_line(&image, (struct tes_line){at * UNIT, 0, -at * UNIT, 9 * UNIT, 2 * UNIT},
                        ramp);
    }
    tes_canvas_clear(&image, ramp);
    tes_canvas_box(&image, (struct tes_box){100, 100, 20, 20, 6}, ramp);
    tes_canvas_box(&image, (struct tes_box){-100, -100, 20, 20, 6}, ramp);
    assert_int_equal(area(&image, ramp), 0);
    free(pixels);
}

/* ------------------------------------------------------------ the puzzle */

static void pictures_are_the_same_twice(void **state)
{
    (void)state;
    static uint8_t first[PIXELS], second[PIXELS];
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct tes_challenge challenge;
        struct tes_image one, two;
        make(seed, &challenge);
        memset(first, 0x55, sizeof first);
        memset(second, 0xAA, sizeof second);
        draw(&challenge, first, &one);
        draw(&challenge, second, &two);
        assert_memory_equal(first, second, PIXELS);
        assert_int_equal(one.palette_count, two.palette_count);
        assert_memory_equal(one.palette, two.palette, sizeof one.palette);
        for (size_t i = 0; i < PIXELS; i++)
            assert_true(first[i] < one.palette_count);
    }
}

/* The colour at the middle of a cell's side, where neither mark nor corner is. */
static const uint8_t *cell_colour(const struct tes_image *image, unsigned panel_x, unsigned cell)
{
    unsigned x = panel_x + 6 + cell % 4 * 36 + 16, y = 25 + 6 + cell / 4 * 36 + 3;
    return image->palette[image->pixels[y * image->width + x]];
}

static void picture_shows_the_three_grids(void **state) /* PUZ-1, PUZ-2 */
{
    (void)state;
    static const uint8_t colours[3][3] = {
        {0xE9, 0xEC, 0xF1}, {0x15, 0x17, 0x1C}, {0xE5, 0x39, 0x7F}};
    static uint8_t pixels[PIXELS];
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct tes_challenge challenge;
        struct tes_image image;
        make(seed, &challenge);
        draw(&challenge, pixels, &image);
        const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
        const struct {
            unsigned x;
            const uint8_t *cells;
        } panels[3] = {{16, puzzle->before}, {207, puzzle->after}, {400, puzzle->start}};
        for (unsigned i = 0; i < 3; i++)
            for (unsigned cell = 0; cell < TES_PUZZLE_CELLS; cell++)
                assert_memory_equal(cell_colour(&image, panels[i].x, cell),
                                    colours[panels[i].cells[cell]], 3);
    }
}

/* What a visitor does not see must not be in the file either: neither in bytes nor in length. */
static void picture_does_not_depend_on_the_solution(void **state) /* PUZ-21 */
{
    (void)state;
    static uint8_t pixels[PIXELS], others[PIXELS];
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct tes_challenge challenge, other;
        struct tes_image image;
        size_t length, other_length;
        make(seed, &challenge);
        other = challenge;
        struct tes_puzzle *changed = (struct tes_puzzle *)other.detail;
        for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
            changed->solution[i] = (uint8_t)((changed->solution[i] + 1 + i % 2) % 3);
        changed->first = (uint8_t)(7 - changed->first);
        changed->second = (uint8_t)(7 - changed->second);
        draw(&challenge, pixels, &image);
        uint8_t *png = encode(&image, &length);
        draw(&other, others, &image);
        uint8_t *other_png = encode(&image, &other_length);
        assert_int_equal(length, other_length);
        assert_memory_equal(png, other_png, length);
        free(png);
        free(other_png);
    }
}

static void small_memory_is_told(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    struct tes_image image;
    make(1, &challenge);
    size_t size = tes_draw_bound(&challenge);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(tes_draw(&challenge, memory, size - 1, &image), TES_TOO_SMALL);
    challenge.kind = NULL;
    assert_int_equal(tes_draw(&challenge, memory, size, &image), TES_UNKNOWN_KIND);
    free(memory);
}

/* ------------------------------------------------------------------- PNG */

/* Reads with libpng and compares every pixel's colour. */
static void check_png(const struct tes_image *image, const uint8_t *png, size_t length)
{
    png_image read = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&read, png, length));
    assert_int_equal(read.width, image->width);
    assert_int_equal(read.height, image->height);
    read.format = PNG_FORMAT_RGB;
    uint8_t *colours = malloc(PNG_IMAGE_SIZE(read));
    assert_non_null(colours);
    assert_true(png_image_finish_read(&read, NULL, colours, 0, NULL));
    assert_int_equal(read.warning_or_error, 0);
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        assert_memory_equal(colours + 3 * i, image->palette[image->pixels[i]], 3);
    free(colours);
}

static void png_holds_the_pixels(void **state)
{
    (void)state;
    static uint8_t pixels[PIXELS];
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct tes_challenge challenge;
        struct tes_image image;
        size_t length;
        make(seed, &challenge);
        draw(&challenge, pixels, &image);
        uint8_t *png = encode(&image, &length);
        check_png(&image, png, length);
        free(png);
    }
}

static const struct shape {
    const char *name;
    unsigned width, height, colours;
} SHAPES[] = {
    {"one pixel", 1, 1, 1},
    {"a row", 500, 1, 2},
    {"a column", 1, 500, 3},
    {"one colour", 333, 77, 1},
    {"noise", 301, 299, 256},
    {"noise, past a window", 900, 700, 256},
    {"noise, few colours", 256, 256, 17},
};

static void png_holds_any_picture_in_its_bound(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        const struct shape *shape = &SHAPES[i];
        const uint8_t key[TES_KEY_BYTES] = {(uint8_t)i};
        struct tes_random random;
        struct tes_image image = {
            .width = shape->width, .height = shape->height, .palette_count = shape->colours};
        size_t count = (size_t)shape->width * shape->height, length;
        print_message("  %s\n", shape->name);
        image.pixels = malloc(count);
        assert_non_null(image.pixels);
        tes_random_start(&random, key);
        for (size_t j = 0; j < count; j++)
            image.pixels[j] = (uint8_t)tes_random_below(&random, shape->colours);
        for (size_t j = 0; j < shape->colours; j++)
            for (size_t channel = 0; channel < 3; channel++)
                image.palette[j][channel] = (uint8_t)tes_random_below(&random, 256);
        uint8_t *png = encode(&image, &length);
        check_png(&image, png, length);
        free(png);
        free(image.pixels);
    }
}

/* Packs the picture once more, `bytes` further down on the stack. */
static void assert_same_further_down(const struct tes_image *image, const uint8_t *png,
                                     size_t length, size_t bytes)
{
    volatile uint8_t *between = alloca(bytes);
    between[0] = 0;
    size_t other_length;
    uint8_t *other_png = encode(image, &other_length);
    assert_int_equal(other_length, length);
    assert_memory_equal(other_png, png, length);
    free(other_png);
}

/* The packer once took an address on its stack for pixels: about one file in 4,000 was another one
 * where the stack lay elsewhere. */
static void same_pixels_are_the_same_bytes_wherever_the_stack_lies(void **state)
{
    (void)state;
    enum { SIDE = 12, PICTURES = 100, DEPTHS = 100, DEPTH_BYTES = 65536, COLOURS = 200 };
    uint8_t pixels[SIDE * SIDE];
    struct tes_random random;
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(8, key);
    tes_random_start(&random, key);
    for (unsigned i = 0; i < PICTURES; i++) {
        struct tes_image image = blank(pixels, SIDE, SIDE);
        image.palette_count = COLOURS;
        /* Rows are alike: whether the second is found to be like the first hangs on its start. */
        for (size_t j = 0; j < sizeof pixels; j++)
            pixels[j] = j < SIDE ? (uint8_t)tes_random_below(&random, COLOURS) : pixels[j - SIDE];
        size_t length;
        uint8_t *png = encode(&image, &length);
        for (size_t depth = 1; depth < DEPTHS; depth++)
            assert_same_further_down(&image, png, length, depth * DEPTH_BYTES);
        free(png);
    }
}

static void png_has_four_chunks_and_no_more(void **state)
{
    (void)state;
    static uint8_t pixels[PIXELS];
    static const char *const types[] = {"IHDR", "PLTE", "IDAT", "IEND"};
    struct tes_challenge challenge;
    struct tes_image image;
    size_t length, at = 8;
    make(1, &challenge);
    draw(&challenge, pixels, &image);
    uint8_t *png = encode(&image, &length);
    for (unsigned i = 0; i < 4; i++) {
        size_t data = (size_t)png[at] << 24 | (size_t)png[at + 1] << 16 | (size_t)png[at + 2] << 8 |
                      png[at + 3];
        assert_memory_equal(png + at + 4, types[i], 4);
        at += data + 12;
    }
    assert_int_equal(at, length);
    free(png);
}

static const struct refusal {
    const char *name;
    unsigned width, height, colours;
    size_t size_less;
    enum tes_status status;
} REFUSALS[] = {
    {"good", 8, 8, 4, 0, TES_OK},
    {"no width", 0, 8, 4, 0, TES_BAD_ARGUMENT},
    {"no height", 8, 0, 4, 0, TES_BAD_ARGUMENT},
    {"too wide", 16385, 1, 4, 0, TES_BAD_ARGUMENT},
    {"too high", 1, UINT32_MAX, 4, 0, TES_BAD_ARGUMENT},
    {"no colour", 8, 8, 0, 0, TES_BAD_ARGUMENT},
    {"too many colours", 8, 8, 257, 0, TES_BAD_ARGUMENT},
    {"a byte too small", 8, 8, 4, 1, TES_TOO_SMALL},
};

static void png_refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++) {
        const struct refusal *refusal = &REFUSALS[i];
        uint8_t pixels[64] = {0}, png[4096];
        size_t length;
        struct tes_image image = {.width = refusal->width,
                                  .height = refusal->height,
                                  .palette_count = refusal->colours,
                                  .pixels = pixels};
        print_message("  %s\n", refusal->name);
        assert_int_equal(
            tes_png_encode(&image, png, tes_png_bound(8, 8) - refusal->size_less, &length),
            refusal->status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramps_lead_from_one_colour_to_the_other),
        cmocka_unit_test(shapes_cover_their_area),
        cmocka_unit_test(shapes_are_clipped),
        cmocka_unit_test(pictures_are_the_same_twice),
        cmocka_unit_test(picture_shows_the_three_grids),
        cmocka_unit_test(picture_does_not_depend_on_the_solution),
        cmocka_unit_test(small_memory_is_told),
        cmocka_unit_test(png_holds_the_pixels),
        cmocka_unit_test(png_holds_any_picture_in_its_bound),
        cmocka_unit_test(same_pixels_are_the_same_bytes_wherever_the_stack_lies),
        cmocka_unit_test(png_has_four_chunks_and_no_more),
        cmocka_unit_test(png_refuses_what_it_cannot_hold),
    };
    return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}

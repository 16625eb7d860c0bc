/* The studio: a picture in true colour, and extra memory for whoever draws it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/paint/studio.h"

enum { PAPER = 0xFFFFFF, INK = 0x102030, MARK = 0xA5 };

/* Exactly as much memory as the bound asks for: what goes beyond is a fault under ASan. */
static struct tes_studio *start(struct tes_image *image, unsigned width, unsigned height,
                                size_t extra_size)
{
    *image = (struct tes_image){.width = width, .height = height};
    image->pixels = malloc((size_t)width * height + tes_studio_bound(width, height, extra_size));
    assert_non_null(image->pixels);
    return tes_studio_start(image, PAPER);
}

static void extra_memory_is_aligned_and_left_alone(void **state)
{
    (void)state;
    static const struct {
        unsigned width, height;
        size_t extra_size;
    } CASES[] = {{16, 16, 64}, {1, 1, 1}, {5, 3, 48}, {33, 7, 1000}, {64, 48, 100000}};
    for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        unsigned width = CASES[i].width, height = CASES[i].height, stride;
        size_t size = CASES[i].extra_size;
        struct tes_image image;
        struct tes_studio *studio = start(&image, width, height, size);
        uint8_t *extra = tes_studio_extra(studio);
        assert_int_equal((uintptr_t)extra % 16, 0);
        memset(extra, MARK, size);
        struct tes_area all = {0, 0, width, height};
        uint32_t *colours = tes_studio_pixels(studio, all, &stride);
        assert_int_equal(stride, width);
        for (unsigned j = 0; j < width * height; j++) {
            assert_int_equal(colours[j], PAPER);
            colours[j] = INK;
        }
        tes_studio_end(studio);
        for (size_t j = 0; j < size; j++)
            assert_int_equal(extra[j], MARK);
        assert_int_equal(image.palette_count, 1);
        free(image.pixels);
    }
}

/* Whoever needs none gets none. */
static void extra_memory_is_what_was_asked_for(void **state)
{
    (void)state;
    size_t none = tes_studio_bound(33, 7, 0);
    assert_int_equal(tes_studio_bound(33, 7, 1000), none + 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extra_memory_is_aligned_and_left_alone),
        cmocka_unit_test(extra_memory_is_what_was_asked_for),
    };
    return cmocka_run_group_tests_name("studio", tests, NULL, NULL);
}

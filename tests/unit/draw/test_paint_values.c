/* The painter's colours and numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "paint_reference.h"

static void colours_are_mixed(void **state)
{
    (void)state;
    assert_int_equal(tes_colour_mix(0xFF000000, 0xFFFFFFFF, 0), 0xFF000000);
    assert_int_equal(tes_colour_mix(0xFF000000, 0xFFFFFFFF, 1), 0xFFFFFFFF);
    assert_int_equal(tes_colour_mix(0xFF000000, 0xFFFFFFFF, 7), 0xFFFFFFFF);
    assert_int_equal(tes_colour_mix(0xFF204060, 0x80406080, 0.5F), 0xC0305070);
    assert_int_equal(tes_colour_shade(0xFF808080, -1), 0xFF000000);
    assert_int_equal(tes_colour_shade(0x80808080, 1), 0x80FFFFFF);
    assert_int_equal(tes_colour_shade(0xFF808080, -0.5F), 0xFF404040);
    assert_int_equal(tes_colour_alpha(0xFF123456, 0), 0x00123456);
    assert_int_equal(tes_colour_alpha(0x00123456, 2), 0xFF123456);
    assert_int_equal(tes_colour_alpha(0x00123456, 0.5F), 0x80123456);
}

static void hues_are_known(void **state)
{
    (void)state;
    static const struct {
        float hue, saturation, lightness;
        tes_colour colour;
    } hues[] = {
        {0, 1, 0.5F, 0xFFFF0000},       {60, 1, 0.5F, 0xFFFFFF00},   {120, 1, 0.5F, 0xFF00FF00},
        {180, 1, 0.5F, 0xFF00FFFF},     {240, 1, 0.5F, 0xFF0000FF},  {300, 1, 0.5F, 0xFFFF00FF},
        {30, 1, 0.5F, 0xFFFF8000},      {360, 1, 0.5F, 0xFFFF0000},  {-120, 1, 0.5F, 0xFF0000FF},
        {780, 1, 0.5F, 0xFFFFFF00},     {77, 0, 0.5F, 0xFF808080},   {77, 1, 0, 0xFF000000},
        {77, 1, 1, 0xFFFFFFFF},         {0, 0.5F, 0.5F, 0xFFBF4040}, {210, 0.5F, 0.25F, 0xFF204060},
        {120, 0.6F, 0.75F, 0xFF99E699},
    };
    for (size_t i = 0; i < sizeof hues / sizeof hues[0]; i++) {
        tes_colour colour = tes_colour_hsl(hues[i].hue, hues[i].saturation, hues[i].lightness);
        assert_int_equal(colour >> 24, 0xFF);
        for (unsigned shift = 0; shift < 24; shift += 8)
            assert_in_range((colour >> shift & 255) + 1 - (hues[i].colour >> shift & 255), 0, 2);
    }
}

/* --------------------------------------------------------------- numbers */

static void sines_are_accurate(void **state)
{
    (void)state;
    for (int i = -7200; i <= 7200; i++) {
        float degrees = (float)i / 10;
        double by = (double)tes_number_sin(degrees) - sine((double)degrees);
        assert_true(by < 5e-6 && by > -5e-6);
        by = (double)tes_number_cos(degrees) - cosine((double)degrees);
        assert_true(by < 5e-6 && by > -5e-6);
    }
    assert_true(tes_number_sin(0) == 0);
    assert_true(tes_number_sqrt(0) == 0);
    assert_true(tes_number_sqrt(-4) == 0);
    float number = 1e-6F;
    for (unsigned i = 0; i < 60; i++) {
        number *= 1.7F;
        double root = (double)tes_number_sqrt(number), by = root * root / (double)number - 1;
        assert_true(by < 3e-7 && by > -3e-7);
    }
}

static void random_numbers_are_in_range(void **state)
{
    (void)state;
    struct tes_random random;
    static const tes_rgb colours[3] = {1, 2, 3};
    unsigned chances = 0, seen[4] = {0};
    double sum = 0;
    const uint8_t key[TES_KEY_BYTES] = {11};
    tes_random_start(&random, key);
    for (unsigned i = 0; i < 10000; i++) {
        float number = tes_random_between(&random, -3, 5);
        assert_true(number >= -3 && number < 5);
        sum += (double)number;
        chances += tes_random_chance(&random, 4);
        seen[tes_random_colour(&random, colours, 3) & 3]++;
    }
    assert_true(sum > 9000 && sum < 11000);
    assert_in_range(chances, 2300, 2700);
    for (unsigned i = 1; i <= 3; i++)
        assert_in_range(seen[i], 3100, 3600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_mixed),
        cmocka_unit_test(hues_are_known),
        cmocka_unit_test(sines_are_accurate),
        cmocka_unit_test(random_numbers_are_in_range),
    };
    return cmocka_run_group_tests_name("paint_values", tests, NULL, NULL);
}

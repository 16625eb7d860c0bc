/* The generator against RFC 8439's vectors, and the evenness of what is drawn from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/codec.h"
#include "challenge/random.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

/* RFC 8439: 2.3.2 and appendix A.1. */
static const struct vector {
    const char *name, *key;
    uint32_t counter, nonce[3];
    const char *stream;
} VECTORS[] = {
    {"2.3.2: key, nonce and counter",
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     1,
     {0x09000000, 0x4a000000, 0x00000000},
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"A.1 #1: all zero",
     ZEROS,
     0,
     {0},
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {"A.1 #2: the second block",
     ZEROS,
     1,
     {0},
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {"A.1 #3: the key's last bit",
     "0000000000000000000000000000000000000000000000000000000000000001",
     1,
     {0},
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"A.1 #4: the third block",
     "00ff000000000000000000000000000000000000000000000000000000000000",
     2,
     {0},
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
};

static void stream_has_the_published_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof VECTORS / sizeof VECTORS[0]; i++) {
        const struct vector *vector = &VECTORS[i];
        uint8_t key[TES_KEY_BYTES], expected[64];
        struct tes_random random;
        print_message("  %s\n", vector->name);
        assert_true(tes_hex_decode(tes_slice_of(vector->key), key, sizeof key));
        assert_true(tes_hex_decode(tes_slice_of(vector->stream), expected, sizeof expected));
        tes_random_start(&random, key);
        random.state[12] = vector->counter;
        memcpy(&random.state[13], vector->nonce, sizeof vector->nonce);
        for (size_t at = 0; at < sizeof expected; at += 4) {
            uint32_t word = tes_random_word(&random);
            for (size_t j = 0; j < 4; j++)
                assert_int_equal(word >> (8 * j) & 255, expected[at + j]);
        }
    }
}

static void blocks_follow_each_other(void **state)
{
    (void)state;
    const uint8_t key[TES_KEY_BYTES] = {0};
    struct tes_random random;
    tes_random_start(&random, key);
    for (unsigned i = 0; i < 16; i++)
        (void)tes_random_word(&random);
    assert_int_equal(tes_random_word(&random), 0xbee7079f); /* A.1 #2 begins like this */
}

static void end_wipes_the_key(void **state)
{
    (void)state;
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    const struct tes_random wiped = {0};
    memset(key, 0xA5, sizeof key);
    tes_random_start(&random, key);
    (void)tes_random_word(&random);
    tes_random_end(&random);
    assert_memory_equal(&random, &wiped, sizeof random);
}

/* Chi-squared against a uniform expectation. */
static double chi_squared(const unsigned *counts, size_t cells, double total)
{
    double expected = total / (double)cells, sum = 0;
    for (size_t i = 0; i < cells; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

/* `limit`: what chi-squared passes once in a thousand, for bound - 1 degrees of freedom. */
static const struct evenness {
    uint32_t bound;
    double limit;
} EVENNESS[] = {{2, 10.83}, {3, 13.82}, {7, 22.46}, {10, 27.88}, {16, 37.70}, {24, 49.73}};

static void below_is_even(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EVENNESS / sizeof EVENNESS[0]; i++) {
        const uint8_t key[TES_KEY_BYTES] = {(uint8_t)i, 1};
        unsigned counts[24] = {0};
        struct tes_random random;
        tes_random_start(&random, key);
        for (unsigned draw = 0; draw < 240000; draw++) {
            uint32_t value = tes_random_below(&random, EVENNESS[i].bound);
            assert_true(value < EVENNESS[i].bound);
            counts[value]++;
        }
        assert_true(chi_squared(counts, EVENNESS[i].bound, 240000) < EVENNESS[i].limit);
    }
}

/* With 3 * 2^30 there are four words for three values: a remainder would make the first third twice
 * as likely as the others, and the high half of a product every third value. With 5 * 2^29 there
 * are eight for five, so that three of eight have to be drawn again, and not just some of them. */
static const struct large {
    uint32_t parts, part;
    double limit;
} LARGE[] = {{3, 1U << 30, 13.82}, {5, 1U << 29, 18.47}};

static void below_has_no_bias_at_large_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof LARGE / sizeof LARGE[0]; i++) {
        const uint8_t key[TES_KEY_BYTES] = {9};
        unsigned places[5] = {0}, remainders[5] = {0};
        struct tes_random random;
        tes_random_start(&random, key);
        for (unsigned draw = 0; draw < 300000; draw++) {
            uint32_t value = tes_random_below(&random, LARGE[i].parts * LARGE[i].part);
            places[value / LARGE[i].part]++;
            remainders[value % LARGE[i].parts]++;
        }
        assert_true(chi_squared(places, LARGE[i].parts, 300000) < LARGE[i].limit);
        assert_true(chi_squared(remainders, LARGE[i].parts, 300000) < LARGE[i].limit);
    }
}

static void below_holds_at_the_edges(void **state)
{
    (void)state;
    const uint8_t key[TES_KEY_BYTES] = {3};
    struct tes_random random;
    tes_random_start(&random, key);
    for (unsigned draw = 0; draw < 1000; draw++) {
        assert_int_equal(tes_random_below(&random, 0), 0);
        assert_int_equal(tes_random_below(&random, 1), 0);
        assert_true(tes_random_below(&random, UINT32_MAX) < UINT32_MAX);
    }
}

static void shuffle_makes_every_order_as_often(void **state)
{
    (void)state;
    const uint8_t key[TES_KEY_BYTES] = {5};
    unsigned counts[256] = {0}, seen[24], orders = 0;
    struct tes_random random;
    tes_random_start(&random, key);
    for (unsigned draw = 0; draw < 240000; draw++) {
        uint8_t items[4] = {0, 1, 2, 3};
        tes_random_shuffle(&random, items, 4);
        counts[items[0] << 6 | items[1] << 4 | items[2] << 2 | items[3]]++;
    }
    for (unsigned i = 0; i < 256; i++)
        if (counts[i] > 0 && orders < 24)
            seen[orders++] = counts[i];
    assert_int_equal(orders, 24);
    assert_true(chi_squared(seen, 24, 240000) < 49.73);
}

static void shuffle_of_little_is_harmless(void **state)
{
    (void)state;
    const uint8_t key[TES_KEY_BYTES] = {6};
    uint8_t one = 7;
    struct tes_random random;
    tes_random_start(&random, key);
    tes_random_shuffle(&random, NULL, 0);
    tes_random_shuffle(&random, &one, 1);
    assert_int_equal(one, 7);
}

static void seeds_give_different_keys(void **state)
{
    (void)state;
    uint8_t keys[4][TES_KEY_BYTES], again[TES_KEY_BYTES];
    const uint64_t seeds[4] = {0, 1, (uint64_t)1 << 32, UINT64_MAX};
    for (unsigned i = 0; i < 4; i++) {
        tes_key_from_seed(seeds[i], keys[i]);
        tes_key_from_seed(seeds[i], again);
        assert_memory_equal(keys[i], again, sizeof again);
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(keys[i], keys[j], TES_KEY_BYTES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_has_the_published_bytes),
        cmocka_unit_test(blocks_follow_each_other),
        cmocka_unit_test(end_wipes_the_key),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_has_no_bias_at_large_bounds),
        cmocka_unit_test(below_holds_at_the_edges),
        cmocka_unit_test(shuffle_makes_every_order_as_often),
        cmocka_unit_test(shuffle_of_little_is_harmless),
        cmocka_unit_test(seeds_give_different_keys),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}

/* Base64url and hexadecimal, SipHash, secrets and clocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/codec.h"
#include "base/secret.h"
#include "base/siphash.h"
#include "os/clock.h"
#include "os/entropy.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* RFC 4648, section 10, without padding; and the two letters that are base64url's own. */
static const struct known {
    const char *bytes, *text;
} KNOWN[] = {
    {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
    {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xFB\xFF", "-_8"},
};

static void base64_has_the_published_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(KNOWN); i++) {
        char text[16], bytes[16];
        size_t length;
        struct tes_buf buf = tes_buf_on(text, sizeof text);
        tes_base64_encode(&buf, KNOWN[i].bytes, strlen(KNOWN[i].bytes));
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(text, KNOWN[i].text);
        assert_true(tes_base64_decode(tes_slice_of(text), bytes, sizeof bytes, &length));
        assert_int_equal(length, strlen(KNOWN[i].bytes));
        assert_memory_equal(bytes, KNOWN[i].bytes, length);
    }
}

static void codecs_go_there_and_back_at_every_length(void **state)
{
    (void)state;
    uint8_t bytes[200], back[200];
    char text[402];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 151 + 77);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        size_t back_length;
        struct tes_buf buf = tes_buf_on(text, sizeof text);
        tes_base64_encode(&buf, bytes, length);
        assert_int_equal(buf.length, TES_BASE64_LENGTH(length));
        assert_true(tes_base64_decode(tes_buf_done(&buf), back, length, &back_length));
        assert_int_equal(back_length, length);
        assert_memory_equal(back, bytes, length);
        if (length > 0)
            assert_false(tes_base64_decode(tes_buf_done(&buf), back, length - 1, &back_length));

        buf = tes_buf_on(text, sizeof text);
        tes_hex_encode(&buf, bytes, length);
        assert_true(tes_hex_decode(tes_buf_done(&buf), back, length));
        assert_memory_equal(back, bytes, length);
        assert_false(tes_hex_decode(tes_buf_done(&buf), back, length + 1));
    }
}

/* Of all texts of two and three letters, as many decode as there are byte strings: one each. */
static void base64_has_one_text_for_each_bytes(void **state)
{
    (void)state;
    unsigned good[5] = {0};
    for (unsigned i = 0; i < 256 * 256; i++) {
        char text[4] = {(char)(i >> 8), (char)i, 'A', 'A'};
        uint8_t bytes[4];
        size_t length;
        good[2] += tes_base64_decode((struct tes_slice){text, 2}, bytes, 4, &length);
        good[4] += tes_base64_decode((struct tes_slice){text, 4}, bytes, 4, &length);
    }
    assert_int_equal(good[2], 256);
    assert_int_equal(good[4], 64 * 64);
    for (unsigned i = 0; i < 256; i++) {
        char text[3] = {'A', 'A', (char)i};
        uint8_t bytes[4];
        size_t length;
        good[3] += tes_base64_decode((struct tes_slice){text, 3}, bytes, 4, &length);
    }
    assert_int_equal(good[3], 16);
}

static const char *const BAD_BASE64[] = {
    "A",    "AAAAA", "Zg==",  "Zm8=",   "Zh",      "Zm9",  "Zm+v", "Zm/v",
    "Zm 9", " Zm9v", "Zm9v ", "Zm9v\n", "Zm9\xC3", "====", ".AAA",
};

static void base64_refuses_everything_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(BAD_BASE64); i++) {
        uint8_t bytes[16];
        size_t length;
        if (tes_base64_decode(tes_slice_of(BAD_BASE64[i]), bytes, sizeof bytes, &length))
            fail_msg("\"%s\" was taken", BAD_BASE64[i]);
    }
}

static const struct hex {
    const char *text;
    bool is_good;
} HEX[] = {
    {"00ff", true}, {"0123", true},   {"abef", true}, {"00FF", false}, {"0g00", false},
    {"00f", false}, {"00ff0", false}, {"", false},    {" 0ff", false}, {"0x00", false},
};

static void hex_is_lower_case_and_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(HEX); i++) {
        uint8_t bytes[2];
        if (tes_hex_decode(tes_slice_of(HEX[i].text), bytes, sizeof bytes) != HEX[i].is_good)
            fail_msg("\"%s\"", HEX[i].text);
    }
}

/* The vectors of SipHash's authors: key 00 01 .. 0f, bytes 00 01 .. of each length. */
static const struct sip {
    size_t length;
    uint64_t hash;
} SIPS[] = {
    {0, 0x726fdb47dd0e0e31},  {1, 0x74f839c593dc67fd},  {2, 0x0d6c8009d9a94f5a},
    {3, 0x85676696d7fb7e2d},  {4, 0xcf2794e0277187b7},  {5, 0x18765564cd99a68d},
    {6, 0xcbc9466e58fee3ce},  {7, 0xab0200f58b01d137},  {8, 0x93f5f5799a932462},
    {15, 0xa129ca6149be45e5}, {63, 0x958a324ceb064572},
};

static void siphash_has_the_published_values(void **state)
{
    (void)state;
    const uint64_t key[2] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    uint8_t bytes[64];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (size_t i = 0; i < COUNT(SIPS); i++)
        assert_true(tes_siphash(key, bytes, SIPS[i].length) == SIPS[i].hash);
}

static void secrets_are_compared_and_wiped(void **state)
{
    (void)state;
    uint8_t a[32], b[32];
    const uint8_t zeros[32] = {0};
    memset(a, 7, sizeof a);
    memset(b, 7, sizeof b);
    assert_true(tes_equal_constant_time(a, b, sizeof a));
    assert_true(tes_equal_constant_time(a, b, 0));
    for (size_t i = 0; i < sizeof a; i++) {
        b[i] ^= 0x80;
        assert_false(tes_equal_constant_time(a, b, sizeof a));
        b[i] ^= 0x80;
    }
    tes_wipe(a, sizeof a);
    assert_memory_equal(a, zeros, sizeof a);
}

static void entropy_is_never_twice_the_same(void **state)
{
    (void)state;
    uint8_t a[1000] = {0}, b[1000] = {0};
    assert_true(tes_entropy(a, sizeof a));
    assert_true(tes_entropy(b, sizeof b));
    assert_memory_not_equal(a, b, sizeof a);
    assert_true(tes_entropy(a, 0));
}

static const struct moment {
    uint64_t wall_ms;
    const char *text;
} MOMENTS[] = {
    {0, "1970-01-01T00:00:00.000Z"},
    {999, "1970-01-01T00:00:00.999Z"},
    {951782400000, "2000-02-29T00:00:00.000Z"},
    {951868800000, "2000-03-01T00:00:00.000Z"},
    {1000000000000, "2001-09-09T01:46:40.000Z"},
    {1230768000000, "2009-01-01T00:00:00.000Z"},
    {1709164800000, "2024-02-29T00:00:00.000Z"},
    {1735689599999, "2024-12-31T23:59:59.999Z"},
    {2147483648000, "2038-01-19T03:14:08.000Z"},
    {4107542400000, "2100-03-01T00:00:00.000Z"},
    {253402300799999, "9999-12-31T23:59:59.999Z"},
};

static void moments_are_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MOMENTS); i++) {
        char text[32];
        struct tes_buf buf = tes_buf_on(text, sizeof text);
        tes_clock_write(&buf, MOMENTS[i].wall_ms);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(text, MOMENTS[i].text);
    }
}

static void clocks_go_forward(void **state)
{
    (void)state;
    uint64_t earlier = tes_clock_steady_us();
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t now = tes_clock_steady_us();
        assert_true(now >= earlier);
        earlier = now;
    }
    assert_true(tes_clock_wall_ms() > 1700000000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_has_the_published_texts),
        cmocka_unit_test(codecs_go_there_and_back_at_every_length),
        cmocka_unit_test(base64_has_one_text_for_each_bytes),
        cmocka_unit_test(base64_refuses_everything_else),
        cmocka_unit_test(hex_is_lower_case_and_exact),
        cmocka_unit_test(siphash_has_the_published_values),
        cmocka_unit_test(secrets_are_compared_and_wiped),
        cmocka_unit_test(entropy_is_never_twice_the_same),
        cmocka_unit_test(moments_are_written),
        cmocka_unit_test(clocks_go_forward),
    };
    return cmocka_run_group_tests_name("base_codec", tests, NULL, NULL);
}

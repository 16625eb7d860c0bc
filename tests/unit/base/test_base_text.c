/* Slices, buffers, UTF-8 and the JSON writer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ascii.h"
#include "base/json.h"
#include "base/utf8.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static void assert_slice(struct tes_slice slice, const char *expected)
{
    assert_int_equal(slice.length, strlen(expected));
    if (slice.length > 0)
        assert_memory_equal(slice.at, expected, slice.length);
}

/* ---------------------------------------------------------------- slices */

static void slices_compare(void **state)
{
    (void)state;
    assert_true(tes_slice_equal(TES_SLICE("abc"), tes_slice_of("abc")));
    assert_false(tes_slice_equal(TES_SLICE("abc"), TES_SLICE("abC")));
    assert_false(tes_slice_equal(TES_SLICE("abc"), TES_SLICE("ab")));
    assert_false(tes_slice_equal(TES_SLICE("a\0b"), TES_SLICE("a\0c")));
    assert_true(tes_slice_equal(tes_slice_of(NULL), TES_SLICE("")));
    assert_null(tes_slice_of(NULL).at);
    assert_true(tes_slice_equal_nocase(TES_SLICE("aBc-Z"), TES_SLICE("AbC-z")));
    assert_false(tes_slice_equal_nocase(TES_SLICE("@"), TES_SLICE("`")));
    assert_false(tes_slice_equal_nocase(TES_SLICE("["), TES_SLICE("{")));
    assert_true(tes_slice_starts(TES_SLICE("abc"), TES_SLICE("ab")));
    assert_true(tes_slice_starts(TES_SLICE("abc"), TES_SLICE("")));
    assert_false(tes_slice_starts(TES_SLICE("ab"), TES_SLICE("abc")));
}

static const struct trimming {
    const char *text, *trimmed;
} TRIMMINGS[] = {{"", ""},     {" ", ""},          {"\t \t", ""},      {"a", "a"},
                 {" a ", "a"}, {"\ta b\t", "a b"}, {"\na\r", "\na\r"}, {"a  ", "a"}};

static void slices_are_trimmed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(TRIMMINGS); i++)
        assert_slice(tes_slice_trim(tes_slice_of(TRIMMINGS[i].text)), TRIMMINGS[i].trimmed);
}

static void slices_are_cut(void **state)
{
    (void)state;
    struct tes_slice rest = TES_SLICE("a,,bc");
    assert_slice(tes_slice_cut(&rest, ','), "a");
    assert_slice(tes_slice_cut(&rest, ','), "");
    assert_non_null(rest.at);
    assert_slice(tes_slice_cut(&rest, ','), "bc");
    assert_null(rest.at);
    rest = TES_SLICE("a,");
    assert_slice(tes_slice_cut(&rest, ','), "a");
    assert_non_null(rest.at);
    assert_int_equal(rest.length, 0);
    assert_slice(tes_slice_cut(&rest, ','), "");
    assert_null(rest.at);

    struct tes_slice tag = TES_SLICE("zh-Hant-TW");
    tes_slice_drop_last(&tag, '-');
    assert_slice(tag, "zh-Hant");
    tes_slice_drop_last(&tag, '-');
    tes_slice_drop_last(&tag, '-');
    assert_int_equal(tag.length, 0);
    tes_slice_drop_last(&tag, '-'); /* of nothing, nothing */
    assert_int_equal(tag.length, 0);
}

static const struct number {
    const char *text;
    uint64_t most;
    bool is_good;
    uint64_t value;
} NUMBERS[] = {
    {"0", 0, true, 0},
    {"7", 9, true, 7},
    {"007", 9, true, 7},
    {"10", 10, true, 10},
    {"11", 10, false, 0},
    {"9", 5, false, 0},
    {"1", 0, false, 0},
    {"", 9, false, 0},
    {"-1", 9, false, 0},
    {"+1", 9, false, 0},
    {" 1", 9, false, 0},
    {"1 ", 9, false, 0},
    {"0x1", 9, false, 0},
    {"1.0", 9, false, 0},
    {"18446744073709551615", UINT64_MAX, true, UINT64_MAX},
    {"18446744073709551616", UINT64_MAX, false, 0},
    {"99999999999999999999999", UINT64_MAX, false, 0},
    {"65536", 65535, false, 0},
    {"65535", 65535, true, 65535},
};

static void numbers_are_read_strictly(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(NUMBERS); i++) {
        uint64_t value = 0;
        bool is_good = tes_slice_number(tes_slice_of(NUMBERS[i].text), NUMBERS[i].most, &value);
        if (is_good != NUMBERS[i].is_good || value != NUMBERS[i].value)
            fail_msg("\"%s\": %d, %llu", NUMBERS[i].text, is_good, (unsigned long long)value);
    }
}

static void bytes_are_ascii_whatever_the_locale(void **state)
{
    (void)state;
    for (int i = -128; i < 128; i++) {
        char c = (char)i;
        bool is_lower = c >= 'a' && c <= 'z', is_upper = c >= 'A' && c <= 'Z';
        assert_int_equal(tes_ascii_is_alpha(c), is_lower || is_upper);
        assert_int_equal(tes_ascii_is_digit(c), i >= 48 && i <= 57);
        assert_int_equal(tes_ascii_lower(c), is_upper ? c + 32 : c);
        assert_int_equal(tes_ascii_is_blank(c), c == ' ' || c == '\t');
        const char *digit = i > 0 ? strchr("0123456789abcdefABCDEF", c) : NULL;
        assert_int_equal(tes_ascii_hex(c) >= 0, digit != NULL);
    }
    assert_int_equal(tes_ascii_hex('f'), 15);
    assert_int_equal(tes_ascii_hex('A'), 10);
}

/* --------------------------------------------------------------- buffers */

static void buffers_stop_at_their_ceiling(void **state)
{
    (void)state;
    for (size_t size = 0; size <= 8; size++) {
        char *memory = malloc(size + 1);
        assert_non_null(memory);
        memory[size] = '#';
        struct tes_buf buf = tes_buf_on(memory, size);
        tes_buf_append(&buf, "1234", 4);
        tes_buf_char(&buf, '5');
        assert_int_equal(buf.failed, size < 5);
        assert_int_equal(tes_buf_finish(&buf, NULL), size < 6 ? TES_TOO_SMALL : TES_OK);
        assert_int_equal(memory[size], '#');
        free(memory);
    }
}

static void buffers_stay_failed(void **state)
{
    (void)state;
    char memory[4];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    tes_buf_text(&buf, "12345");
    tes_buf_text(&buf, "1"); /* would fit, but the text would have a hole */
    assert_true(buf.failed);
    assert_int_equal(tes_buf_done(&buf).length, 0);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_TOO_SMALL);
    struct tes_buf none = tes_buf_on(NULL, 0);
    tes_buf_append(&none, NULL, 0);
    assert_false(none.failed);
}

static const struct written_number {
    int64_t number;
    const char *text;
} WRITTEN_NUMBERS[] = {
    {0, "0"},
    {7, "7"},
    {-1, "-1"},
    {10, "10"},
    {-1000, "-1000"},
    {INT64_MAX, "9223372036854775807"},
    {INT64_MIN, "-9223372036854775808"},
};

static void numbers_are_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(WRITTEN_NUMBERS); i++) {
        char memory[32];
        size_t length;
        struct tes_buf buf = tes_buf_on(memory, sizeof memory);
        tes_buf_number(&buf, WRITTEN_NUMBERS[i].number);
        assert_int_equal(tes_buf_finish(&buf, &length), TES_OK);
        assert_string_equal(memory, WRITTEN_NUMBERS[i].text);
        assert_int_equal(length, strlen(memory));
    }
}

/* ----------------------------------------------------------------- UTF-8 */

static const struct character {
    const char *name, *bytes;
    size_t step;
} CHARACTERS[] = {
    {"nothing", "", 0},
    {"ASCII", "a", 1},
    {"U+007F", "\x7F", 1},
    {"U+0080", "\xC2\x80", 2},
    {"U+07FF", "\xDF\xBF", 2},
    {"U+0800", "\xE0\xA0\x80", 3},
    {"U+D7FF", "\xED\x9F\xBF", 3},
    {"U+E000", "\xEE\x80\x80", 3},
    {"U+FFFF", "\xEF\xBF\xBF", 3},
    {"U+10000", "\xF0\x90\x80\x80", 4},
    {"U+10FFFF", "\xF4\x8F\xBF\xBF", 4},
    {"a continuation alone", "\x80", 0},
    {"overlong of two", "\xC0\x80", 0},
    {"overlong of two, last", "\xC1\xBF", 0},
    {"overlong of three", "\xE0\x9F\xBF", 0},
    {"overlong of four", "\xF0\x8F\xBF\xBF", 0},
    {"first surrogate", "\xED\xA0\x80", 0},
    {"last surrogate", "\xED\xBF\xBF", 0},
    {"past U+10FFFF", "\xF4\x90\x80\x80", 0},
    {"five bytes", "\xF8\x88\x80\x80\x80", 0},
    {"cut after one of two", "\xC2", 0},
    {"cut after two of three", "\xE2\x82", 0},
    {"cut after three of four", "\xF0\x9F\x98", 0},
    {"two then ASCII",
     "\xC2"
     "a",
     0},
    {"three then ASCII",
     "\xE2\x82"
     "a",
     0},
    {"0xFF", "\xFF", 0},
};

static void characters_are_stepped_strictly(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(CHARACTERS); i++) {
        struct tes_slice text = tes_slice_of(CHARACTERS[i].bytes);
        if (tes_utf8_step(text) != CHARACTERS[i].step)
            fail_msg("%s: %zu", CHARACTERS[i].name, tes_utf8_step(text));
        assert_int_equal(tes_utf8_valid(text), text.length == 0 || CHARACTERS[i].step != 0);
    }
    assert_true(tes_utf8_valid(TES_SLICE("a\0é€😀")));
    assert_false(tes_utf8_valid(TES_SLICE("abc\xFF")));
}

/* ------------------------------------------------------------------ JSON */

static const struct escape {
    const char *name, *value, *json;
} ESCAPES[] = {
    {"nothing", "", "\"\""},
    {"plain", "abc", "\"abc\""},
    {"quote and backslash", "\"\\", "\"\\\"\\\\\""},
    {"line breaks and tab", "\n\r\t", "\"\\u000a\\u000d\\u0009\""},
    {"controls", "\x01\x1F\x7F", "\"\\u0001\\u001f\\u007f\""},
    {"controls of two bytes", "\xC2\x80\xC2\x9B\xC2\x9F", "\"\\u0080\\u009b\\u009f\""},
    {"no controls any more", "\xC2\xA0\xC3\x80", "\"\xC2\xA0\xC3\x80\""},
    {"what HTML needs", "</script>&", "\"\\u003c/script\\u003e\\u0026\""},
    {"UTF-8", "é€😀", "\"é€😀\""},
    {"not UTF-8", "a\xFFz", "\"a\xEF\xBF\xBDz\""},
    {"cut", "a\xE2\x82", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\""},
};

static void strings_are_escaped(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ESCAPES); i++) {
        char memory[128];
        struct tes_buf buf = tes_buf_on(memory, sizeof memory);
        struct tes_json json = tes_json_on(&buf);
        print_message("  %s\n", ESCAPES[i].name);
        tes_json_string(&json, NULL, tes_slice_of(ESCAPES[i].value));
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(memory, ESCAPES[i].json);
    }
}

/* Texts are looked at eight bytes at a time: what a byte becomes must not depend on where it is. */
static void every_byte_is_escaped_wherever_it_stands(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char alone[16], text[20], memory[64], expected[64];
        struct tes_buf buf = tes_buf_on(alone, sizeof alone);
        struct tes_json json = tes_json_on(&buf);
        char c = (char)byte;
        tes_json_string(&json, NULL, (struct tes_slice){&c, 1});
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        for (size_t at = 0; at < sizeof text; at++) {
            memset(text, 'x', sizeof text);
            text[at] = c;
            buf = tes_buf_on(memory, sizeof memory);
            json = tes_json_on(&buf);
            tes_json_string(&json, NULL, (struct tes_slice){text, sizeof text});
            assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
            snprintf(expected, sizeof expected, "\"%.*s%.*s%.*s\"", (int)at, "xxxxxxxxxxxxxxxxxxxx",
                     (int)strlen(alone) - 2, alone + 1, (int)(sizeof text - 1 - at),
                     "xxxxxxxxxxxxxxxxxxxx");
            assert_string_equal(memory, expected);
            assert_int_equal(tes_utf8_valid((struct tes_slice){text, sizeof text}), byte < 0x80);
        }
    }
}

static void values_are_put_together(void **state)
{
    (void)state;
    char memory[256];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_open(&json, "empty", '[');
    tes_json_close(&json, ']');
    tes_json_open(&json, "list", '[');
    tes_json_number(&json, NULL, -1);
    tes_json_bool(&json, NULL, true);
    tes_json_bool(&json, NULL, false);
    tes_json_null(&json, NULL);
    tes_json_open(&json, NULL, '{');
    tes_json_close(&json, '}');
    tes_json_close(&json, ']');
    tes_json_string(&json, "nul", TES_SLICE("\0"));
    tes_json_raw(&json, "raw", TES_SLICE("[1]"));
    tes_json_close(&json, '}');
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
    assert_string_equal(memory, "{\"empty\":[],\"list\":[-1,true,false,null,{}],"
                                "\"nul\":\"\\u0000\",\"raw\":[1]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_compare),
        cmocka_unit_test(slices_are_trimmed),
        cmocka_unit_test(slices_are_cut),
        cmocka_unit_test(numbers_are_read_strictly),
        cmocka_unit_test(bytes_are_ascii_whatever_the_locale),
        cmocka_unit_test(buffers_stop_at_their_ceiling),
        cmocka_unit_test(buffers_stay_failed),
        cmocka_unit_test(numbers_are_written),
        cmocka_unit_test(characters_are_stepped_strictly),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(every_byte_is_escaped_wherever_it_stands),
        cmocka_unit_test(values_are_put_together),
    };
    return cmocka_run_group_tests_name("base_text", tests, NULL, NULL);
}

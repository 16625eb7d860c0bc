/* What is taken for a JSON object, what is refused, and what is read out of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/json_read.h"

static enum tes_status read_text(struct tes_arena *arena, struct tes_slice text,
                                 struct tes_fields *fields)
{
    *arena = tes_arena_new((size_t)1 << 16);
    return tes_json_read(arena, text, fields);
}

/* The member "a" of each. */
static const struct {
    const char *name, *text;
    enum tes_field_type type;
    struct tes_slice value;
} TAKEN[] = {
    {"a string", "{\"a\":\"x y\"}", TES_FIELD_STRING, TES_SLICE_INIT("x y")},
    {"an empty string", "{\"a\":\"\"}", TES_FIELD_STRING, TES_SLICE_INIT("")},
    {"blanks everywhere", " \t\r\n{ \"b\" : 1 , \"a\" : \"x\" } \n", TES_FIELD_STRING,
     TES_SLICE_INIT("x")},
    {"every short escape", "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}", TES_FIELD_STRING,
     TES_SLICE_INIT("\"\\/\b\f\n\r\t")},
    {"one byte by number", "{\"a\":\"\\u0041\"}", TES_FIELD_STRING, TES_SLICE_INIT("A")},
    {"two bytes by number", "{\"a\":\"\\u00e9\"}", TES_FIELD_STRING, TES_SLICE_INIT("\xC3\xA9")},
    {"three bytes by number", "{\"a\":\"\\u20AC\"}", TES_FIELD_STRING,
     TES_SLICE_INIT("\xE2\x82\xAC")},
    {"four bytes by two numbers", "{\"a\":\"\\ud83d\\ude00\"}", TES_FIELD_STRING,
     TES_SLICE_INIT("\xF0\x9F\x98\x80")},
    {"the last character of all", "{\"a\":\"\\uDBFF\\uDFFF\"}", TES_FIELD_STRING,
     TES_SLICE_INIT("\xF4\x8F\xBF\xBF")},
    {"UTF-8 as it is", "{\"a\":\"\xC3\xA9\"}", TES_FIELD_STRING, TES_SLICE_INIT("\xC3\xA9")},
    {"an escaped name", "{\"\\u0061\":\"x\"}", TES_FIELD_STRING, TES_SLICE_INIT("x")},
    {"a number", "{\"a\":120}", TES_FIELD_NUMBER, TES_SLICE_INIT("120")},
    {"nought", "{\"a\":0}", TES_FIELD_NUMBER, TES_SLICE_INIT("0")},
    {"a negative number", "{\"a\":-7}", TES_FIELD_NUMBER, TES_SLICE_INIT("-7")},
    {"the largest number", "{\"a\":9223372036854775807}", TES_FIELD_NUMBER,
     TES_SLICE_INIT("9223372036854775807")},
    {"the least number", "{\"a\":-9223372036854775808}", TES_FIELD_NUMBER,
     TES_SLICE_INIT("-9223372036854775808")},
    {"a fraction", "{\"a\":1.5}", TES_FIELD_NESTED, {NULL, 0}},
    {"an exponent", "{\"a\":1E+5}", TES_FIELD_NESTED, {NULL, 0}},
    {"true", "{\"a\":true}", TES_FIELD_BOOL, TES_SLICE_INIT("true")},
    {"false", "{\"a\":false}", TES_FIELD_BOOL, TES_SLICE_INIT("false")},
    {"null", "{\"a\":null}", TES_FIELD_NULL, {NULL, 0}},
    {"an array", "{\"a\":[1,[],{},\"\\n\"]}", TES_FIELD_NESTED,
     TES_SLICE_INIT("[1,[],{},\"\\n\"]")},
    {"an object", "{\"a\":{\"b\":{\"c\":null}}}", TES_FIELD_NESTED, {NULL, 0}},
    {"as deep as may be", "{\"a\":[[[[[[[]]]]]]]}", TES_FIELD_NESTED,
     TES_SLICE_INIT("[[[[[[[]]]]]]]")},
};

static void test_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TAKEN / sizeof TAKEN[0]; i++) {
        struct tes_arena arena;
        struct tes_fields fields;
        print_message("%s\n", TAKEN[i].name);
        assert_int_equal(read_text(&arena, tes_slice_of(TAKEN[i].text), &fields), TES_OK);
        const struct tes_field *field = tes_fields_find(&fields, TES_SLICE("a"));
        assert_non_null(field);
        assert_int_equal(field->type, TAKEN[i].type);
        assert_true(tes_slice_equal(field->value, TAKEN[i].value));
        tes_arena_free(&arena);
    }
}

static const struct {
    const char *name;
    struct tes_slice text;
} REFUSED[] = {
    {"nothing", TES_SLICE_INIT("")},
    {"blanks only", TES_SLICE_INIT("  ")},
    {"an array", TES_SLICE_INIT("[]")},
    {"a string", TES_SLICE_INIT("\"a\"")},
    {"two objects", TES_SLICE_INIT("{}{}")},
    {"a NUL behind it", TES_SLICE_INIT("{}\0")},
    {"cut short: object", TES_SLICE_INIT("{")},
    {"cut short: name", TES_SLICE_INIT("{\"a")},
    {"cut short: colon", TES_SLICE_INIT("{\"a\"")},
    {"cut short: value", TES_SLICE_INIT("{\"a\":")},
    {"cut short: string", TES_SLICE_INIT("{\"a\":\"x")},
    {"cut short: escape", TES_SLICE_INIT("{\"a\":\"\\")},
    {"cut short: word", TES_SLICE_INIT("{\"a\":tru")},
    {"cut short: end", TES_SLICE_INIT("{\"a\":1")},
    {"a comma too many", TES_SLICE_INIT("{\"a\":1,}")},
    {"a comma too many in an array", TES_SLICE_INIT("{\"a\":[1,]}")},
    {"no comma", TES_SLICE_INIT("{\"a\":1 \"b\":2}")},
    {"no name", TES_SLICE_INIT("{1:2}")},
    {"brackets that do not match", TES_SLICE_INIT("{\"a\":[1}")},
    {"a name twice", TES_SLICE_INIT("{\"a\":1,\"a\":2}")},
    {"a name twice, escaped", TES_SLICE_INIT("{\"a\":1,\"\\u0061\":2}")},
    {"single quotes", TES_SLICE_INIT("{'a':1}")},
    {"a comment", TES_SLICE_INIT("{/**/}")},
    {"another word", TES_SLICE_INIT("{\"a\":nil}")},
    {"a number with a nought before", TES_SLICE_INIT("{\"a\":01}")},
    {"a name twice, inside", TES_SLICE_INIT("{\"b\":[{\"a\":1,\"a\":2}]}")},
    {"a number past 64 bits", TES_SLICE_INIT("{\"a\":9223372036854775808}")},
    {"a negative number past 64 bits", TES_SLICE_INIT("{\"a\":-9223372036854775809}")},
    {"a plus", TES_SLICE_INIT("{\"a\":+1}")},
    {"a minus alone", TES_SLICE_INIT("{\"a\":-}")},
    {"a point alone", TES_SLICE_INIT("{\"a\":1.}")},
    {"an exponent without a number", TES_SLICE_INIT("{\"a\":1e}")},
    {"a hexadecimal number", TES_SLICE_INIT("{\"a\":0x1}")},
    {"an unknown escape", TES_SLICE_INIT("{\"a\":\"\\x41\"}")},
    {"an escaped NUL", TES_SLICE_INIT("{\"a\":\"\\u0000\"}")},
    {"a NUL in a string", TES_SLICE_INIT("{\"a\":\"\0\"}")},
    {"a backslash before a NUL", TES_SLICE_INIT("{\"a\":\"\\\0\"}")},
    {"a line break in a string", TES_SLICE_INIT("{\"a\":\"\n\"}")},
    {"half a number of a character", TES_SLICE_INIT("{\"a\":\"\\u00\"}")},
    {"a first half alone", TES_SLICE_INIT("{\"a\":\"\\ud83d\"}")},
    {"a first half and something else", TES_SLICE_INIT("{\"a\":\"\\ud83d\\u0041\"}")},
    {"a second half alone", TES_SLICE_INIT("{\"a\":\"\\ude00\"}")},
    {"not UTF-8", TES_SLICE_INIT("{\"a\":\"\xFF\"}")},
    {"overlong UTF-8", TES_SLICE_INIT("{\"a\":\"\xC0\x80\"}")},
    {"UTF-8 cut by an escape", TES_SLICE_INIT("{\"a\":\"\xC3\\u0041\"}")},
    {"a byte order mark", TES_SLICE_INIT("\xEF\xBB\xBF{}")},
    {"too deep", TES_SLICE_INIT("{\"a\":[[[[[[[[]]]]]]]]}")},
    {"too deep and cut short", TES_SLICE_INIT("{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{"
                                              "\"a\":{\"a\":{\"a\":")},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        struct tes_arena arena;
        struct tes_fields fields;
        print_message("%s\n", REFUSED[i].name);
        assert_int_equal(read_text(&arena, REFUSED[i].text, &fields), TES_BAD_ARGUMENT);
        tes_arena_free(&arena);
    }
}

static void test_ceilings(void **state)
{
    (void)state;
    char text[1024] = "{";
    struct tes_arena arena;
    struct tes_fields fields;
    size_t length = 1;
    for (unsigned i = 0; i < TES_FIELDS_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "\"%u\":1,", i);
    text[length - 1] = '}';
    assert_int_equal(read_text(&arena, tes_slice_of(text), &fields), TES_OK);
    assert_int_equal(fields.count, TES_FIELDS_MAX);
    strcpy(text + length - 1, ",\"x\":1}");
    assert_int_equal(read_text(&arena, tes_slice_of(text), &fields), TES_BAD_ARGUMENT);

    /* An arena without room for what an escape stands for. */
    arena = tes_arena_new(0);
    assert_int_equal(tes_json_read(&arena, TES_SLICE("{\"a\":\"x\"}"), &fields), TES_OK);
    assert_int_equal(tes_json_read(&arena, TES_SLICE("{\"a\":\"\\n\"}"), &fields), TES_NO_MEMORY);
    tes_arena_free(&arena);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_taken;
        size_t count;
        uint32_t last;
    } CASES[] = {
        {"{}", true, 0, 0},
        {"{\"a\":null}", true, 0, 0},
        {"{\"a\":[]}", true, 0, 0},
        {"{\"a\":[ \r\n]}", true, 0, 0},
        {"{\"a\":[7]}", true, 1, 7},
        {"{\"a\":[ 1 ,\t2\n, 100 ] }", true, 3, 100},
        {"{\"a\":[1,2,3,4]}", true, 4, 4},
        {"{\"a\":[1,2,3,4,5]}", false, 0, 0},
        {"{\"a\":[101]}", false, 0, 0},
        {"{\"a\":[-1]}", false, 0, 0},
        {"{\"a\":[1.5]}", false, 0, 0},
        {"{\"a\":[[1]]}", false, 0, 0},
        {"{\"a\":[\"1\"]}", false, 0, 0},
        {"{\"a\":[null]}", false, 0, 0},
        {"{\"a\":{}}", false, 0, 0},
        {"{\"a\":{\"b\":1}}", false, 0, 0},
        {"{\"a\":1}", false, 0, 0},
        {"{\"a\":\"[1]\"}", false, 0, 0},
        {"{\"a\":1.5}", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_arena arena;
        struct tes_fields fields;
        uint32_t numbers[4] = {0};
        size_t count;
        assert_int_equal(read_text(&arena, tes_slice_of(CASES[i].text), &fields), TES_OK);
        bool is_taken = tes_fields_numbers(&fields, TES_SLICE("a"), 100, numbers, 4, &count);
        if (is_taken != CASES[i].is_taken)
            fail_msg("%s", CASES[i].text);
        if (is_taken) {
            assert_int_equal(count, CASES[i].count);
            assert_int_equal(count == 0 ? 0 : numbers[count - 1], CASES[i].last);
        }
        tes_arena_free(&arena);
    }
}

static void test_bool(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_taken, value;
    } CASES[] = {
        {"{}", true, false},
        {"{\"a\":null}", true, false},
        {"{\"a\":false}", true, false},
        {"{\"a\":true}", true, true},
        {"{\"a\":1}", false, false},
        {"{\"a\":\"true\"}", false, false},
        {"{\"a\":[true]}", false, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_arena arena;
        struct tes_fields fields;
        bool value = true;
        assert_int_equal(read_text(&arena, tes_slice_of(CASES[i].text), &fields), TES_OK);
        assert_int_equal(tes_fields_bool(&fields, TES_SLICE("a"), &value), CASES[i].is_taken);
        assert_int_equal(value, CASES[i].value);
        tes_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_bool),
        cmocka_unit_test(test_taken),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_ceilings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

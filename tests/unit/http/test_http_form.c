/* Goal: a body says one thing or is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/message/form.h"
#include "test_http_guard.h"

#define FORM      "application/x-www-form-urlencoded"
#define JSON      "application/json"
#define MULTIPART "multipart/form-data; boundary=XX"
#define PART(name, value)                                                                          \
    "--XX\r\nContent-Disposition: form-data; name=\"" name "\"\r\n\r\n" value "\r\n"

/* What is read is written as "name=value|" for each field; NULL: refused. */
static const struct body {
    const char *name, *type;
    struct tes_slice text;
    enum tes_status status;
    const char *fields;
} bodies[] = {
#define BODY(name, type, text, status, fields)                                                     \
    {                                                                                              \
        name, type, {text, sizeof(text) - 1}, status, fields                                       \
    }
#define GOOD(name, type, text, fields) BODY(name, type, text, TES_OK, fields)
#define BAD(name, type, text)          BODY(name, type, text, TES_BAD_ARGUMENT, NULL)
    GOOD("empty form", FORM, "", ""),
    GOOD("one pair", FORM, "a=b", "a=b|"),
    GOOD("two pairs", FORM, "a=b&c=d", "a=b|c=d|"),
    GOOD("plus and percent", FORM, "a+b=%63+d%2B", "a b=c d+|"),
    GOOD("lower-case digits", FORM, "a=%c3%a4", "a=\xc3\xa4|"),
    GOOD("UTF-8 as it is", FORM, "a=\xc3\xa4", "a=\xc3\xa4|"),
    GOOD("no equals sign", FORM, "a&b=c", "a=|b=c|"),
    GOOD("empty value", FORM, "a=", "a=|"),
    GOOD("equals sign in value", FORM, "a=b=c", "a=b=c|"),
    GOOD("encoded separators", FORM, "a=%26%3D", "a=&=|"),
    GOOD("encoded line end", FORM, "a=%0D%0A", "a=\r\n|"),
    GOOD("empty pairs", FORM, "&a=b&&c=d&", "a=b|c=d|"),
    GOOD("type with charset", FORM "; charset=UTF-8", "a=b", "a=b|"),
    GOOD("type in capitals", "APPLICATION/X-WWW-FORM-URLENCODED", "a=b", "a=b|"),
    BAD("cut at the percent sign", FORM, "a=%"),
    BAD("cut behind one digit", FORM, "a=%4"),
    BAD("cut in the name", FORM, "a%4=b"),
    BAD("no digit", FORM, "a=%4g"),
    BAD("blank for a digit", FORM, "a=% 4"),
    BAD("encoded NUL", FORM, "a=%00"),
    BAD("NUL", FORM, "a=b\0c"),
    BAD("NUL in the name", FORM, "a%00=b"),
    BAD("line end as it is", FORM, "a=b\r\n"),
    BAD("invalid UTF-8", FORM, "a=%ff"),
    BAD("overlong UTF-8", FORM, "a=%c0%af"),
    BAD("UTF-8 cut short", FORM, "a=%c3"),
    BAD("name twice", FORM, "a=b&a=b"),
    BAD("name twice, once encoded", FORM, "a=b&%61=c"),
    BAD("no name", FORM, "=b"),
    BAD("33 names", FORM,
        "a0&a1&a2&a3&a4&a5&a6&a7&a8&a9&b0&b1&b2&b3&b4&b5&b6&b7&b8&b9&c0&c1&c2&c3&c4&c5&c6&c7&c8&c9&"
        "d0&d1&d2"),

    GOOD("JSON", JSON, "{\"a\":\"b\"}", "a=b|"),
    GOOD("JSON with charset", JSON " ; charset=utf-8", "{\"a\":\"b\"}", "a=b|"),
    BAD("JSON, name twice", JSON, "{\"a\":\"b\",\"a\":\"c\"}"),
    BAD("JSON, no object", JSON, "[1]"),
    BAD("JSON, empty", JSON, ""),

    GOOD("one part", MULTIPART, PART("a", "b") "--XX--\r\n", "a=b|"),
    GOOD("no line end at the end", MULTIPART, PART("a", "b") "--XX--", "a=b|"),
    GOOD("two parts", MULTIPART, PART("a", "b") PART("c", "d") "--XX--\r\n", "a=b|c=d|"),
    GOOD("no part", MULTIPART, "--XX--\r\n", ""),
    GOOD("empty part", MULTIPART, PART("a", "") "--XX--\r\n", "a=|"),
    GOOD("line ends in a value", MULTIPART, PART("a", "b\r\n\r\nc\r\n") "--XX--\r\n",
         "a=b\r\n\r\nc\r\n|"),
    GOOD("almost a boundary", MULTIPART, PART("a", "\r\n--X\r\n-XX") "--XX--\r\n",
         "a=\r\n--X\r\n-XX|"),
    GOOD("quoted boundary", "multipart/form-data; boundary=\"X X\"",
         "--X X\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--X X--", "a=b|"),
    GOOD("other parameters", "Multipart/Form-Data;charset=utf-8 ;  BOUNDARY=XX",
         PART("a", "b") "--XX--", "a=b|"),
    GOOD("file name and type", MULTIPART,
         "--XX\r\ncontent-disposition: form-data; filename=\"f;g\"; name=\"a\"\r\n"
         "Content-Type: text/plain\r\nContent-Transfer-Encoding: 8bit\r\n\r\nb\r\n--XX--\r\n",
         "a=b|"),
    GOOD("semicolon in a name", MULTIPART, PART("a; name=x", "b") "--XX--", "a; name=x=b|"),
    BAD("no boundary", "multipart/form-data", PART("a", "b") "--XX--\r\n"),
    BAD("empty boundary", "multipart/form-data; boundary=", PART("a", "b") "--XX--\r\n"),
    BAD("empty boundary in quotes", "multipart/form-data; boundary=\"\"", "----"),
    BAD("two boundaries", MULTIPART "; boundary=YY", PART("a", "b") "--XX--\r\n"),
    BAD("boundary with a bad byte", "multipart/form-data; boundary=\"X<\"", "--X<--"),
    BAD("boundary that ends in a blank", "multipart/form-data; boundary=\"X \"", "--X --"),
    BAD("boundary of 71",
        "multipart/form-data; "
        "boundary=0123456789012345678901234567890123456789012345678901234567890123456789a",
        "--0123456789012345678901234567890123456789012345678901234567890123456789a--"),
    BAD("quote that is never closed", "multipart/form-data; boundary=\"XX", "--XX--"),
    BAD("parameter without value", "multipart/form-data; boundary", "--XX--"),
    BAD("boundary never closed", MULTIPART, PART("a", "b")),
    BAD("body cut in a part", MULTIPART, "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n"),
    BAD("body cut in a value", MULTIPART,
        "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb"),
    BAD("empty multipart", MULTIPART, ""),
    BAD("text before", MULTIPART, "hello\r\n" PART("a", "b") "--XX--\r\n"),
    BAD("text behind", MULTIPART, PART("a", "b") "--XX--\r\nhello"),
    BAD("boundary with something stuck to it", MULTIPART, PART("a", "b\r\n--XXY") "--XX--\r\n"),
    BAD("bare LF", MULTIPART, "--XX\nContent-Disposition: form-data; name=\"a\"\n\nb\n--XX--\n"),
    BAD("part without disposition", MULTIPART, "--XX\r\nA: b\r\n\r\nb\r\n--XX--"),
    BAD("part without name", MULTIPART,
        "--XX\r\nContent-Disposition: form-data\r\n\r\nb\r\n--XX--"),
    BAD("part with an empty name", MULTIPART, PART("", "b") "--XX--"),
    BAD("attachment", MULTIPART,
        "--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nb\r\n--XX--"),
    BAD("two dispositions", MULTIPART,
        "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n"
        "Content-Disposition: form-data; name=\"b\"\r\n\r\nb\r\n--XX--"),
    BAD("two names in one", MULTIPART,
        "--XX\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\nb\r\n--XX--"),
    BAD("backslash in a name", MULTIPART, PART("a\\", "b") "--XX--"),
    BAD("base64", MULTIPART,
        "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\nYg==\r\n--XX--"),
    BAD("part name twice", MULTIPART, PART("a", "b") PART("a", "c") "--XX--"),
    BAD("NUL in a part", MULTIPART, PART("a", "b\0c") "--XX--"),
    BAD("NUL in a part's name", MULTIPART, PART("a\0", "b") "--XX--"),
    BAD("invalid UTF-8 in a part", MULTIPART, PART("a", "\xff") "--XX--"),
    BAD("invalid UTF-8 in a part's name", MULTIPART, PART("\xff", "b") "--XX--"),

    BODY("no type", "", "a=b", TES_UNKNOWN_KIND, NULL),
    BODY("other type", "text/plain", "a=b", TES_UNKNOWN_KIND, NULL),
    BODY("longer type", "application/json2", "{}", TES_UNKNOWN_KIND, NULL),
};

static void write_fields(const struct tes_fields *fields, struct tes_buf *text)
{
    for (size_t i = 0; i < fields->count; i++) {
        tes_buf_slice(text, fields->items[i].name);
        tes_buf_char(text, '=');
        tes_buf_slice(text, fields->items[i].value);
        tes_buf_char(text, '|');
    }
}

static void check_body(struct tes_arena *arena, const struct body *body,
                       const struct tes_names *names)
{
    struct tes_fields fields;
    struct tes_slice text = {guarded(body->text), body->text.length};
    enum tes_status status = http_body_read(arena, tes_slice_of(body->type), text, names, &fields);
    if (status != body->status)
        fail_msg("%s: status %d instead of %d", body->name, status, body->status);
    if (body->fields != NULL) {
        char memory[512];
        struct tes_buf got = tes_buf_on(memory, sizeof memory);
        write_fields(&fields, &got);
        if (!tes_slice_equal(tes_buf_done(&got), tes_slice_of(body->fields)))
            fail_msg("%s: %.*s", body->name, (int)got.length, got.at);
    }
    tes_arena_reset(arena);
}

static void test_bodies(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(65536);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        check_body(&arena, &bodies[i], NULL);
    tes_arena_free(&arena);
}

/* Whatever a body is cut to, nothing past its end is read; a multipart body is good only with its
 * end. */
static void test_cut_bodies(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(65536);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        for (size_t length = 0; length < bodies[i].text.length; length++) {
            struct tes_fields fields;
            struct tes_slice cut = {bodies[i].text.at, length};
            cut.at = guarded(cut);
            enum tes_status status =
                http_body_read(&arena, tes_slice_of(bodies[i].type), cut, NULL, &fields);
            if (status == TES_OK && bodies[i].status == TES_OK && bodies[i].text.at[0] == '-')
                assert_memory_equal(cut.at + length - 2, "--", 2);
            tes_arena_reset(&arena);
        }
    }
    tes_arena_free(&arena);
}

/* Of what is named "a" or "b" alone: as strictly, and nothing of others but where they end. */
static const struct body named[] = {
    GOOD("form", FORM, "c=%ff&a=1&c=%4&%=2&c=%00&b=%32&c&d", "a=1|b=2|"),
    GOOD("JSON", JSON,
         "{\"c\":\"\\u0000\",\"a\":\"1\",\"c\":{\"x\":1,\"x\":99999999999999999999},\"c\":["
         "\"\xff\"],"
         "\"b\":\"2\"}",
         "a=1|b=2|"),
    GOOD("multipart", MULTIPART,
         PART("c", "\xff") PART("a", "1") PART("c", "\0") PART("b", "2") "--XX--", "a=1|b=2|"),
    BAD("form with a name twice", FORM, "a=1&b=2&a=3"),
    BAD("form with half an escape", FORM, "a=%4"),
    BAD("form with an empty name", FORM, "a=1&=2"),
    BAD("JSON with a name twice", JSON, "{\"a\":1,\"b\":2,\"a\":3}"),
    BAD("JSON with a NUL", JSON, "{\"a\":\"\\u0000\"}"),
    BAD("JSON with a NUL behind what is passed over", JSON,
        "{\"c\":{\"a\":[1]},\"a\":\"\\u0000\"}"),
    BAD("JSON that is cut", JSON, "{\"a\":1,\"c\":{\"x\":1}"),
    BAD("JSON nested deeply", JSON, "{\"a\":1,\"c\":[[[[[[[[1]]]]]]]]}"),
    BAD("JSON with a bare word", JSON, "{\"a\":1,\"c\":word}"),
    BAD("multipart with a name twice", MULTIPART, PART("a", "1") PART("a", "2") "--XX--"),
    BAD("multipart with a NUL", MULTIPART, PART("a", "\0") "--XX--"),
    BAD("multipart without an end", MULTIPART, PART("a", "1") PART("c", "2")),
};

static void test_named_fields(void **state)
{
    (void)state;
    static const struct tes_slice items[] = {TES_SLICE_INIT("a"), TES_SLICE_INIT("b")};
    static const struct tes_names names = {items, 2};
    struct tes_arena arena = tes_arena_new(65536);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        check_body(&arena, &named[i], &names);
    tes_arena_free(&arena);
}

/* What a byte of a value, between others that stand for themselves, is read as; -1: refused. */
static int read_as(unsigned byte)
{
    if (byte < ' ' || byte >= 0x7F || byte == '%')
        return -1; /* "%xx" is no number, and a byte of UTF-8 is not alone */
    return byte == '+' ? ' ' : (int)byte;
}

/* Bytes are looked at by eights, and one by one behind the last eight. */
static void test_each_byte_at_each_place(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(65536);
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t place = 2; byte != '&' && place < 21; place++) {
            char body[] = "a=xxxxxxxxxxxxxxxxxxx";
            struct tes_fields fields;
            body[place] = (char)byte;
            struct tes_slice text = {body, sizeof body - 1};
            text.at = guarded(text);
            enum tes_status status = http_form_read(&arena, text, NULL, &fields);
            if (status != (read_as(byte) < 0 ? TES_BAD_ARGUMENT : TES_OK))
                fail_msg("byte %u at %zu: status %d", byte, place, status);
            body[place] = (char)read_as(byte);
            if (status == TES_OK)
                assert_memory_equal(fields.items[0].value.at, body + 2, 19);
            tes_arena_reset(&arena);
        }
    }
    tes_arena_free(&arena);
}

/* A name without a value is there, unlike one that was not sent. */
static void test_an_empty_value_is_there(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(65536);
    struct tes_fields fields;
    struct tes_slice text;
    assert_int_equal(http_form_read(&arena, TES_SLICE("a"), NULL, &fields), TES_OK);
    assert_true(tes_fields_text(&fields, TES_SLICE("a"), 1, &text) && text.at != NULL);
    assert_true(tes_fields_text(&fields, TES_SLICE("b"), 1, &text) && text.at == NULL);
    tes_arena_free(&arena);
}

static void test_content_type_at_the_guard(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(65536);
    struct tes_slice body = TES_SLICE(PART("a", "b") "--XX--");
    struct tes_slice whole = TES_SLICE("multipart/form-data; charset=\"u\"; boundary=XX");
    for (size_t length = 0; length <= whole.length; length++) {
        struct tes_fields fields;
        struct tes_slice type = {whole.at, length};
        type.at = guarded(type);
        enum tes_status status = http_multipart_read(&arena, type, body, NULL, &fields);
        assert_int_equal(status, length == whole.length ? TES_OK : TES_BAD_ARGUMENT);
    }
    tes_arena_free(&arena);
}

static void test_memory_has_a_ceiling(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new(0);
    struct tes_fields fields;
    assert_int_equal(http_form_read(&arena, TES_SLICE("a=%62"), NULL, &fields), TES_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_named_fields),
        cmocka_unit_test(test_cut_bodies),
        cmocka_unit_test(test_each_byte_at_each_place),
        cmocka_unit_test(test_an_empty_value_is_there),
        cmocka_unit_test(test_content_type_at_the_guard),
        cmocka_unit_test(test_memory_has_a_ceiling),
    };
    return cmocka_run_group_tests(tests, guard_set_up, guard_tear_down);
}

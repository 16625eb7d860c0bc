/* Goal: each head has one reading or none, however it is cut into pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/message/parser.h"
#include "test_http_framings.h"
#include "test_http_guard.h"

#define HEAD_MAX 1024

static struct http_parser parser;
static struct http_request request;

/* Feeds the first `first` bytes, then all; each lies before the guard page when it is read. */
static enum http_progress feed_in_two(struct tes_slice text, size_t first)
{
    http_parser_start(&parser, HEAD_MAX, &request);
    char *at = guarded(text);
    if (first < text.length) {
        /* The part alone must not read on: what follows is not there yet. */
        memset(at + first, '\n', text.length - first);
        enum http_progress progress = http_parser_feed(&parser, at, first, &request);
        if (progress != HTTP_PARTIAL)
            return progress;
        memcpy(at + first, text.at + first, text.length - first);
    }
    return http_parser_feed(&parser, at, text.length, &request);
}

static void assert_refused(const struct framing *framing, enum http_progress progress, size_t cut)
{
    if (progress != HTTP_REFUSED || parser.refusal != framing->status)
        fail_msg("%s, cut at %zu: progress %d, status %u instead of %u", framing->name, cut,
                 progress, parser.refusal, framing->status);
}

static void test_bad_framings_are_refused(void **state)
{
    (void)state;
    assert_true(BAD_FRAMINGS >= 40);
    for (size_t i = 0; i < BAD_FRAMINGS; i++)
        for (size_t cut = 0; cut <= bad_framings[i].text.length; cut++)
            assert_refused(&bad_framings[i], feed_in_two(bad_framings[i].text, cut), cut);
}

static void test_bad_framings_byte_by_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < BAD_FRAMINGS; i++) {
        struct tes_slice text = bad_framings[i].text;
        enum http_progress progress = HTTP_PARTIAL;
        char *at = guarded(text);
        http_parser_start(&parser, HEAD_MAX, &request);
        for (size_t length = 1; length <= text.length && progress == HTTP_PARTIAL; length++)
            progress = http_parser_feed(&parser, at, length, &request);
        assert_refused(&bad_framings[i], progress, 0);
    }
}

static const struct good {
    const char *name, *text;
    enum http_method method;
    const char *path, *query;
    size_t fields;
    uint64_t content_length;
    bool closes;
} goods[] = {
    {"plain", GET "\r\n", HTTP_GET, "/", "", 1, 0, false},
    {"query", "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_GET, "/a", "b=c", 1, 0, false},
    {"dots and codes that lead nowhere", "GET /a./.b/%2 HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_GET,
     "/a./.b/%2", "", 1, 0, false},
    {"dots and codes in the query", "GET /a?../%2e%2F HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_GET, "/a",
     "../%2e%2F", 1, 0, false},
    {"two question marks", "GET /?a?b HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_GET, "/", "a?b", 1, 0,
     false},
    {"empty query", "GET /? HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_GET, "/", "", 1, 0, false},
    {"all visible bytes", "GET /!\"$%&'()*+,-./0:;<=>@A[\\]^_`a{|}~ HTTP/1.1\r\nHost: a\r\n\r\n",
     HTTP_GET, "/!\"$%&'()*+,-./0:;<=>@A[\\]^_`a{|}~", "", 1, 0, false},
    {"POST without length", "POST /?a=b HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_POST, "/", "a=b", 1, 0,
     true},
    {"POST of length 0", POST "Content-Length: 0\r\n\r\n", HTTP_POST, "/", "", 2, 0, false},
    {"HEAD", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_HEAD, "/", "", 1, 0, false},
    {"OPTIONS", "OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_OPTIONS, "/", "", 1, 0, false},
    {"DELETE", "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", HTTP_DELETE, "/", "", 1, 0, false},
    {"PUT", "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", HTTP_PUT, "/", "", 2, 0,
     false},
    {"PATCH", "PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", HTTP_PATCH, "/", "", 2, 1,
     false},
    {"POST", POST "Content-Length: 12\r\n\r\n", HTTP_POST, "/", "", 2, 12, false},
    {"length with zeros and blanks", POST "content-LENGTH:  \t007 \t\r\n\r\n", HTTP_POST, "/", "",
     2, 7, false},
    {"chunked", CHUNKED "\r\n", HTTP_POST, "/", "", 2, HTTP_LENGTH_UNKNOWN, false},
    {"chunked in odd case", POST "tRANSFER-eNCODING:\tcHUNKED \r\n\r\n", HTTP_POST, "/", "", 2,
     HTTP_LENGTH_UNKNOWN, false},
    {"chunked PUT", "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", HTTP_PUT,
     "/", "", 2, HTTP_LENGTH_UNKNOWN, false},
    {"chunked GET", GET "Transfer-Encoding: chunked\r\n\r\n", HTTP_GET, "/", "", 2,
     HTTP_LENGTH_UNKNOWN, false},
    {"Expect", POST "Content-Length: 5\r\nExpect: 100-Continue\r\n\r\n", HTTP_POST, "/", "", 3, 5,
     false},
    {"Expect in HTTP/1.0", "POST / HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
     HTTP_POST, "/", "", 2, 5, true},
    {"close", GET "Connection: close\r\n\r\n", HTTP_GET, "/", "", 2, 0, true},
    {"close in a list", GET "Connection: keep-alive, CLOSE\r\n\r\n", HTTP_GET, "/", "", 2, 0, true},
    {"keep-alive", GET "Connection: keep-alive\r\n\r\n", HTTP_GET, "/", "", 2, 0, false},
    {"HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", HTTP_GET, "/", "", 0, 0, true},
    {"HTTP/1.0 with Host", "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", HTTP_GET,
     "/", "", 2, 0, true},
    {"Upgrade is not taken up", GET "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", HTTP_GET, "/",
     "", 3, 0, false},
    {"Host with port", "GET / HTTP/1.1\r\nhOST: [::1]:8080\r\n\r\n", HTTP_GET, "/", "", 1, 0,
     false},
    {"obs-text in a value", GET "A: \xc3\xa4\r\n\r\n", HTTP_GET, "/", "", 2, 0, false},
    {"empty value", GET "A:\r\n\r\n", HTTP_GET, "/", "", 2, 0, false},
    {"64 fields",
     "GET / HTTP/1.1\r\nHost: a\r\n" EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
     "A: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\n\r\n",
     HTTP_GET, "/", "", 64, 0, false},
};

static void assert_slice(struct tes_slice slice, const char *text)
{
    assert_int_equal(slice.length, strlen(text));
    assert_memory_equal(slice.at, text, slice.length);
}

static void test_good_heads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goods / sizeof *goods; i++) {
        const struct good *good = &goods[i];
        struct tes_slice text = tes_slice_of(good->text);
        for (size_t cut = 0; cut <= text.length; cut++) {
            if (feed_in_two(text, cut) != HTTP_COMPLETE)
                fail_msg("%s, cut at %zu: status %u", good->name, cut, parser.refusal);
            assert_int_equal(request.method, good->method);
            assert_slice(request.path, good->path);
            assert_slice(request.query, good->query);
            assert_int_equal(request.field_count, good->fields);
            assert_int_equal(parser.content_length, good->content_length);
            assert_int_equal(parser.head_length, text.length);
            assert_int_equal(parser.closes, good->closes);
        }
    }
}

static void test_what_follows_is_left_alone(void **state)
{
    (void)state;
    struct tes_slice two = TES_SLICE(GET "\r\n\nnonsense");
    assert_int_equal(feed_in_two(two, two.length), HTTP_COMPLETE);
    assert_int_equal(parser.head_length, sizeof(GET) - 1 + 2);
}

static void test_head_has_a_ceiling(void **state)
{
    (void)state;
    char text[HEAD_MAX + 100];
    size_t fixed = sizeof(GET "A: \r\n\r\n") - 1;
    for (size_t filler = HEAD_MAX - fixed - 2; filler <= HEAD_MAX - fixed + 2; filler++) {
        struct tes_buf buf = tes_buf_on(text, sizeof text);
        tes_buf_text(&buf, GET "A: ");
        for (size_t i = 0; i < filler; i++)
            tes_buf_char(&buf, 'b');
        tes_buf_text(&buf, "\r\n\r\n");
        bool fits = buf.length <= HEAD_MAX;
        for (size_t cut = buf.length - 8; cut <= buf.length; cut++) {
            enum http_progress progress = feed_in_two(tes_buf_done(&buf), cut);
            assert_int_equal(progress, fits ? HTTP_COMPLETE : HTTP_REFUSED);
            assert_int_equal(parser.refusal, fits ? 0 : 431);
        }
    }
}

static void test_lookups(void **state)
{
    (void)state;
    struct tes_slice text = TES_SLICE("GET /?a=1&b=&c&d=x%20y&a=2 HTTP/1.1\r\nHOST: h\r\n"
                                      "X-One: first\r\nx-one: second\r\n"
                                      "Cookie: session=abc; pass=d=e;bare; pass2=no; pass\r\n"
                                      "Cookie:\r\nCookie: late=1;pass=f ;; pass=g;\r\n\r\n");
    assert_int_equal(feed_in_two(text, text.length), HTTP_COMPLETE);
    assert_slice(http_request_header(&request, TES_SLICE("host")), "h");
    assert_slice(http_request_header(&request, TES_SLICE("x-one")), "first");
    assert_null(http_request_header(&request, TES_SLICE("x-two")).at);

    assert_slice(http_request_parameter(&request, TES_SLICE("a")), "1");
    assert_slice(http_request_parameter(&request, TES_SLICE("b")), "");
    assert_slice(http_request_parameter(&request, TES_SLICE("c")), "");
    assert_non_null(http_request_parameter(&request, TES_SLICE("c")).at);
    assert_slice(http_request_parameter(&request, TES_SLICE("d")), "x%20y");
    assert_null(http_request_parameter(&request, TES_SLICE("e")).at);
    assert_null(http_request_parameter(&request, TES_SLICE("")).at);

    static const struct {
        const char *name, *values[4];
    } COOKIES[] = {
        {"session", {"abc"}}, {"pass", {"d=e", "", "f", "g"}},
        {"late", {"1"}},      {"pas", {NULL}},
        {"Pass", {NULL}},     {"pass2", {"no"}},
        {"", {NULL}},
    };
    for (size_t i = 0; i < sizeof COOKIES / sizeof COOKIES[0]; i++) {
        struct http_cookies cookies = {.request = &request, .name = tes_slice_of(COOKIES[i].name)};
        for (size_t j = 0; j < 4 && COOKIES[i].values[j] != NULL; j++)
            assert_slice(http_cookies_next(&cookies), COOKIES[i].values[j]);
        assert_null(http_cookies_next(&cookies).at);
        assert_null(http_cookies_next(&cookies).at);
    }
}

/* Bytes are looked at by eights, and one by one where there may be an end. */
static void test_each_byte_at_each_place_of_a_line(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t place = 27; place < 27 + 19; place++) {
            char head[] = "GET / HTTP/1.1\r\nHost: h\r\nX:xxxxxxxxxxxxxxxxxxx\r\n\r\n";
            struct tes_slice text = {head, sizeof head - 1};
            bool is_allowed = (byte >= ' ' && byte != 0x7F) || byte == '\t';
            head[place] = (char)byte;
            enum http_progress progress = feed_in_two(text, text.length);
            if (progress != (is_allowed ? HTTP_COMPLETE : HTTP_REFUSED))
                fail_msg("byte %u at %zu: progress %d", byte, place, progress);
        }
    }
}

static void test_nobody_splits_a_reply(void **state)
{
    (void)state;
    char memory[256];
    struct http_reply reply = {.head = tes_buf_on(memory, sizeof memory)};
    http_reply_header(&reply, "A", TES_SLICE("b\r\nSet-Cookie: c"));
    http_reply_header(&reply, "A", TES_SLICE("b\nc"));
    http_reply_header(&reply, "A", TES_SLICE("b\rc"));
    http_reply_header(&reply, "A", TES_SLICE("b\0c"));
    assert_int_equal(reply.head.length, 0);
    http_reply_header(&reply, "A", TES_SLICE("b c"));
    assert_slice(tes_buf_done(&reply.head), "A: b c\r\n");
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(http_method_name(HTTP_PATCH), "PATCH");
    assert_string_equal(http_status_text(404), "Not Found");
    assert_string_equal(http_status_text(299), "Unknown");
    assert_string_equal(http_status_text(999), "Unknown");
    assert_string_equal(http_status_text(0), "Unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_framings_are_refused),
        cmocka_unit_test(test_bad_framings_byte_by_byte),
        cmocka_unit_test(test_good_heads),
        cmocka_unit_test(test_what_follows_is_left_alone),
        cmocka_unit_test(test_head_has_a_ceiling),
        cmocka_unit_test(test_lookups),
        cmocka_unit_test(test_each_byte_at_each_place_of_a_line),
        cmocka_unit_test(test_nobody_splits_a_reply),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, guard_set_up, guard_tear_down);
}

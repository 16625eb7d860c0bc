/* Goal: each chunked body has one reading or none, however it is cut into pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/message/chunks.h"
#include "test_http_framings.h"
#include "test_http_guard.h"

static struct http_chunks chunks;

/* Feeds the text in pieces that end where a cut is, each before the guard page, behind what is left
 * of those before it. Afterwards `left` is what the last call left. */
static enum http_progress feed(struct tes_slice text, const size_t cuts[], size_t count, char *left,
                               size_t *length)
{
    enum http_progress progress = HTTP_PARTIAL;
    size_t from = 0;
    *length = 0;
    http_chunks_start(&chunks, CHUNKS_MAX);
    for (size_t i = 0; i <= count && progress == HTTP_PARTIAL; i++) {
        size_t to = i < count ? cuts[i] : text.length;
        memcpy(left + *length, text.at + from, to - from);
        *length += to - from;
        char *at = guarded((struct tes_slice){left, *length});
        progress = http_chunks_feed(&chunks, at, length);
        memcpy(left, at, *length);
        from = to;
    }
    if (progress == HTTP_COMPLETE) { /* what has not been fed comes behind the rest */
        memcpy(left + *length, text.at + from, text.length - from);
        *length += text.length - from;
    }
    return progress;
}

static const struct {
    const char *name, *text, *body, *rest;
} GOODS[] = {
    {"nothing", "0\r\n\r\n", "", ""},
    {"one", "5\r\nhello\r\n0\r\n\r\n", "hello", ""},
    {"several", "1\r\nh\r\n3\r\nell\r\n1\r\no\r\n0\r\n\r\n", "hello", ""},
    {"zeros", "00000005\r\nhello\r\n00000000\r\n\r\n", "hello", ""},
    {"either case", "a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n", "01234567890123456789a",
     ""},
    {"framing inside", "b\r\n0\r\n\r\n5\r\nhel\r\n0\r\n\r\n", "0\r\n\r\n5\r\nhel", ""},
    {"what follows", "5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1\r\n", "hello", "GET / HTTP/1.1\r\n"},
    {"what follows nothing", "0\r\n\r\n0\r\n\r\n", "", "0\r\n\r\n"},
};

static void test_good_chunks(void **state)
{
    (void)state;
    char left[256];
    size_t length;
    for (size_t i = 0; i < sizeof GOODS / sizeof *GOODS; i++) {
        struct tes_slice text = tes_slice_of(GOODS[i].text);
        size_t body = strlen(GOODS[i].body), rest = strlen(GOODS[i].rest);
        for (size_t first = 0; first <= text.length; first++) {
            for (size_t second = first; second <= text.length; second++) {
                if (feed(text, (size_t[]){first, second}, 2, left, &length) != HTTP_COMPLETE)
                    fail_msg("%s, cut at %zu and %zu: %u", GOODS[i].name, first, second,
                             chunks.refusal);
                assert_int_equal(chunks.length, body);
                assert_int_equal(length, body + rest);
                assert_memory_equal(left, GOODS[i].body, body);
                assert_memory_equal(left + body, GOODS[i].rest, rest);
                /* A request that has to wait for its turn is looked at again. */
                assert_int_equal(http_chunks_feed(&chunks, left, &length), HTTP_COMPLETE);
                assert_int_equal(length, body + rest);
                assert_memory_equal(left + body, GOODS[i].rest, rest);
            }
        }
    }
}

static void test_bad_chunks(void **state)
{
    (void)state;
    char left[256];
    size_t length;
    for (size_t i = 0; i < BAD_CHUNKS; i++) {
        for (size_t cut = 0; cut <= bad_chunks[i].text.length; cut++) {
            enum http_progress progress = feed(bad_chunks[i].text, &cut, 1, left, &length);
            if (progress != HTTP_REFUSED || chunks.refusal != bad_chunks[i].status)
                fail_msg("%s, cut at %zu: progress %d, status %u", bad_chunks[i].name, cut,
                         progress, chunks.refusal);
        }
    }
}

/* However little of it there is at a time, nothing is kept but the body. */
static void test_byte_by_byte(void **state)
{
    (void)state;
    char body[CHUNKS_MAX + 1];
    size_t length = 0;
    http_chunks_start(&chunks, CHUNKS_MAX);
    for (size_t i = 0; i < CHUNKS_MAX; i++) {
        for (const char *byte = "00000001\r\nx\r\n"; *byte != '\0'; byte++) {
            body[length++] = *byte;
            assert_int_equal(http_chunks_feed(&chunks, body, &length), HTTP_PARTIAL);
            assert_int_equal(length, chunks.length);
        }
    }
    assert_int_equal(length, CHUNKS_MAX);
    body[length++] = '1';
    assert_int_equal(http_chunks_feed(&chunks, body, &length), HTTP_PARTIAL);
    body[length++] = '\r';
    assert_int_equal(http_chunks_feed(&chunks, body, &length), HTTP_REFUSED);
    assert_int_equal(chunks.refusal, 413);
}

static void test_all_that_is_taken(void **state)
{
    (void)state;
    char bytes[CHUNKS_MAX + 32];
    size_t length = 5 + CHUNKS_MAX + 7;
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes, "3e8\r\n", 5);
    memcpy(bytes + 5 + CHUNKS_MAX, "\r\n0\r\n\r\n", 7);
    http_chunks_start(&chunks, CHUNKS_MAX);
    assert_int_equal(http_chunks_feed(&chunks, bytes, &length), HTTP_COMPLETE);
    assert_int_equal(length, CHUNKS_MAX);
    assert_int_equal(bytes[CHUNKS_MAX - 1], 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_chunks),
        cmocka_unit_test(test_bad_chunks),
        cmocka_unit_test(test_byte_by_byte),
        cmocka_unit_test(test_all_that_is_taken),
    };
    return cmocka_run_group_tests(tests, guard_set_up, guard_tear_down);
}

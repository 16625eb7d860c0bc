/*
 * test_log_trace.c: what a header traceparent says, and whose lines carry it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/app/request_log.h"
#include "server/log/log.h"

#define TRACE "0af7651916cd43dd8448eb211c80319c"
#define SPAN  "b7ad6b7169203331"

/* The ids of W3C's Trace Context, Level 1. */
static void test_headers(void **state)
{
    static const struct {
        const char *name, *header;
        bool is_taken;
    } CASES[] = {
        {"sampled", "00-" TRACE "-" SPAN "-01", true},
        {"not sampled", "00-" TRACE "-" SPAN "-00", true},
        {"flags that are not known", "00-" TRACE "-" SPAN "-ff", true},
        {"a later version", "01-" TRACE "-" SPAN "-01", true},
        {"a later version with more", "cc-" TRACE "-" SPAN "-01-what-the-future-will-be-like",
         true},
        {"a later version with more, not behind a dash", "cc-" TRACE "-" SPAN "-01.what", false},
        {"this version with more", "00-" TRACE "-" SPAN "-01-more", false},
        {"this version with a dash more", "00-" TRACE "-" SPAN "-01-", false},
        {"the version that is none", "ff-" TRACE "-" SPAN "-01", false},
        {"no version", "-" TRACE "-" SPAN "-01", false},
        {"a version in capitals", "0A-" TRACE "-" SPAN "-01", false},
        {"a version of one digit", "0-" TRACE "-" SPAN "-01", false},
        {"a trace of zeros", "00-00000000000000000000000000000000-" SPAN "-01", false},
        {"a span of zeros", "00-" TRACE "-0000000000000000-01", false},
        {"a trace in capitals", "00-0AF7651916CD43DD8448EB211C80319C-" SPAN "-01", false},
        {"a span in capitals", "00-" TRACE "-B7AD6B7169203331-01", false},
        {"a letter that is no digit", "00-0af7651916cd43dd8448eb211c80319g-" SPAN "-01", false},
        {"a trace that is too short", "00-0af7651916cd43dd8448eb211c80319-" SPAN "-01", false},
        {"a trace that is too long", "00-" TRACE "0-" SPAN "-01", false},
        {"a span that is too short", "00-" TRACE "-b7ad6b716920333-01", false},
        {"flags of one digit", "00-" TRACE "-" SPAN "-1", false},
        {"flags that are none", "00-" TRACE "-" SPAN "-0x", false},
        {"no flags", "00-" TRACE "-" SPAN, false},
        {"another mark in between", "00-" TRACE "_" SPAN "-01", false},
        {"a blank before it", " 00-" TRACE "-" SPAN "-01", false},
        {"nothing", "", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct log_trace trace;
        if (log_trace_read(tes_slice_of(CASES[i].header), &trace) != CASES[i].is_taken)
            fail_msg("%s", CASES[i].name);
        if (!CASES[i].is_taken)
            continue;
        assert_string_equal(trace.trace_id, TRACE);
        assert_string_equal(trace.span_id, SPAN);
    }
    /* Bytes that no text has. */
    struct log_trace trace;
    assert_false(log_trace_read((struct tes_slice){NULL, 0}, &trace));
    char bytes[10000];
    memset(bytes, '\xFF', sizeof bytes);
    assert_false(log_trace_read((struct tes_slice){bytes, sizeof bytes}, &trace));
    memcpy(bytes, "00-" TRACE "-" SPAN "-01", 55);
    assert_false(log_trace_read((struct tes_slice){bytes, sizeof bytes}, &trace));
    bytes[10] = '\0';
    assert_false(log_trace_read((struct tes_slice){bytes, 55}, &trace));
}

static void test_requests(void **state)
{
    struct http_request request = {.field_count = 0};
    struct log_trace trace;
    (void)state;
    assert_false(request_log_trace(&request, &trace));
    request.fields[0].name = TES_SLICE("tracestate");
    request.fields[0].value = TES_SLICE("00-" TRACE "-" SPAN "-01");
    request.field_count = 1;
    assert_false(request_log_trace(&request, &trace));
    request.fields[1].name = TES_SLICE("traceparent");
    request.fields[1].value = TES_SLICE("00-" TRACE "-" SPAN "-01");
    request.field_count = 2;
    assert_true(request_log_trace(&request, &trace));
    assert_string_equal(trace.trace_id, TRACE);
    /* Two of them, alike or not: nobody knows which is right. */
    request.fields[2] = request.fields[1];
    request.field_count = 3;
    assert_false(request_log_trace(&request, &trace));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_requests),
    };
    return cmocka_run_group_tests_name("traceparent", tests, NULL, NULL);
}

/*
 * test_log.c: one event is one line, whatever is in it.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "serve/log.h"

#define STAMP_LENGTH 25 /* with the blank behind it */

static int pipe_ends[2], saved_stderr;

static void start_capture(void)
{
    assert_int_equal(pipe2(pipe_ends, O_NONBLOCK), 0);
    saved_stderr = dup(STDERR_FILENO);
    assert_true(saved_stderr >= 0);
    assert_true(dup2(pipe_ends[1], STDERR_FILENO) >= 0);
}

/* What was logged since, which must be one line; returns it behind its time. */
static const char *stop_capture(char line[LOG_LINE_MAX + 1])
{
    assert_true(dup2(saved_stderr, STDERR_FILENO) >= 0);
    close(saved_stderr);
    ssize_t length = read(pipe_ends[0], line, LOG_LINE_MAX);
    assert_int_equal(read(pipe_ends[0], &(char){0}, 1), -1);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    assert_true(length > STAMP_LENGTH);
    line[length] = '\0';
    assert_ptr_equal(strchr(line, '\n'), line + length - 1);
    for (size_t i = 0; i < STAMP_LENGTH; i++) {
        char expected = "dddd-dd-ddTdd:dd:dd.dddZ "[i];
        assert_true(expected == 'd' ? line[i] >= '0' && line[i] <= '9' : line[i] == expected);
    }
    return line + STAMP_LENGTH;
}

static void test_levels(void **state)
{
    static const struct {
        enum log_level level;
        const char *line;
    } CASES[] = {
        {LOG_INFO, "info ready\n"}, {LOG_WARN, "warn ready\n"}, {LOG_ERROR, "error ready\n"}};
    char line[LOG_LINE_MAX + 1];

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        start_capture();
        log_message(CASES[i].level, "ready");
        assert_string_equal(stop_capture(line), CASES[i].line);
    }
}

static void test_values(void **state)
{
    static const struct {
        struct tes_slice value;
        const char *line;
    } CASES[] = {
        {{"127.0.0.1:8080", 14}, "info m k=127.0.0.1:8080\n"},
        {{"", 0}, "info m k=\"\"\n"},
        {{NULL, 0}, "info m k=\"\"\n"},
        {{"a b", 3}, "info m k=\"a b\"\n"},
        {{"a=b", 3}, "info m k=\"a=b\"\n"},
        {{"a\"\\", 3}, "info m k=\"a\\\"\\\\\"\n"},
        {{"x\nforged", 8}, "info m k=\"x\\x0aforged\"\n"},
        {{"\x1b[2J\0\x7f", 6}, "info m k=\"\\x1b[2J\\x00\\x7f\"\n"},
        {{"\xC3\xA4", 2}, "info m k=\"\xC3\xA4\"\n"},
        {{"\xC2\x9b\xFF", 3}, "info m k=\"\\xc2\\x9b\\xff\"\n"},
    };
    char line[LOG_LINE_MAX + 1];

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        start_capture();
        log_event(LOG_INFO, "m", log_slice("k", CASES[i].value));
        assert_string_equal(stop_capture(line), CASES[i].line);
    }
    start_capture();
    log_event(LOG_INFO, "two\nlines", log_text("k", "v"), log_text("l", "w"));
    assert_string_equal(stop_capture(line), "info two\\x0alines k=v l=w\n");
}

static void test_long_line_is_cut(void **state)
{
    static char value[2 * LOG_LINE_MAX];
    char line[LOG_LINE_MAX + 1];

    (void)state;
    memset(value, 'x', sizeof value);
    start_capture();
    log_event(LOG_INFO, "m", log_slice("k", (struct tes_slice){value, sizeof value}),
              log_text("n", "1"));
    stop_capture(line);
    assert_int_equal(strlen(line), LOG_LINE_MAX);
    assert_string_equal(line + LOG_LINE_MAX - 6, "xx...\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_long_line_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

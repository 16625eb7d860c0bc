/*
 * test_log.c: one event is one line, whatever is in it, and logging waits for no reader.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "os/clock.h"
#include "server/log/log.h"
#include "server/log/log_writer.h"

#define STAMP_LENGTH 25 /* with the blank behind it */
#define MANY         5000

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

static bool find_trace(const void *context, struct log_trace *trace)
{
    strcpy(trace->trace_id, "0af7651916cd43dd8448eb211c80319c");
    strcpy(trace->span_id, "b7ad6b7169203331");
    return *(const bool *)context;
}

/* In the middle of a request its lines tell whose work it is; before and after, lines do not. */
static void test_lines_of_a_request(void **state)
{
    char line[LOG_LINE_MAX + 1];
    bool has_trace = true;

    (void)state;
    log_belongs(find_trace, &has_trace);
    start_capture();
    log_event(LOG_INFO, "m", log_text("k", "v"));
    assert_string_equal(
        stop_capture(line),
        "info m k=v trace_id=0af7651916cd43dd8448eb211c80319c span_id=b7ad6b7169203331\n");
    has_trace = false;
    start_capture();
    log_message(LOG_INFO, "m");
    assert_string_equal(stop_capture(line), "info m\n");
    has_trace = true;
    log_belongs(NULL, NULL);
    start_capture();
    log_message(LOG_INFO, "m");
    assert_string_equal(stop_capture(line), "info m\n");
}

/* Fills the pipe to the brim, with lines that say nothing. */
static void fill_pipe(void)
{
    while (write(pipe_ends[1], "\n", 1) == 1)
        ;
    assert_int_equal(fcntl(pipe_ends[1], F_SETFL, 0), 0); /* from now on, writing blocks */
}

static void log_numbered(unsigned number)
{
    char digits[12];
    snprintf(digits, sizeof digits, "%u", number);
    log_event(LOG_INFO, "event", log_text("number", digits));
}

/* Reads until all numbers have come or were told to be lost; how many were. */
static unsigned read_numbers(unsigned numbers)
{
    FILE *lines = fdopen(pipe_ends[0], "r");
    char line[LOG_LINE_MAX + 1];
    unsigned last = 0, lost = 0;
    assert_non_null(lines);
    assert_int_equal(fcntl(pipe_ends[0], F_SETFL, 0), 0);
    while (last < numbers && fgets(line, sizeof line, lines) != NULL) {
        const char *number = strstr(line, "number="), *count = strstr(line, "count=");
        if (strstr(line, "warn lines were lost") != NULL) {
            assert_non_null(count);
            unsigned told = (unsigned)strtoul(count + 6, NULL, 10);
            last += told;
            lost += told;
        } else if (strcmp(line, "\n") != 0) {
            assert_non_null(number);
            assert_int_equal(strtoul(number + 7, NULL, 10), ++last);
        }
    }
    assert_int_equal(last, numbers);
    return lost; /* the stream stays open: it may have read ahead */
}

static void test_full_pipe_holds_nobody_up(void **state)
{
    (void)state;
    start_capture();
    fill_pipe();
    assert_true(log_start());
    for (unsigned i = 1; i <= MANY; i++)
        log_numbered(i);
    uint64_t lost = log_writer_lost();
    assert_in_range(lost, 1, MANY - 1);
    assert_int_equal(read_numbers(MANY), lost);
    log_numbered(MANY + 1); /* and all is well again */
    assert_true(log_writer_stop());
    assert_int_equal(log_writer_lost(), lost);
    assert_true(dup2(saved_stderr, STDERR_FILENO) >= 0);
}

static void test_start_and_stop(void **state)
{
    char line[LOG_LINE_MAX + 1];

    (void)state;
    for (unsigned i = 0; i < 50; i++) {
        start_capture();
        assert_true(log_start());
        assert_false(log_start());
        log_message(LOG_INFO, "last words");
        if (i % 2 == 0)
            log_writer_flush();
        assert_true(log_writer_stop());
        assert_true(log_writer_stop());
        assert_string_equal(stop_capture(line), "info last words\n");
    }
}

/* A pipe that somebody made non-blocking: everything comes, once somebody reads. */
static void test_shared_pipe(void **state)
{
    char line[LOG_LINE_MAX + 1];

    (void)state;
    start_capture();
    while (write(pipe_ends[1], "x", 1) == 1)
        ;
    uint64_t lost = log_writer_lost();
    assert_true(log_start());
    log_message(LOG_INFO, "ready");
    while (read(pipe_ends[0], line, sizeof line) > 0 && line[0] == 'x')
        ;
    assert_true(log_writer_stop());
    assert_int_equal(log_writer_lost(), lost);
    assert_true(dup2(saved_stderr, STDERR_FILENO) >= 0);
}

/* Where writing fails, lines are lost and counted. */
static void test_no_reader_at_all(void **state)
{
    uint64_t lost = log_writer_lost();

    (void)state;
    start_capture();
    close(pipe_ends[0]);
    assert_true(log_start());
    log_message(LOG_INFO, "ready");
    assert_true(log_writer_stop());
    assert_int_equal(log_writer_lost(), lost + 1);
    assert_true(dup2(saved_stderr, STDERR_FILENO) >= 0);
}

/* The last one: the thread that is given up stays in its write. */
static void test_stop_gives_up(void **state)
{
    (void)state;
    start_capture();
    fill_pipe();
    assert_true(log_start());
    log_message(LOG_INFO, "unheard");
    uint64_t lost = log_writer_lost();
    assert_false(log_writer_stop()); /* or it never came back */
    log_message(LOG_INFO, "too late");
    assert_int_equal(log_writer_lost(), lost + 1);
    assert_true(dup2(saved_stderr, STDERR_FILENO) >= 0);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_lines_of_a_request),
        cmocka_unit_test(test_long_line_is_cut),
        cmocka_unit_test(test_full_pipe_holds_nobody_up),
        cmocka_unit_test(test_start_and_stop),
        cmocka_unit_test(test_shared_pipe),
        cmocka_unit_test(test_no_reader_at_all),
        cmocka_unit_test(test_stop_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

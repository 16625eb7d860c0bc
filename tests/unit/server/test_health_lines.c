/*
 * test_health_lines.c: what /readyz says of a node below its first line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/health/health_lines.h"

static struct health_lines lines;
static char page[16 * 1024];

static int set_up(void **state)
{
    (void)state;
    health_lines_init(&lines);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    health_lines_end(&lines);
    return 0;
}

static const char *text(void)
{
    struct tes_buf buf = tes_buf_on(page, sizeof page - 1);
    health_lines_write(&lines, &buf);
    struct tes_slice written = tes_buf_done(&buf);
    assert_false(buf.failed);
    page[written.length] = '\0';
    return page;
}

static void test_states(void **state)
{
    (void)state;
    assert_true(health_lines_is_ready(&lines));
    assert_string_equal(text(), "");
    health_lines_set(&lines, HEALTH_HISTORY, HEALTH_NOTE, "the disk has little room left");
    assert_true(health_lines_is_ready(&lines));
    health_lines_set(&lines, HEALTH_CLOCK, HEALTH_BAD, "31 s ahead of the store");
    assert_false(health_lines_is_ready(&lines));
    assert_string_equal(text(),
                        "clock: 31 s ahead of the store\nhistory: the disk has little room left\n");
    health_lines_set(&lines, HEALTH_CLOCK, HEALTH_NOTE, "2 s ahead of the store");
    assert_true(health_lines_is_ready(&lines));
    health_lines_set(&lines, HEALTH_CLOCK, HEALTH_GOOD, "it is right");
    assert_string_equal(text(), "history: the disk has little room left\n");
    /* It may be bad without a word. */
    health_lines_set(&lines, HEALTH_HISTORY, HEALTH_BAD, NULL);
    assert_false(health_lines_is_ready(&lines));
    assert_string_equal(text(), "");
}

static void test_texts(void **state)
{
    static const struct {
        const char *name, *text, *line;
    } CASES[] = {
        {"two lines", "one\ntwo", "nodes: one\nnodes: two\n"},
        {"a break at the end", "one\n", "nodes: one\n"},
        {"a letter of two bytes", "K\xC3\xB6ln", "nodes: K\xC3\xB6ln\n"},
        {"control characters", "a\r\x1b[2Jb\x7f", "nodes: a??[2Jb?\n"},
        {"what is not UTF-8", "a\xFF\xC3.", "nodes: a??.\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        health_lines_set(&lines, HEALTH_NODES, HEALTH_NOTE, CASES[i].text);
        if (strcmp(text(), CASES[i].line) != 0)
            fail_msg("%s: %s", CASES[i].name, page);
    }
}

static void test_long_text(void **state)
{
    char endless[10000];
    (void)state;
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    health_lines_set(&lines, HEALTH_KEYS_SHARED, HEALTH_BAD, endless);
    assert_int_equal(strlen(text()), strlen("keys: \n") + HEALTH_LINES_TEXT_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_states, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_texts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_text, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("health lines", tests, NULL, NULL);
}

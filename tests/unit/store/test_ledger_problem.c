/* What is wrong with a ledger is a code. What the store says in words is for people: it decides
 * nothing, whatever it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "store/ledger/ledger_queue.h"

#define SAYINGS 40 /* more than a queue keeps */

static struct ledger_store store;
static enum ledger_problem next_problem;

static enum ledger_problem fail_write(void *context, struct ledger_request *first)
{
    (void)first;
    assert_ptr_equal(context, &store);
    return next_problem;
}

static const struct ledger_backend fake = {.write = fail_write, .write_every_ms = 1000000};

static struct ledger_trouble trouble_after(struct ledger_queue *queue, enum ledger_problem problem,
                                           const char *said)
{
    struct ledger_request request = {.verb = LEDGER_LOOK};
    next_problem = problem;
    snprintf(store.said, sizeof store.said, "%s", said);
    assert_int_equal(ledger_queue_ask(queue, &request, 1), problem == LEDGER_PROBLEM_NONE);
    return ledger_queue_trouble(queue);
}

static void test_code_decides_whatever_the_text(void **state)
{
    (void)state;
    struct ledger_queue *queue = ledger_queue_start(&fake, &store);
    assert_non_null(queue);
    assert_null(trouble_after(queue, LEDGER_PROBLEM_NONE, "it does not answer").text);
    for (enum ledger_problem each = LEDGER_PROBLEM_STORE; each < LEDGER_PROBLEM_COUNT; each++)
        for (enum ledger_problem other = LEDGER_PROBLEM_HANGS; other < LEDGER_PROBLEM_COUNT;
             other++) {
            const char *said = ledger_problem_text(other);
            struct ledger_trouble trouble = trouble_after(queue, each, said);
            assert_int_equal(trouble.problem, each);
            if (each != LEDGER_PROBLEM_STORE)
                assert_string_equal(trouble.text, ledger_problem_text(each));
        }
    ledger_queue_stop(queue);
}

/* Others may read a text at any time, so it stays; a store can't fill the memory with them. */
static void test_texts_stay_and_are_bounded(void **state)
{
    (void)state;
    const char *texts[SAYINGS];
    char said[SAYINGS][16];
    struct ledger_queue *queue = ledger_queue_start(&fake, &store);
    assert_non_null(queue);
    for (size_t i = 0; i < SAYINGS; i++) {
        snprintf(said[i], sizeof said[i], "reason %zu", i);
        struct ledger_trouble trouble = trouble_after(queue, LEDGER_PROBLEM_STORE, said[i]);
        assert_int_equal(trouble.problem, LEDGER_PROBLEM_STORE);
        texts[i] = trouble.text;
    }
    assert_ptr_equal(trouble_after(queue, LEDGER_PROBLEM_STORE, said[0]).text, texts[0]);
    for (size_t i = 0; i < SAYINGS; i++)
        assert_string_equal(texts[i], i < 16 ? said[i] : ledger_problem_text(LEDGER_PROBLEM_STORE));
    ledger_queue_stop(queue);
}

static void test_only_clocks_keep_it_closed(void **state)
{
    (void)state;
    for (enum ledger_problem each = LEDGER_PROBLEM_STORE; each < LEDGER_PROBLEM_COUNT; each++) {
        bool is_clock = each == LEDGER_PROBLEM_CLOCK_AHEAD || each == LEDGER_PROBLEM_CLOCK_BEHIND;
        assert_int_equal(ledger_problem_is_away(each), !is_clock);
    }
    assert_false(ledger_problem_is_away(LEDGER_PROBLEM_NONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_code_decides_whatever_the_text),
        cmocka_unit_test(test_texts_stay_and_are_bounded),
        cmocka_unit_test(test_only_clocks_keep_it_closed),
    };
    return cmocka_run_group_tests_name("ledger, problems", tests, NULL, NULL);
}

/*
 * test_alert.c: the rules of alerts at their edges, the window, and that none of them floods.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "policy/escalation/alert.h"

static const struct alert_answer RIGHT = {.is_correct = true};
static const struct alert_answer RIGHT_HARD = {.is_correct = true, .is_hard = true};
static const struct alert_answer WRONG = {.is_correct = false};
static const struct alert_answer SUSPICIOUS = {.is_correct = true, .is_suspicious = true};
static const struct alert_answer ATTACKED = {.is_correct = true, .is_attacked = true};

static struct alert_counts counted(const struct alert_answer *one, unsigned ones,
                                   const struct alert_answer *other, unsigned others)
{
    struct alert_window window = {0};
    for (unsigned i = 0; i < ones; i++)
        alert_window_note(&window, 300, 1000, one);
    for (unsigned i = 0; i < others; i++)
        alert_window_note(&window, 300, 1000, other);
    return *alert_window_look(&window, 300, 1000);
}

/* S3D-19: what fires, and what just does not. */
static void test_edges(void **state)
{
    static const struct {
        const char *name;
        enum alert alert;
        unsigned threshold;
        const struct alert_answer *one;
        unsigned ones;
        const struct alert_answer *other;
        unsigned others;
        enum alert_change change;
        unsigned value;
    } CASES[] = {
        {"half wrong", ALERT_HIGH_FAILURE_RATE, 500, &WRONG, 50, &RIGHT, 50, ALERT_STAYS, 500},
        {"more than half wrong", ALERT_HIGH_FAILURE_RATE, 500, &WRONG, 51, &RIGHT, 49, ALERT_FIRES,
         510},
        {"one in a thousand more", ALERT_HIGH_FAILURE_RATE, 500, &WRONG, 1001, &RIGHT, 999,
         ALERT_FIRES, 500},
        {"too few to tell", ALERT_HIGH_FAILURE_RATE, 500, &WRONG, 49, &RIGHT, 0, ALERT_STAYS, 1000},
        {"just enough", ALERT_HIGH_FAILURE_RATE, 500, &WRONG, 50, &RIGHT, 0, ALERT_FIRES, 1000},
        {"all wrong, threshold 1", ALERT_HIGH_FAILURE_RATE, 1000, &WRONG, 99, &RIGHT, 0,
         ALERT_STAYS, 1000},
        /* 75 of 0.1 and 25 of 0.9 are 0.3. */
        {"confidence 0.3", ALERT_BOT_PATTERN, 300, &WRONG, 75, &RIGHT, 25, ALERT_STAYS, 300},
        {"confidence below 0.3", ALERT_BOT_PATTERN, 300, &WRONG, 76, &RIGHT, 24, ALERT_FIRES, 292},
        {"right but suspicious is 0.1", ALERT_BOT_PATTERN, 300, &SUSPICIOUS, 76, &RIGHT, 24,
         ALERT_FIRES, 292},
        {"right and hard is 1.0", ALERT_BOT_PATTERN, 300, &RIGHT_HARD, 50, &RIGHT, 50, ALERT_STAYS,
         950},
        {"confidence, threshold 0", ALERT_BOT_PATTERN, 0, &WRONG, 99, &RIGHT, 0, ALERT_STAYS, 100},
        {"as many suspicious as may be", ALERT_SUSPICIOUS_TIMES, 300, &SUSPICIOUS, 30, &RIGHT, 70,
         ALERT_STAYS, 300},
        {"one more", ALERT_SUSPICIOUS_TIMES, 300, &SUSPICIOUS, 31, &RIGHT, 69, ALERT_FIRES, 310},
        {"as many attacked as may be", ALERT_UNDER_ATTACK, 300, &ATTACKED, 30, &RIGHT, 70,
         ALERT_STAYS, 300},
        {"one more attacked", ALERT_UNDER_ATTACK, 300, &ATTACKED, 31, &RIGHT, 69, ALERT_FIRES, 310},
        {"wrong is not suspicious", ALERT_SUSPICIOUS_TIMES, 300, &WRONG, 99, &RIGHT, 1, ALERT_STAYS,
         0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct alert_rule rule = {true, CASES[i].threshold, 50, 300};
        struct alert_state alert = {0};
        struct alert_counts counts =
            counted(CASES[i].one, CASES[i].ones, CASES[i].other, CASES[i].others);
        if (alert_look(CASES[i].alert, &rule, &counts, 1000, &alert) != CASES[i].change ||
            alert.value != CASES[i].value)
            fail_msg("%s: %u", CASES[i].name, alert.value);
        assert_int_equal(alert.is_active, CASES[i].change == ALERT_FIRES);
        rule.is_on = false;
        alert = (struct alert_state){0};
        assert_int_equal(alert_look(CASES[i].alert, &rule, &counts, 1000, &alert), ALERT_STAYS);
    }
}

static enum alert_change look(struct alert_state *alert, unsigned wrong, uint64_t now_s)
{
    const struct alert_rule rule = {true, 500, 50, 300};
    struct alert_counts counts = counted(&WRONG, wrong, &RIGHT, 100 - wrong);
    return alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &counts, now_s, alert);
}

/* Around its threshold it says one thing, once. */
static void test_hysteresis(void **state)
{
    struct alert_state alert = {0};
    (void)state;
    assert_int_equal(look(&alert, 51, 10), ALERT_FIRES);
    assert_int_equal(look(&alert, 60, 11), ALERT_STAYS);
    assert_int_equal(look(&alert, 50, 12), ALERT_STAYS);
    assert_int_equal(look(&alert, 46, 13), ALERT_STAYS);
    assert_int_equal(look(&alert, 51, 14), ALERT_STAYS);
    assert_true(alert.is_active);
    assert_int_equal(look(&alert, 45, 15), ALERT_ENDS);
    assert_int_equal(look(&alert, 45, 16), ALERT_STAYS);
}

/* The other side: a mean that has to rise again. */
static void test_hysteresis_below(void **state)
{
    const struct alert_rule rule = {true, 300, 50, 300};
    struct alert_state alert = {0};
    (void)state;
    struct alert_counts low = counted(&WRONG, 76, &RIGHT, 24);    /* 0.292 */
    struct alert_counts middle = counted(&WRONG, 72, &RIGHT, 28); /* 0.324 */
    struct alert_counts high = counted(&WRONG, 71, &RIGHT, 29);   /* 0.332 */
    assert_int_equal(alert_look(ALERT_BOT_PATTERN, &rule, &low, 1, &alert), ALERT_FIRES);
    assert_int_equal(alert_look(ALERT_BOT_PATTERN, &rule, &middle, 2, &alert), ALERT_STAYS);
    assert_true(alert.is_active);
    assert_int_equal(alert_look(ALERT_BOT_PATTERN, &rule, &high, 3, &alert), ALERT_ENDS);
}

/* Whoever pushes it to and fro gets one alert a window, no more. */
static void test_not_again_within_a_window(void **state)
{
    struct alert_state alert = {0};
    unsigned fired = 0;
    (void)state;
    for (uint64_t now_s = 0; now_s < 3000; now_s++)
        fired += look(&alert, now_s % 2 == 0 ? 90 : 0, now_s) == ALERT_FIRES;
    assert_int_equal(fired, 10);
    alert = (struct alert_state){0};
    assert_int_equal(look(&alert, 90, 1000), ALERT_FIRES);
    assert_int_equal(look(&alert, 0, 1001), ALERT_ENDS);
    assert_int_equal(look(&alert, 90, 1299), ALERT_STAYS);
    assert_int_equal(look(&alert, 90, 1300), ALERT_FIRES);
}

/* It ends when hardly anybody answers any more, and when it is turned off. */
static void test_ends_without_answers(void **state)
{
    struct alert_rule rule = {true, 500, 50, 300};
    struct alert_state alert = {0};
    (void)state;
    struct alert_counts many = counted(&WRONG, 50, &RIGHT, 0);
    struct alert_counts fewer = counted(&WRONG, 25, &RIGHT, 0);
    struct alert_counts few = counted(&WRONG, 24, &RIGHT, 0);
    struct alert_counts none = {0};
    assert_int_equal(alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &many, 1, &alert), ALERT_FIRES);
    assert_int_equal(alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &fewer, 2, &alert), ALERT_STAYS);
    assert_true(alert.is_active);
    struct alert_state copy = alert;
    assert_int_equal(alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &few, 3, &copy), ALERT_ENDS);
    copy = alert;
    assert_int_equal(alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &none, 3, &copy), ALERT_ENDS);
    rule.is_on = false;
    assert_int_equal(alert_look(ALERT_HIGH_FAILURE_RATE, &rule, &many, 3, &alert), ALERT_ENDS);
}

static void test_window_slides(void **state)
{
    struct alert_window window = {0};
    (void)state;
    for (uint64_t now_s = 5000; now_s < 5600; now_s++)
        alert_window_note(&window, 300, now_s, now_s < 5300 ? &WRONG : &RIGHT);
    /* The last 300 seconds, all right; what came before is gone. */
    const struct alert_counts *sum = alert_window_look(&window, 300, 5599);
    assert_int_equal(sum->answers, 300);
    assert_int_equal(sum->wrong, 0);
    assert_int_equal(sum->confidence, 300 * 900);
    assert_int_equal(alert_window_look(&window, 300, 5700)->answers, 190);
    assert_int_equal(alert_window_look(&window, 300, 5889)->answers, 10);
    assert_int_equal(alert_window_look(&window, 300, 5890)->answers, 0);
    /* After a long rest, and with another length, it starts anew. */
    alert_window_note(&window, 300, 1000000, &SUSPICIOUS);
    assert_int_equal(alert_window_look(&window, 300, 1000000)->suspicious, ALERT_ONE);
    assert_int_equal(alert_window_look(&window, 10, 1000000)->answers, 0);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(alert_name(ALERT_HIGH_FAILURE_RATE), "high_failure_rate");
    assert_string_equal(alert_name(ALERT_BOT_PATTERN), "bot_pattern");
    assert_string_equal(alert_name(ALERT_SUSPICIOUS_TIMES), "suspicious_times");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_hysteresis),
        cmocka_unit_test(test_hysteresis_below),
        cmocka_unit_test(test_not_again_within_a_window),
        cmocka_unit_test(test_ends_without_answers),
        cmocka_unit_test(test_window_slides),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

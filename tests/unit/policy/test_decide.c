/* Botness, tiers and the names of verdicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy/escalation/botness.h"
#include "policy/outcome.h"

static void test_user_agents(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned score;
    } CASES[] = {
        {"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", 0},
        {"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0},
        {"Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/49.0.2623.112 Safari/537.36", 1},
        {"Mozilla/5.0 (X11; rv:52.0) Gecko/20100101 Firefox/52.0", 1},
        {"Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/96.0.4664.110 Safari/537.36", 1},
        {"Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/97.0.4692.71 Safari/537.36", 0},
        {"Mozilla/5.0 (X11; rv:90.0) Gecko/20100101 Firefox/90.0", 1},
        {"Mozilla/5.0 (X11; rv:91.0) Gecko/20100101 Firefox/91.0", 0},
        {"Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/17.0 Mobile Safari/604.1", 0},
        {"curl/8.0", 2},
        {"python-requests/2.31", 2},
        {"Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36", 2},
        {"", 2},
        {"   ", 2},
        {"Chrome/", 0},
        {"Chrome/99999999999999999999", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct botness_signals signals = {0};
        botness_note_user_agent(&signals, tes_slice_of(CASES[i].name));
        if (botness_score(&signals) != CASES[i].score)
            fail_msg("%s: %u", CASES[i].name, botness_score(&signals));
    }
}

static void test_rate(void **state)
{
    (void)state;
    static const struct {
        uint64_t count;
        unsigned score;
    } CASES[] = {{0, 0}, {39, 0}, {40, 1}, {63, 1}, {64, 3}, {80, 3}, {100000, 3}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct botness_signals signals = {0};
        botness_note_rate(&signals, CASES[i].count, 80);
        assert_int_equal(botness_score(&signals), CASES[i].score);
    }
}

static void test_score_rounds_up_and_ends_at_ten(void **state)
{
    (void)state;
    struct botness_signals faint = {.confidence[BOTNESS_RATE_MOST] = 1}, all;
    assert_int_equal(botness_score(&faint), 1);
    for (size_t i = 0; i < BOTNESS_SIGNAL_COUNT; i++)
        all.confidence[i] = 100;
    assert_int_equal(botness_score(&all), BOTNESS_MAX);
}

/* PUZ-22: off falls back to a block (there is no maze). PUZ-24: the threshold decides. */
static void test_tiers(void **state)
{
    (void)state;
    for (unsigned threshold = 0; threshold <= BOTNESS_MAX; threshold++) {
        for (unsigned score = 0; score <= BOTNESS_MAX; score++) {
            struct botness_policy on = {threshold, true}, off = {threshold, false};
            bool suspicious = score >= threshold;
            assert_int_equal(botness_tier(score, &on),
                             suspicious ? BOTNESS_CHALLENGE : BOTNESS_LET_THROUGH);
            assert_int_equal(botness_tier(score, &off),
                             suspicious ? BOTNESS_BLOCK : BOTNESS_LET_THROUGH);
        }
    }
}

static void test_verdict_names(void **state)
{
    (void)state;
    assert_string_equal(outcome_name(OUTCOME_OK), "pass");
    assert_string_equal(outcome_name(OUTCOME_TOO_FAST), "too-fast");
    assert_string_equal(outcome_name(OUTCOME_UNAVAILABLE), "unavailable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_user_agents),
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_score_rounds_up_and_ends_at_ten),
        cmocka_unit_test(test_tiers),
        cmocka_unit_test(test_verdict_names),
    };
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}

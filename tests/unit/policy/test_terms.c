/* What is asked of a visitor: each rule at its edge, and the ceilings that no shared address meets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "policy/escalation/rounds.h"
#include "policy/escalation/terms.h"

#define FACTS(...) ((struct terms_facts){__VA_ARGS__})

struct expected {
    unsigned right, work, charge;
};

static void check(const char *name, const struct terms_facts *facts, struct expected expected)
{
    struct terms terms = terms_of(facts);
    if (terms.accept != rounds_accept(expected.right) ||
        terms.rounds_most != rounds_most(expected.right) || terms.work != expected.work ||
        terms.charge != expected.charge)
        fail_msg("%s: accept %u, rounds %u, work %u, charge %u", name, terms.accept,
                 terms.rounds_most, terms.work, terms.charge);
}

static void each_rule_at_its_edge(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct terms_facts facts;
        struct expected expected;
    } ROWS[] = {
        {"a clean network", {.passes = 0}, {1, 0, 1}},
        {"the first few passes", {.passes = 4}, {1, 0, 1}},
        {"one more", {.passes = 5}, {1, 1, 1}},
        {"and each doubles it", {.passes = 6}, {1, 2, 1}},
        {"7", {.passes = 7}, {1, 3, 1}},
        {"8", {.passes = 8}, {1, 4, 1}},
        {"9", {.passes = 9}, {1, 5, 1}},
        {"10", {.passes = 10}, {1, 6, 1}},
        {"11", {.passes = 11}, {1, 7, 1}},
        {"a household's", {.passes = 23}, {1, 7, 1}},
        {"two dozen", {.passes = 24}, {1, 8, 1}},
        {"an office's", {.passes = 639}, {1, 8, 1}},
        {"most of a school", {.passes = 640}, {1, 9, 1}},
        {"a school's", {.passes = 799}, {1, 9, 1}},
        {"more than a school's", {.passes = 800}, {2, 9, 1}},
        {"whatever there can be", {.passes = UINT64_MAX}, {2, 9, 1}},
        {"a failure", {.failures = 1}, {1, 0, 1}},
        {"two failures weigh as eight passes", {.failures = 2}, {1, 4, 1}},
        {"three of them", {.failures = 3}, {1, 7, 1}},
        {"left once, twice", {.left = 2}, {1, 0, 1}},
        {"a third time", {.left = 3}, {1, 2, 1}},
        {"left 31 times", {.left = 31}, {1, 7, 1}},
        {"left 32 times", {.left = 32}, {1, 7, 2}},
        {"left 160 times", {.left = 160}, {1, 7, 6}},
        {"a pass, one left, a failure", {.passes = 1, .left = 1, .failures = 1}, {1, 3, 1}},
        {"three of seven wrong", {.passes = 4, .failures = 3}, {1, 7, 1}},
        {"four of eleven wrong, 36%", {.passes = 7, .failures = 4}, {1, 7, 1}},
        {"four of ten wrong", {.passes = 6, .failures = 4}, {2, 7, 1}},
        {"a school that fails one in ten", {.passes = 500, .failures = 55}, {1, 8, 1}},
        {"63 wrong alone", {.failures = 63}, {2, 7, 1}},
        {"64 wrong alone", {.failures = 64}, {3, 7, 1}},
        {"79 of a hundred wrong", {.passes = 21, .failures = 79}, {2, 7, 1}},
        {"80 of a hundred wrong", {.passes = 20, .failures = 80}, {3, 7, 1}},
        {"an alternative", {.is_alternative = true}, {1, 4, 1}},
        {"an alternative after passes", {.is_alternative = true, .passes = 9}, {1, 5, 1}},
        {"passes in a day", {.answers_day = 2047}, {1, 0, 1}},
        {"as of two thousand people", {.answers_day = 2048}, {1, 8, 4}},
        {"4,095", {.answers_day = 4095}, {1, 8, 4}},
        {"4,096", {.answers_day = 4096}, {1, 9, 16}},
        {"a network's alarm", {.network_alarm = 1}, {1, 4, 1}},
        {"a higher one", {.network_alarm = 2}, {2, 6, 1}},
        {"a higher one yet", {.network_alarm = 3}, {2, 7, 1}},
        {"the highest", {.network_alarm = 4}, {2, 7, 1}},
        {"a site's first alarm concerns nobody else", {.site_alarm = 1}, {1, 0, 1}},
        {"but who has a history", {.site_alarm = 1, .passes = 1}, {1, 5, 1}},
        {"then all do some work", {.site_alarm = 2}, {1, 4, 1}},
        {"and who has a history all there is", {.site_alarm = 2, .passes = 1}, {1, 7, 1}},
        {"then all have two", {.site_alarm = 3}, {2, 5, 1}},
        {"and more work", {.site_alarm = 4}, {2, 6, 1}},
        {"a server's alarm", {.server_alarm = 2}, {1, 0, 1}},
        {"concerns who has a history", {.server_alarm = 2, .failures = 1}, {1, 7, 1}},
        {"all others do some work", {.server_alarm = 4}, {1, 4, 1}},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        check(ROWS[i].name, &ROWS[i].facts, ROWS[i].expected);
}

static void numbers_without_end_do_not_wrap(void **state)
{
    (void)state;
    check("all", &FACTS(.passes = UINT64_MAX, .failures = UINT64_MAX, .left = UINT64_MAX),
          (struct expected){2, 9, 6});
    check("failures", &FACTS(.failures = UINT64_MAX), (struct expected){3, 7, 1});
    check("left", &FACTS(.left = UINT64_MAX), (struct expected){1, 7, 6});
    assert_true(terms_weight(&FACTS(.failures = UINT64_MAX, .left = UINT64_MAX)) > UINT32_MAX);
}

/* Nobody who shares an address with an attacker is asked for more than two rounds and 256
 * evaluations, whatever the alarms say, as long as one of five answers from there is right. */
static void ceilings_that_a_shared_address_survives(void **state)
{
    (void)state;
    static const uint64_t COUNTS[] = {0, 1, 4, 5, 10, 100, 800, 5000, 20000, UINT32_MAX};
    enum { COUNT = sizeof COUNTS / sizeof COUNTS[0] };
    for (size_t i = 0; i < (size_t)COUNT * COUNT * COUNT; i++)
        for (unsigned alarm = 0; alarm <= TERMS_ALARM_MAX; alarm++)
            for (unsigned other = 0; other <= 1; other++) {
                uint64_t passes = COUNTS[i % COUNT], wrong = COUNTS[i / COUNT % COUNT];
                struct terms terms = terms_of(
                    &FACTS(.passes = passes, .failures = wrong > 3 * passes ? 3 * passes : wrong,
                           .left = COUNTS[i / COUNT / COUNT], .answers_day = passes,
                           .network_alarm = alarm, .site_alarm = alarm,
                           .server_alarm = TERMS_ALARM_MAX - alarm, .is_alternative = other != 0));
                assert_true(terms.accept <= rounds_accept(2) && terms.rounds_most <= 2);
                assert_true(terms.work <= TERMS_WORK_MAX && terms.wait_s <= 13);
            }
}

/* More of anything never makes it cheaper. */
static void nothing_gets_cheaper(void **state)
{
    (void)state;
    struct terms before = {0};
    for (uint64_t passes = 0; passes < 6000; passes++) {
        struct terms terms = terms_of(&FACTS(.passes = passes, .answers_day = passes));
        assert_true(terms.work >= before.work && terms.accept >= before.accept);
        assert_true(terms.charge >= before.charge && terms.wait_s >= before.wait_s);
        before = terms;
    }
    assert_int_equal(before.charge, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_at_its_edge),
        cmocka_unit_test(numbers_without_end_do_not_wrap),
        cmocka_unit_test(ceilings_that_a_shared_address_survives),
        cmocka_unit_test(nothing_gets_cheaper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

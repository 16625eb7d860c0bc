/* What makes an answer suspicious: each rule at its edge, and how the last answers are remembered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdio.h>

#include "flow/answer_timing.h"
#include "policy/escalation/suspicion.h"

#define NOW_MS ((uint64_t)1800000000 * 1000)

enum {
    FAST = 1U << SUSPICION_TOO_FAST,
    SLOW = 1U << SUSPICION_TOO_SLOW,
    DEVICE = 1U << SUSPICION_NO_DEVICE,
    EVEN = 1U << SUSPICION_EVEN
};

/* S3D-14 */
static void each_rule_at_its_edge(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct suspicion_facts facts;
        unsigned found;
    } ROWS[] = {
        {"at once", {0, 60000, false, true, {0}, 1}, FAST},
        {"after 100 ms", {100, 60000, false, true, {100}, 1}, FAST},
        {"after 499 ms", {499, 60000, false, true, {499}, 1}, FAST},
        {"after 500 ms", {500, 60000, false, true, {500}, 1}, 0},
        {"half a minute of one", {30000, 60000, false, true, {30000}, 1}, 0},
        {"more than that", {30001, 60000, false, true, {30001}, 1}, SLOW},
        {"half a minute of less than one", {30000, 20000, false, true, {30000}, 1}, 0},
        {"half of five minutes", {150000, 300000, false, true, {150000}, 1}, 0},
        {"more than that", {150001, 300000, false, true, {150001}, 1}, SLOW},
        {"with more time, for as long as they like", {UINT64_MAX, 60000, true, true, {0}, 1}, 0},
        {"with more time, at once", {0, 60000, true, true, {0}, 1}, FAST},
        {"no user agent", {5000, 60000, false, false, {5000}, 1}, DEVICE},
        {"no user agent, at once", {0, 60000, false, false, {0}, 1}, FAST | DEVICE},
        {"four alike", {5000, 60000, false, true, {5000, 5250, 5100, 5000}, 4}, EVEN},
        {"four a little apart", {5000, 60000, false, true, {5000, 5251, 5100, 5000}, 4}, 0},
        {"three alike", {5000, 60000, false, true, {5000, 5000, 5000}, 3}, 0},
        {"four of 100 ms", {100, 60000, false, true, {100, 100, 100, 100}, 4}, FAST | EVEN},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (suspicion_find(&ROWS[i].facts) != ROWS[i].found)
            fail_msg("%s: %x", ROWS[i].name, suspicion_find(&ROWS[i].facts));
}

/* -------------------------------------------------------------------------------- paces */

static struct suspicion_facts note(struct answer_timing *paces, const char *site,
                                   const char *network, uint64_t now_ms, uint64_t elapsed_ms)
{
    struct suspicion_facts facts = {.has_user_agent = true};
    answer_timing_note(paces,
                       &(struct answer_timing_answer){tes_slice_of(site), tes_slice_of(network),
                                                      now_ms, elapsed_ms},
                       &facts);
    return facts;
}

static void the_last_four_are_remembered(void **state)
{
    (void)state;
    static const uint64_t TIMES[] = {9000, 7000, 5000, 5100, 5050, 5200, 5150, 8000};
    static const unsigned EVEN_FROM[] = {0, 0, 0, 0, 0, EVEN, EVEN, 0};
    struct answer_timing *paces = answer_timing_new();
    assert_non_null(paces);
    for (unsigned i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++) {
        struct suspicion_facts facts = note(paces, "ts_a", "192.0.2.0", NOW_MS, TIMES[i]);
        facts.elapsed_ms = TIMES[i];
        assert_int_equal(facts.last_count, i < 3 ? i + 1 : 4);
        assert_int_equal(suspicion_find(&facts), EVEN_FROM[i]);
    }
    assert_int_equal(note(paces, "ts_b", "192.0.2.0", NOW_MS, 5000).last_count, 1);
    assert_int_equal(note(paces, "ts_a", "192.0.3.0", NOW_MS, 5000).last_count, 1);
    assert_int_equal(note(paces, "ts_a", "192.0.2.0", NOW_MS, 5000).last_count, 4);
    answer_timing_free(paces);
    answer_timing_free(NULL);
}

static void they_are_forgotten_after_a_while(void **state)
{
    (void)state;
    struct answer_timing *paces = answer_timing_new();
    assert_non_null(paces);
    for (unsigned i = 1; i <= 3; i++)
        assert_int_equal(
            note(paces, "ts_a", "192.0.2.0", NOW_MS + i * ANSWER_TIMING_FORGET_MS, 5000).last_count,
            i);
    const uint64_t late_ms = NOW_MS + 4 * ANSWER_TIMING_FORGET_MS + 1;
    assert_int_equal(note(paces, "ts_a", "192.0.2.0", late_ms, 5000).last_count, 1);
    assert_int_equal(note(paces, "ts_a", "192.0.2.0", 0, UINT64_MAX).last_count, 2);
    answer_timing_free(paces);
}

/* More networks than there are places: whoever came last is known, nobody is taken for another. */
static void many_networks_take_no_more_room(void **state)
{
    (void)state;
    struct answer_timing *paces = answer_timing_new();
    assert_non_null(paces);
    unsigned known = 0;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 50000; i++) {
            char network[32];
            snprintf(network, sizeof network, "10.%u.%u.0", i >> 8, i & 0xFF);
            unsigned count = note(paces, "ts_a", network, NOW_MS, 5000).last_count;
            assert_in_range(count, 1, round + 1);
            known += count > 1 ? 1 : 0;
        }
    }
    assert_true(known < 4096);
    answer_timing_free(paces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_at_its_edge),
        cmocka_unit_test(the_last_four_are_remembered),
        cmocka_unit_test(they_are_forgotten_after_a_while),
        cmocka_unit_test(many_networks_take_no_more_room),
    };
    return cmocka_run_group_tests_name("suspicion", tests, NULL, NULL);
}

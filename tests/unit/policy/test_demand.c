/*
 * test_demand.c: when a challenge comes first, row by row and at the edges, and what is kept of a
 * user between requests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "extras/authentication/user.h"
#include "policy/demand.h"

/* S3D-7, S3D-25 */
static void test_reasons(void **state)
{
    (void)state;
    static const struct demand_terms OFF = {false, false, 1, true, 1};
    static const struct demand_terms CONDITIONAL = {true, false, 0.85, false, 0};
    static const struct demand_terms PERIODIC = {true, true, 0.85, false, 0};
    static const struct demand_terms WITH_STYLE = {true, true, 0, true, 0.85};
    static const struct demand_terms BOTH = {true, false, 0.5, true, 0.85};
    static const struct {
        const char *name;
        const struct demand_terms *terms;
        struct demand_facts facts;
        enum demand demand;
    } CASES[] = {
        {"off, whatever comes", &OFF, {true, true, 0}, DEMAND_NONE},
        {"off, nothing known", &OFF, {true, false, 0}, DEMAND_NONE},
        {"just below", &CONDITIONAL, {false, true, 0.8499}, DEMAND_UNCERTAIN},
        {"just enough", &CONDITIONAL, {false, true, 0.85}, DEMAND_NONE},
        {"not known", &CONDITIONAL, {false, false, 0}, DEMAND_UNKNOWN},
        {"due is nothing to it", &CONDITIONAL, {true, true, 0.9}, DEMAND_NONE},
        {"due", &PERIODIC, {true, true, 1}, DEMAND_PERIODIC},
        {"due, not known", &PERIODIC, {true, false, 0}, DEMAND_PERIODIC},
        {"not due", &PERIODIC, {false, true, 0}, DEMAND_NONE},
        {"not due, not known", &PERIODIC, {false, false, 0}, DEMAND_NONE},
        {"low, not due", &WITH_STYLE, {false, true, 0.8499}, DEMAND_STYLE},
        {"enough, not due", &WITH_STYLE, {false, true, 0.85}, DEMAND_NONE},
        {"low and due", &WITH_STYLE, {true, true, 0.1}, DEMAND_PERIODIC},
        {"not known is not low", &WITH_STYLE, {false, false, 0}, DEMAND_NONE},
        {"between the two", &BOTH, {false, true, 0.6}, DEMAND_STYLE},
        {"below both", &BOTH, {false, true, 0.4}, DEMAND_UNCERTAIN},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        if (demand_decide(CASES[i].terms, &CASES[i].facts) != CASES[i].demand)
            fail_msg("%s", CASES[i].name);
    assert_string_equal(demand_name(DEMAND_NONE), "");
    assert_string_equal(demand_name(DEMAND_PERIODIC), "periodic");
}

/* S3D-7: every tenth. */
static void test_count(void **state)
{
    (void)state;
    unsigned count = 0;
    bool is_due;
    for (unsigned i = 1; i <= 40; i++) {
        count = demand_count(count, 10, &is_due);
        assert_int_equal(is_due, i % 10 == 0);
    }
    assert_int_equal(demand_count(0, 1, &is_due), 0); /* each one */
    assert_true(is_due);
    assert_int_equal(demand_count(50, 10, &is_due), 0); /* it was every hundredth before */
    assert_true(is_due);
}

static void test_due_bytes(void **state)
{
    (void)state;
    static const struct auth_due DUE = {7, true, TES_HARD, UINT64_C(1799999000123), {1, 2, 3}};
    static const struct auth_due NEW;
    uint8_t bytes[AUTH_USER_BYTES];
    struct auth_due again;
    struct tes_slice text = user_due_write(&DUE, bytes);
    assert_true(user_due_read(text, &again));
    assert_int_equal(again.requests, 7);
    assert_true(again.is_due);
    assert_int_equal(again.order_difficulty, TES_HARD);
    assert_true(again.order_issued_at_ms == DUE.order_issued_at_ms);
    assert_memory_equal(again.order_id, DUE.order_id, sizeof DUE.order_id);
    for (size_t length = 0; length < text.length; length++) {
        assert_false(user_due_read((struct tes_slice){text.at, length}, &again));
        assert_memory_equal(&again, &NEW, sizeof again);
    }
    static const struct {
        size_t at;
        uint8_t value;
    } BROKEN[] = {{0, 'x'}, {3, 2}, {8, 2}, {9, TES_HARD + 1}};
    for (size_t i = 0; i < sizeof BROKEN / sizeof BROKEN[0]; i++) {
        text = user_due_write(&DUE, bytes);
        bytes[BROKEN[i].at] = BROKEN[i].value;
        assert_false(user_due_read(text, &again));
        assert_memory_equal(&again, &NEW, sizeof again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_due_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Intervals of shares and quantiles against values from tables and from exact sums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "extras/study/interval.h"

static void assert_near(double value, double wanted)
{
    assert_true(value > wanted - 0.00005 && value < wanted + 0.00005);
}

/* Wilson's interval, from its formula with sums in higher precision. */
static void shares(void **state)
{
    static const struct {
        uint64_t hits, count;
        double low, high;
    } CASES[] = {
        {0, 10, 0, 0.27753},
        {10, 10, 0.72247, 1},
        {18, 20, 0.69897, 0.97213},
        {66, 66, 0.94500, 1},
        {2, 18, 0.03102, 0.32800},
        {1, 1, 0.20655, 1},
        {99, 100, 0.94551, 0.99823},
        {0, 1, 0, 0.79345},
        {50000, 100000, 0.49690, 0.50310},
        {1000000, 1000000, 0.999996, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct interval interval = interval_share(CASES[i].hits, CASES[i].count);
        assert_near(interval.low, CASES[i].low);
        assert_near(interval.high, CASES[i].high);
    }
    struct interval nothing = interval_share(0, 0);
    assert_true(nothing.low <= 0 && nothing.high >= 1);
}

/* Whatever was counted, the share lies within, and the interval within 0 and 1. */
static void shares_stay_within(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 300; count++) {
        for (unsigned hits = 0; hits <= count; hits++) {
            struct interval interval = interval_share(hits, count);
            double share = (double)hits / count;
            assert_true(interval.low >= 0 && interval.high <= 1);
            assert_true(interval.low <= share && share <= interval.high);
        }
    }
}

static void quantiles_are_values_that_were_measured(void **state)
{
    static const struct {
        unsigned quarter;
        size_t count, place;
    } CASES[] = {{2, 1, 0},   {2, 2, 0}, {2, 3, 1}, {2, 20, 9}, {1, 20, 4},
                 {3, 20, 14}, {1, 1, 0}, {3, 1, 0}, {3, 4, 2},  {2, 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(interval_quantile(CASES[i].quarter, CASES[i].count), CASES[i].place);
}

/* Ranks, counted from 1, as tables of the binomial distribution have them; 0 where there are none.
 */
static void ranks(void **state)
{
    static const struct {
        unsigned quarter;
        size_t count, low, high;
    } CASES[] = {
        {2, 5, 0, 0},   {2, 6, 1, 6},    {2, 8, 1, 8},     {2, 12, 3, 10},     {2, 17, 5, 13},
        {2, 20, 6, 15}, {2, 30, 10, 21}, {2, 60, 22, 39},  {2, 100, 40, 61},   {2, 500, 228, 273},
        {1, 12, 0, 0},  {1, 13, 1, 7},   {1, 20, 2, 10},   {1, 100, 17, 35},   {3, 12, 0, 0},
        {3, 13, 7, 13}, {3, 20, 11, 19}, {3, 100, 66, 84}, {3, 500, 356, 395}, {2, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        size_t low = 0, high = 0;
        bool has = interval_ranks(CASES[i].quarter, CASES[i].count, &low, &high);
        assert_int_equal(has, CASES[i].low > 0);
        if (has) {
            assert_int_equal(low + 1, CASES[i].low);
            assert_int_equal(high + 1, CASES[i].high);
        }
    }
}

/* Of many values no weight is too small to be added up: the ranks are those of the normal
 * distribution, n/2 -+ 0.98 times the root of n. */
static void ranks_of_many(void **state)
{
    size_t low, high;
    (void)state;
    assert_true(interval_ranks(2, 100000, &low, &high));
    assert_in_range(low, 49685, 49695);
    assert_in_range(high, 50305, 50315);
    assert_true(interval_ranks(1, 1000000, &low, &high));
    assert_in_range(low, 249140, 249160);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(shares_stay_within),
        cmocka_unit_test(quantiles_are_values_that_were_measured),
        cmocka_unit_test(ranks),
        cmocka_unit_test(ranks_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

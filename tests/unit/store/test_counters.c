/*
 * test_counters.c: what budgets are counted with: windows, several counters at once, and a table
 * that somebody fills.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "store/counters/counters.h"

#define NOW      UINT64_C(1700000000000) /* the beginning of a window of 10 s, and of 20 s */
#define NO_LIMIT UINT64_MAX
#define THREADS  4
#define ROUNDS   5000

static struct counters *counters;

static int set_up(void **state)
{
    (void)state;
    counters = counters_new(100000);
    return counters == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    counters_free(counters);
    return 0;
}

/* One more of one key; what it stands at then. */
static uint64_t count(uint64_t key, uint64_t now_ms, unsigned window_s)
{
    struct counters_row row = {.key = {key, 0}, .limit = NO_LIMIT};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = window_s, .amount = 1, .now_ms = now_ms};
    assert_int_equal(counters_take(counters, &order), COUNTERS_TAKEN);
    return row.count;
}

/* Takes from a network, the one around it and the one around that, with those limits. */
static int take_nested(const uint64_t keys[3], const uint64_t limits[3], int64_t amount,
                       uint64_t counts[3])
{
    struct counters_row rows[3];
    for (unsigned i = 0; i < 3; i++)
        rows[i] = (struct counters_row){.key = {keys[i], i + 1}, .limit = limits[i]};
    struct counters_order order = {
        .rows = rows, .count = 3, .window_s = 60, .amount = amount, .now_ms = NOW};
    int result = counters_take(counters, &order);
    for (unsigned i = 0; i < 3 && counts != NULL; i++)
        counts[i] = rows[i].count;
    return result;
}

static void test_counts_by_window(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 5; i++)
        assert_int_equal(count(1, NOW + i, 10), i);
    assert_int_equal(count(2, NOW, 10), 1);
    assert_int_equal(count(1, NOW, 20), 1); /* another window is another counter */
    assert_int_equal(count(1, NOW + 9999, 10), 6);
    assert_int_equal(count(1, NOW + 10000, 10), 1);
    /* A clock that was ahead for a moment, or a year, and is set back. */
    assert_int_equal(count(3, NOW + 20000, 10), 1);
    assert_int_equal(count(3, NOW, 10), 1);
    assert_int_equal(count(4, NOW + UINT64_C(31536000000), 10), 1);
    assert_int_equal(count(4, NOW, 10), 1);
}

static void test_counts_what_texts_name(void **state)
{
    (void)state;
    uint64_t stands;
    for (uint64_t i = 1; i <= 3; i++) {
        assert_true(counters_add(counters, TES_SLICE("a network"), NOW + i, 86400, &stands));
        assert_int_equal(stands, i);
    }
    assert_true(counters_add(counters, TES_SLICE("a networ"), NOW, 86400, &stands));
    assert_int_equal(stands, 1);
    assert_true(counters_add(counters, TES_SLICE("a network"), NOW, 60, &stands));
    assert_int_equal(stands, 1);
    assert_false(counters_add(counters, TES_SLICE(""), NOW, 60, &stands));
    assert_false(counters_add(counters, TES_SLICE("a network"), NOW, 0, &stands));
    assert_false(counters_add(counters, TES_SLICE("a network"), NOW, 86401, &stands));
}

static void test_tells_what_is_left_of_a_window(void **state)
{
    (void)state;
    static const struct {
        uint64_t past_ms;
        unsigned left_s;
    } ROWS[] = {{0, 60}, {1, 60}, {999, 60}, {1000, 59}, {58999, 2}, {59000, 1}, {59999, 1}};
    uint64_t start = NOW - NOW % 60000;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        assert_int_equal(counters_seconds_left(start + ROWS[i].past_ms, 60), ROWS[i].left_s);
}

static void test_takes_from_all_or_none(void **state)
{
    (void)state;
    const uint64_t home[3] = {11, 10, 1}, neighbour[3] = {12, 10, 1}, far[3] = {21, 20, 1};
    const uint64_t limits[3] = {2, 3, 5};
    uint64_t counts[3];
    assert_int_equal(take_nested(home, limits, 1, NULL), COUNTERS_TAKEN);
    assert_int_equal(take_nested(home, limits, 1, NULL), COUNTERS_TAKEN);
    /* Its own is used up: however often it asks, the networks around it lose nothing by that. */
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(take_nested(home, limits, 1, counts), 0);
    assert_memory_equal(counts, ((const uint64_t[]){2, 2, 2}), sizeof counts);
    assert_int_equal(take_nested(neighbour, limits, 1, NULL), COUNTERS_TAKEN);
    /* The one around both is used up: the neighbour's own is not touched. */
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(take_nested(neighbour, limits, 1, counts), 1);
    assert_memory_equal(counts, ((const uint64_t[]){1, 3, 3}), sizeof counts);
    assert_int_equal(take_nested(far, limits, 1, NULL), COUNTERS_TAKEN);
    assert_int_equal(take_nested(far, limits, 1, NULL), COUNTERS_TAKEN);
    assert_int_equal(take_nested(far, limits, 1, counts), 2); /* of several, the widest is told */
    assert_memory_equal(counts, ((const uint64_t[]){2, 2, 5}), sizeof counts);
}

static void test_looks_and_gives_back(void **state)
{
    (void)state;
    const uint64_t home[3] = {31, 30, 2}, limits[3] = {100, 100, 100};
    uint64_t counts[3];
    assert_int_equal(take_nested(home, limits, 250, counts),
                     COUNTERS_TAKEN); /* goes past it once */
    assert_int_equal(take_nested(home, limits, 0, counts), 2);
    assert_memory_equal(counts, ((const uint64_t[]){250, 250, 250}), sizeof counts);
    const uint64_t none[3] = {NO_LIMIT, NO_LIMIT, NO_LIMIT};
    assert_int_equal(take_nested(home, none, -200, counts), COUNTERS_TAKEN);
    assert_memory_equal(counts, ((const uint64_t[]){50, 50, 50}), sizeof counts);
    assert_int_equal(take_nested(home, limits, 0, counts), COUNTERS_TAKEN);
    assert_memory_equal(counts, ((const uint64_t[]){50, 50, 50}), sizeof counts);
    assert_int_equal(take_nested(home, none, -200, counts), COUNTERS_TAKEN); /* never below 0 */
    assert_memory_equal(counts, ((const uint64_t[]){0, 0, 0}), sizeof counts);
    assert_int_equal(take_nested(home, none, INT64_C(1) << 40, counts), COUNTERS_TAKEN);
    assert_int_equal(counts[0], UINT32_MAX); /* nor round to 0 */
    assert_int_equal(take_nested(home, none, 1, counts), COUNTERS_TAKEN);
    assert_int_equal(counts[0], UINT32_MAX);
}

/* One more from each of the honest networks; how many of them have counted `before` by now. */
static unsigned take_honest(const uint64_t limits[3], uint64_t before, unsigned honest)
{
    unsigned remembered = 0;
    uint64_t counts[3];
    for (uint64_t i = 1; i <= honest; i++) {
        assert_int_equal(take_nested((const uint64_t[]){i, i, i}, limits, 1, counts),
                         COUNTERS_TAKEN);
        remembered += counts[0] == before + 1;
    }
    return remembered;
}

/* Somebody with 256 /48 comes from ever new /64, into a table that has room for a sixteenth. Which
 * counters share a set is a matter of chance, so nothing here is exact but that nobody is refused.
 */
/* What wider networks have of one is never more than its share, however it came about. */
static void test_wider_ones_have_a_share(void **state)
{
    (void)state;
    struct counters_row rows[2] = {{.key = {70, 1}, .limit = NO_LIMIT},
                                   {.key = {71, 2}, .limit = NO_LIMIT}};
    struct counters_order order = {
        .rows = rows, .count = 2, .window_s = 60, .now_ms = NOW, .share = 3};
    const int64_t amounts[] = {1, 1, 1, 1, 1, -1, -1, -1, 1, 1, -1, -1, -1, -1};
    uint64_t stands = 0;
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        order.amount = amounts[i];
        stands += (uint64_t)amounts[i];
        assert_int_equal(counters_take(counters, &order), COUNTERS_TAKEN);
        assert_int_equal(rows[0].count, stands);
        assert_int_equal(rows[1].count, stands < 3 ? stands : 3);
    }
    assert_int_equal(rows[1].count, 0);
}

static void test_a_flood_of_networks_refuses_nobody_else(void **state)
{
    (void)state;
    enum { WIDE = 256, NARROW = 1024, LIMIT = 40, HONEST = 64 };
    struct counters *whole = counters;
    const uint64_t limits[3] = {10, 20, LIMIT};
    unsigned let_through = 0;
    counters = counters_new(16384);
    assert_non_null(counters);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(take_honest(limits, i, HONEST), HONEST);
    for (uint64_t narrow = 0; narrow < NARROW; narrow++) {
        for (uint64_t wide = 0; wide < WIDE; wide++) {
            uint64_t of = (wide + 1) << 32;
            const uint64_t keys[3] = {of | (narrow << 8), of | (narrow / 16 << 8), of};
            let_through += take_nested(keys, limits, 1, NULL) == COUNTERS_TAKEN;
        }
        /* Whoever comes anew in the middle of it is counted, and let through. */
        uint64_t newcomer = narrow + HONEST + 1;
        assert_int_equal(
            take_nested((const uint64_t[]){newcomer, newcomer, newcomer}, limits, 1, NULL),
            COUNTERS_TAKEN);
    }
    /* What a /48 has had as a whole is remembered through its flood, and so are others. */
    assert_in_range(let_through, WIDE * LIMIT, WIDE * LIMIT * 3 / 2);
    assert_in_range(take_honest(limits, 5, HONEST), HONEST * 3 / 4, HONEST);
    counters_free(counters);
    counters = whole;
}

static atomic_bool seen[THREADS * ROUNDS + 1];
static atomic_uint twice;

static void *count_all(void *context)
{
    pthread_barrier_wait(context);
    for (unsigned i = 0; i < ROUNDS; i++)
        if (atomic_exchange(&seen[count(99, NOW, 3600)], true))
            atomic_fetch_add(&twice, 1);
    return NULL;
}

static void test_no_count_is_lost_in_a_race(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_all, &start), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    assert_int_equal(atomic_load(&twice), 0);
    for (unsigned i = 1; i <= THREADS * ROUNDS; i++)
        assert_true(atomic_load(&seen[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_by_window),
        cmocka_unit_test(test_counts_what_texts_name),
        cmocka_unit_test(test_tells_what_is_left_of_a_window),
        cmocka_unit_test(test_takes_from_all_or_none),
        cmocka_unit_test(test_looks_and_gives_back),
        cmocka_unit_test(test_wider_ones_have_a_share),
        cmocka_unit_test(test_a_flood_of_networks_refuses_nobody_else),
        cmocka_unit_test(test_no_count_is_lost_in_a_race),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

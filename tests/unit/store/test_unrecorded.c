/*
 * What a process lets through while the ledger is away: once each, and the ledger is told of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "store/ledger/unrecorded.h"

#define NOW     1790000000000u
#define LATER   (NOW + 60000)
#define THREADS 4
#define KEYS    1000

static struct ledger *open_ledger(size_t entries_max)
{
    char error[256] = "";
    struct ledger_settings settings = {.where = "memory", .entries_max = entries_max};
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    assert_non_null(ledger);
    return ledger;
}

static struct tes_slice key_of(char text[32], unsigned number)
{
    return (struct tes_slice){text, (size_t)snprintf(text, 32, "challenge_used:%u", number)};
}

static enum outcome use(struct unrecorded *unproven, unsigned number, uint64_t now_ms)
{
    char text[32];
    return unrecorded_use(unproven, key_of(text, number), NULL, now_ms, LATER);
}

static enum outcome spend(struct ledger *ledger, unsigned number)
{
    char text[32];
    return ledger_spend(ledger, key_of(text, number), NOW, LATER);
}

static void test_owners_with_and_without_the_ledger(void **state)
{
    static const uint8_t OURS[LEDGER_OWNER_BYTES] = {1}, THEIRS[LEDGER_OWNER_BYTES] = {2};
    struct unrecorded *unproven = unrecorded_new(100);
    struct ledger *ledger = open_ledger(100);
    struct unrecorded_settled settled = {0};
    struct tes_slice a = TES_SLICE("a"), b = TES_SLICE("b");
    (void)state;
    /* Spent while the ledger was there: told again while it is away, to its owner alone. */
    assert_int_equal(unrecorded_note(unproven, a, OURS, NOW, LATER), OUTCOME_OK);
    assert_int_equal(unrecorded_use(unproven, a, THEIRS, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(unrecorded_use(unproven, a, OURS, NOW, LATER), OUTCOME_REPEATED);
    assert_true(unrecorded_is_own(unproven, a, OURS, NOW));
    assert_false(unrecorded_is_own(unproven, a, THEIRS, NOW));
    /* Let through while it was away: told again before the ledger was told, and by the ledger. */
    assert_int_equal(unrecorded_use(unproven, b, OURS, NOW, LATER), OUTCOME_OK);
    assert_int_equal(unrecorded_use(unproven, b, OURS, NOW, LATER), OUTCOME_REPEATED);
    assert_int_equal(unrecorded_note(unproven, b, OURS, NOW, LATER), OUTCOME_REPEATED);
    assert_int_equal(unrecorded_note(unproven, b, NULL, NOW, LATER), OUTCOME_REPLAYED);
    unrecorded_settle(unproven, ledger, NOW, &settled);
    assert_int_equal(settled.written, 1);
    assert_int_equal(settled.repeated, 0);
    assert_int_equal(ledger_spend_by(ledger, b, THEIRS, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend_by(ledger, b, OURS, NOW, LATER), OUTCOME_REPEATED);
    ledger_close(ledger);
    unrecorded_free(unproven);
}

static void test_once_with_and_without_the_ledger(void **state)
{
    struct unrecorded *unproven = unrecorded_new(100);
    (void)state;
    /* Spent while the ledger was there: not once more while it is away. */
    assert_int_equal(unrecorded_note(unproven, TES_SLICE("a"), NULL, NOW, LATER), OUTCOME_OK);
    assert_int_equal(unrecorded_use(unproven, TES_SLICE("a"), NULL, NOW, LATER), OUTCOME_REPLAYED);
    /* Let through while it was away: not once more when it is back, whatever it knows. */
    assert_int_equal(unrecorded_use(unproven, TES_SLICE("b"), NULL, NOW, LATER), OUTCOME_OK);
    assert_int_equal(unrecorded_use(unproven, TES_SLICE("b"), NULL, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(unrecorded_note(unproven, TES_SLICE("b"), NULL, LATER - 1, LATER),
                     OUTCOME_REPLAYED);
    assert_int_equal(unrecorded_waiting(unproven), 1);
    /* Keys that can't be kept, and what has expired. */
    static const char LONG[UNRECORDED_KEY_MAX + 1] = {'k'};
    struct tes_slice fits = {LONG, UNRECORDED_KEY_MAX}, too_long = {LONG, sizeof LONG};
    assert_int_equal(unrecorded_use(unproven, TES_SLICE(""), NULL, NOW, LATER),
                     OUTCOME_UNAVAILABLE);
    assert_int_equal(unrecorded_use(unproven, too_long, NULL, NOW, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(unrecorded_use(unproven, fits, NULL, LATER, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(unrecorded_use(unproven, fits, NULL, NOW, LATER), OUTCOME_OK);
    unrecorded_free(unproven);
    unrecorded_free(NULL);
}

static void test_the_ledger_is_told(void **state)
{
    struct unrecorded *unproven = unrecorded_new(KEYS);
    struct ledger *ledger = open_ledger(KEYS);
    struct unrecorded_settled settled = {0};
    (void)state;
    assert_int_equal(spend(ledger, 7), OUTCOME_OK); /* by another node */
    for (unsigned i = 0; i < KEYS; i++)
        assert_int_equal(use(unproven, i, NOW), OUTCOME_OK);
    unrecorded_settle(unproven, ledger, NOW, &settled);
    assert_int_equal(settled.written, KEYS);
    assert_int_equal(settled.repeated, 1);
    assert_int_equal(settled.expired, 0);
    assert_int_equal(unrecorded_waiting(unproven), 0);
    for (unsigned i = 0; i < KEYS; i++) {
        assert_int_equal(spend(ledger, i), OUTCOME_REPLAYED);
        assert_int_equal(use(unproven, i, NOW), OUTCOME_REPLAYED);
    }
    /* What is told is not told again. */
    unrecorded_settle(unproven, ledger, NOW, &settled);
    assert_int_equal(settled.written, KEYS);
    ledger_close(ledger);
    unrecorded_free(unproven);
}

static void test_a_ledger_that_takes_only_some(void **state)
{
    enum { FITS = 300 };
    struct unrecorded *unproven = unrecorded_new(KEYS);
    struct ledger *small = open_ledger(FITS), *large = open_ledger(KEYS);
    struct unrecorded_settled settled = {0};
    (void)state;
    for (unsigned i = 0; i < KEYS; i++)
        assert_int_equal(use(unproven, i, NOW), OUTCOME_OK);
    unrecorded_settle(unproven, small, NOW, &settled);
    assert_int_equal(settled.written, FITS);
    assert_int_equal(unrecorded_waiting(unproven), KEYS - FITS);
    unrecorded_settle(unproven, small, NOW, &settled);
    assert_int_equal(settled.written, FITS);
    unrecorded_settle(unproven, large, NOW, &settled);
    assert_int_equal(settled.written, KEYS);
    assert_int_equal(unrecorded_waiting(unproven), 0);
    for (unsigned i = 0; i < KEYS; i++)
        assert_int_equal(spend(large, i), i < FITS ? OUTCOME_OK : OUTCOME_REPLAYED);
    ledger_close(small);
    ledger_close(large);
    unrecorded_free(unproven);
}

static void test_bounded(void **state)
{
    enum { MOST = 100 };
    struct unrecorded *unproven = unrecorded_new(MOST);
    struct ledger *ledger = open_ledger(KEYS);
    struct unrecorded_settled settled = {0};
    (void)state;
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(use(unproven, i, NOW), OUTCOME_OK);
    /* What can't be remembered is not let through; what is known is known still. */
    assert_int_equal(use(unproven, MOST, NOW), OUTCOME_UNAVAILABLE);
    assert_int_not_equal(use(unproven, 3, NOW), OUTCOME_OK);
    assert_int_equal(unrecorded_note(unproven, TES_SLICE("the ledger knows"), NULL, NOW, LATER),
                     OUTCOME_OK);
    assert_int_equal(unrecorded_note(unproven, TES_SLICE("challenge_used:3"), NULL, NOW, LATER),
                     OUTCOME_REPLAYED);
    /* The ledger need not be told of what has expired, and its room is free again. */
    char text[32];
    for (unsigned i = 0; i < 2 * MOST; i++)
        assert_int_equal(unrecorded_use(unproven, key_of(text, KEYS + i), NULL, LATER + i * 1000,
                                        LATER + i * 1000 + 500),
                         OUTCOME_OK);
    assert_true(unrecorded_waiting(unproven) <= 2);
    unrecorded_settle(unproven, ledger, LATER * 2, &settled);
    assert_int_equal(settled.written, 0);
    assert_int_equal(unrecorded_waiting(unproven), 0);
    ledger_close(ledger);
    unrecorded_free(unproven);
}

/* ------------------------------------------------------------------ race */

static struct {
    struct unrecorded *unproven;
    struct ledger *ledger;
    pthread_barrier_t start;
    atomic_uint firsts[KEYS];
    atomic_bool is_over;
} shared;

/* Half of them can ask the ledger, half of them can't. */
static void *use_all(void *context)
{
    bool has_ledger = context != NULL;
    char text[32];
    pthread_barrier_wait(&shared.start);
    for (unsigned i = 0; i < KEYS; i++) {
        struct tes_slice key = key_of(text, i);
        bool is_first =
            has_ledger ? ledger_spend(shared.ledger, key, NOW, LATER) == OUTCOME_OK &&
                             unrecorded_note(shared.unproven, key, NULL, NOW, LATER) == OUTCOME_OK
                       : unrecorded_use(shared.unproven, key, NULL, NOW, LATER) == OUTCOME_OK;
        if (is_first)
            atomic_fetch_add(&shared.firsts[i], 1);
    }
    return NULL;
}

static void *settle(void *context)
{
    struct unrecorded_settled *settled = context;
    while (!atomic_load(&shared.is_over))
        unrecorded_settle(shared.unproven, shared.ledger, NOW, settled);
    return NULL;
}

static void test_race(void **state)
{
    struct unrecorded_settled settled = {0};
    pthread_t threads[THREADS], settler;
    (void)state;
    shared.unproven = unrecorded_new(KEYS);
    shared.ledger = open_ledger(2 * KEYS);
    pthread_barrier_init(&shared.start, NULL, THREADS);
    pthread_create(&settler, NULL, settle, &settled);
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, use_all, i % 2 == 0 ? &shared : NULL);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    atomic_store(&shared.is_over, true);
    pthread_join(settler, NULL);
    /* Never twice. Where the settler was quicker than who asked the ledger it is the one that could
     * not ask; so one is the first of each. */
    for (unsigned i = 0; i < KEYS; i++)
        assert_int_equal(atomic_load(&shared.firsts[i]), 1);
    unrecorded_settle(shared.unproven, shared.ledger, NOW, &settled);
    assert_int_equal(unrecorded_waiting(shared.unproven), 0);
    for (unsigned i = 0; i < KEYS; i++)
        assert_int_equal(spend(shared.ledger, i), OUTCOME_REPLAYED);
    pthread_barrier_destroy(&shared.start);
    ledger_close(shared.ledger);
    unrecorded_free(shared.unproven);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once_with_and_without_the_ledger),
        cmocka_unit_test(test_owners_with_and_without_the_ledger),
        cmocka_unit_test(test_the_ledger_is_told),
        cmocka_unit_test(test_a_ledger_that_takes_only_some),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_race),
    };
    return cmocka_run_group_tests_name("unproven", tests, NULL, NULL);
}

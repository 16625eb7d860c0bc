/*
 * test_limiter.c: a few of something, and networks that want all of it.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../lib/patience.h"
#include "server/app/limiter.h"

enum { ONE = 1, OTHER = 2 };

static const struct limiter_rules RULES = {
    .held_max = 4, .held_by_one = 3, .places_max = 8, .places_by_one = 6, .wait_ms = 30000};

static struct limiter limiter;
static atomic_int taken, refused;

static void start_limiter(struct limiter_rules rules)
{
    limiter_init(&limiter, &rules);
    atomic_store(&taken, 0);
    atomic_store(&refused, 0);
}

static unsigned places_taken(void)
{
    pthread_mutex_lock(&limiter.lock);
    unsigned count = limiter.all.places;
    pthread_mutex_unlock(&limiter.lock);
    return count;
}

static void *wait_for_one(void *network)
{
    bool is_taken = limiter_take(&limiter, (uint64_t)(uintptr_t)network);
    atomic_fetch_add(is_taken ? &taken : &refused, 1);
    if (is_taken)
        limiter_give_back(&limiter, (uint64_t)(uintptr_t)network);
    return NULL;
}

static void take_as_many_as_one_may(void)
{
    for (unsigned i = 0; i < RULES.held_by_one; i++)
        assert_true(limiter_take(&limiter, ONE));
}

static void test_a_network_never_has_all(void **state)
{
    (void)state;
    struct limiter_rules impatient = RULES;
    impatient.wait_ms = 0;
    start_limiter(impatient);
    take_as_many_as_one_may();
    assert_false(limiter_take(&limiter, ONE));
    assert_true(limiter_take(&limiter, OTHER));
    assert_false(limiter_take(&limiter, OTHER)); /* now all are held */
    limiter_give_back(&limiter, OTHER);
    for (unsigned i = 0; i < RULES.held_by_one; i++)
        limiter_give_back(&limiter, ONE);
    assert_int_equal(places_taken(), 0);
    limiter_end(&limiter);
}

static void test_a_network_never_has_all_places_to_wait(void **state)
{
    (void)state;
    enum { WAITING = 3 };
    pthread_t threads[WAITING];
    start_limiter(RULES);
    take_as_many_as_one_may();
    for (unsigned i = 0; i < WAITING; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_one, (void *)ONE), 0);
    PATIENCE_UNTIL(places_taken() >= RULES.places_by_one);
    assert_int_equal(places_taken(), RULES.places_by_one);
    assert_false(limiter_take(&limiter, ONE)); /* at once */
    assert_true(limiter_take(&limiter, OTHER));
    limiter_give_back(&limiter, OTHER);
    /* Those that wait have their turns, one after the other, as soon as one is given back. */
    limiter_give_back(&limiter, ONE);
    for (unsigned i = 0; i < WAITING; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&taken), WAITING);
    assert_int_equal(atomic_load(&refused), 0);
    for (unsigned i = 1; i < RULES.held_by_one; i++)
        limiter_give_back(&limiter, ONE);
    assert_int_equal(places_taken(), 0);
    limiter_end(&limiter);
}

/* With `waits_on`: once nothing moved for a while, nobody waits until one is given back. */
static void test_what_is_stuck_refuses_at_once(void **state)
{
    (void)state;
    start_limiter(
        (struct limiter_rules){.held_max = 1, .held_by_one = 1, .wait_ms = 1, .waits_on = true});
    assert_true(limiter_take(&limiter, 0));
    assert_false(limiter_take(&limiter, 0));
    assert_true(limiter.is_stuck);
    assert_false(limiter_take(&limiter, 0));
    limiter_give_back(&limiter, 0);
    assert_false(limiter.is_stuck);
    assert_true(limiter_take(&limiter, 0));
    limiter_give_back(&limiter, 0);
    limiter_end(&limiter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_network_never_has_all),
        cmocka_unit_test(test_a_network_never_has_all_places_to_wait),
        cmocka_unit_test(test_what_is_stuck_refuses_at_once),
    };
    return cmocka_run_group_tests_name("limiter", tests, NULL, NULL);
}

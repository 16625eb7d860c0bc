/*
 * test_turns.c: a few of something, and networks that want all of it.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "serve/speech/turns.h"

enum { WAIT_MS = 30000, ONE = 1, OTHER = 2 };

static struct turns turns;
static atomic_int taken, refused;

static int set_up(void **state)
{
    (void)state;
    turns_init(&turns);
    atomic_store(&taken, 0);
    atomic_store(&refused, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    turns_end(&turns);
    return 0;
}

static unsigned places_taken(void)
{
    unsigned count = 0;
    pthread_mutex_lock(&turns.lock);
    for (unsigned i = 0; i < TURNS_PLACES; i++)
        count += turns.places[i].is_taken;
    pthread_mutex_unlock(&turns.lock);
    return count;
}

static void *wait_for_one(void *network)
{
    int turn = turns_take(&turns, (uint64_t)(uintptr_t)network, WAIT_MS);
    atomic_fetch_add(turn == TURNS_NONE ? &refused : &taken, 1);
    if (turn != TURNS_NONE)
        turns_give(&turns, turn);
    return NULL;
}

static void test_a_network_never_has_all(void **state)
{
    (void)state;
    int held[TURNS_HELD_MAX];
    for (unsigned i = 0; i < TURNS_HELD_OF_ONE; i++)
        assert_int_not_equal(held[i] = turns_take(&turns, ONE, 0), TURNS_NONE);
    assert_int_equal(turns_take(&turns, ONE, 0), TURNS_NONE);
    assert_int_not_equal(held[TURNS_HELD_OF_ONE] = turns_take(&turns, OTHER, 0), TURNS_NONE);
    assert_int_equal(turns_take(&turns, OTHER, 1), TURNS_NONE); /* now all are held */
    for (unsigned i = 0; i < TURNS_HELD_MAX; i++)
        turns_give(&turns, held[i]);
    assert_int_equal(places_taken(), 0);
}

static void test_a_network_never_has_all_places_to_wait(void **state)
{
    (void)state;
    enum { WAITING = TURNS_PLACES_OF_ONE - TURNS_HELD_OF_ONE };
    int held[TURNS_HELD_OF_ONE];
    pthread_t threads[WAITING];
    for (unsigned i = 0; i < TURNS_HELD_OF_ONE; i++)
        assert_int_not_equal(held[i] = turns_take(&turns, ONE, 0), TURNS_NONE);
    for (unsigned i = 0; i < WAITING; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_one, (void *)ONE), 0);
    while (places_taken() < TURNS_PLACES_OF_ONE)
        usleep(1000);
    assert_int_equal(turns_take(&turns, ONE, WAIT_MS), TURNS_NONE); /* at once */
    int other = turns_take(&turns, OTHER, WAIT_MS);
    assert_int_not_equal(other, TURNS_NONE);
    turns_give(&turns, other);
    /* Those who wait have their turns, one after the other, as soon as one is given back. */
    turns_give(&turns, held[0]);
    for (unsigned i = 0; i < WAITING; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&taken), WAITING);
    assert_int_equal(atomic_load(&refused), 0);
    for (unsigned i = 1; i < TURNS_HELD_OF_ONE; i++)
        turns_give(&turns, held[i]);
    assert_int_equal(places_taken(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_network_never_has_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_network_never_has_all_places_to_wait, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("turns", tests, NULL, NULL);
}

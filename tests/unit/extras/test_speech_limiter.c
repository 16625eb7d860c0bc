/*
 * test_speech_limiter.c: a few of something, and networks that want all of it.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "extras/speech/speech_limiter.h"

enum { WAIT_MS = 30000, ONE = 1, OTHER = 2 };

static struct speech_limiter turns;
static atomic_int taken, refused;

static int set_up(void **state)
{
    (void)state;
    speech_limiter_init(&turns);
    atomic_store(&taken, 0);
    atomic_store(&refused, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    speech_limiter_end(&turns);
    return 0;
}

static unsigned places_taken(void)
{
    unsigned count = 0;
    pthread_mutex_lock(&turns.lock);
    for (unsigned i = 0; i < SPEECH_LIMITER_PLACES; i++)
        count += turns.places[i].is_taken;
    pthread_mutex_unlock(&turns.lock);
    return count;
}

static void *wait_for_one(void *network)
{
    int turn = speech_limiter_take(&turns, (uint64_t)(uintptr_t)network, WAIT_MS);
    atomic_fetch_add(turn == SPEECH_LIMITER_NONE ? &refused : &taken, 1);
    if (turn != SPEECH_LIMITER_NONE)
        speech_limiter_give(&turns, turn);
    return NULL;
}

static void test_a_network_never_has_all(void **state)
{
    (void)state;
    int held[SPEECH_LIMITER_HELD_MAX];
    for (unsigned i = 0; i < SPEECH_LIMITER_HELD_OF_ONE; i++)
        assert_int_not_equal(held[i] = speech_limiter_take(&turns, ONE, 0), SPEECH_LIMITER_NONE);
    assert_int_equal(speech_limiter_take(&turns, ONE, 0), SPEECH_LIMITER_NONE);
    assert_int_not_equal(held[SPEECH_LIMITER_HELD_OF_ONE] = speech_limiter_take(&turns, OTHER, 0),
                         SPEECH_LIMITER_NONE);
    assert_int_equal(speech_limiter_take(&turns, OTHER, 1),
                     SPEECH_LIMITER_NONE); /* now all are held */
    for (unsigned i = 0; i < SPEECH_LIMITER_HELD_MAX; i++)
        speech_limiter_give(&turns, held[i]);
    assert_int_equal(places_taken(), 0);
}

static void test_a_network_never_has_all_places_to_wait(void **state)
{
    (void)state;
    enum { WAITING = SPEECH_LIMITER_PLACES_OF_ONE - SPEECH_LIMITER_HELD_OF_ONE };
    int held[SPEECH_LIMITER_HELD_OF_ONE];
    pthread_t threads[WAITING];
    for (unsigned i = 0; i < SPEECH_LIMITER_HELD_OF_ONE; i++)
        assert_int_not_equal(held[i] = speech_limiter_take(&turns, ONE, 0), SPEECH_LIMITER_NONE);
    for (unsigned i = 0; i < WAITING; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_one, (void *)ONE), 0);
    while (places_taken() < SPEECH_LIMITER_PLACES_OF_ONE)
        usleep(1000);
    assert_int_equal(speech_limiter_take(&turns, ONE, WAIT_MS), SPEECH_LIMITER_NONE); /* at once */
    int other = speech_limiter_take(&turns, OTHER, WAIT_MS);
    assert_int_not_equal(other, SPEECH_LIMITER_NONE);
    speech_limiter_give(&turns, other);
    /* Those who wait have their turns, one after the other, as soon as one is given back. */
    speech_limiter_give(&turns, held[0]);
    for (unsigned i = 0; i < WAITING; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&taken), WAITING);
    assert_int_equal(atomic_load(&refused), 0);
    for (unsigned i = 1; i < SPEECH_LIMITER_HELD_OF_ONE; i++)
        speech_limiter_give(&turns, held[i]);
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

/*
 * test_config_holder.c: snapshots stay whole while others replace them.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "os/clock.h"
#include "server/config/config_holder.h"

#define READERS 4
#define ROUNDS  20000
#define SWAPS   500

static struct config defaults(void)
{
    struct config config;
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    return config;
}

static void test_snapshot_outlives_replacement(void **state)
{
    struct config config = defaults();
    struct config_holder *holder = config_holder_new(&config);

    (void)state;
    assert_non_null(holder);
    const struct config *before = config_holder_get(holder);
    config.gate_rate_limit = 7;
    assert_true(config_holder_replace(holder, &config));
    const struct config *after = config_holder_get(holder);
    assert_int_equal(before->gate_rate_limit, 80);
    assert_int_equal(after->gate_rate_limit, 7);
    config_holder_put(before);
    config_holder_put(after);
    config_holder_put(NULL);
    config_holder_free(holder);
    config_holder_free(NULL);
}

/* The writer keeps two members equal; a reader that sees them differ saw a change. */
static void *read_snapshots(void *argument)
{
    struct config_holder *holder = argument;
    size_t torn = 0;

    for (size_t i = 0; i < ROUNDS; i++) {
        const struct config *config = config_holder_get(holder);
        torn += config->budget_image != config->budget_answer;
        config_holder_put(config);
    }
    return (void *)torn;
}

static void test_readers_beside_a_writer(void **state)
{
    struct config config = defaults();
    config.budget_image = config.budget_answer = 1;
    struct config_holder *holder = config_holder_new(&config);
    pthread_t readers[READERS];

    (void)state;
    assert_non_null(holder);
    for (size_t i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&readers[i], NULL, read_snapshots, holder), 0);
    for (unsigned i = 0; i < SWAPS; i++) {
        config.budget_image = config.budget_answer = i;
        assert_true(config_holder_replace(holder, &config));
    }
    for (size_t i = 0; i < READERS; i++) {
        void *torn = &torn;
        assert_int_equal(pthread_join(readers[i], &torn), 0);
        assert_null(torn);
    }
    const struct config *last = config_holder_get(holder);
    assert_int_equal(last->budget_image, SWAPS - 1);
    config_holder_put(last);
    config_holder_free(holder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_snapshot_outlives_replacement),
        cmocka_unit_test(test_readers_beside_a_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The ledger in a Redis that fails while it is in use: killed, hung, full, without a disk. Spends
 * fail, in a time that is bounded, and go on by themselves when the fault is over.
 */
#include "redis_ledgers.h"

#include <pthread.h>
#include <sys/stat.h>

#define CALLS 200 /* while it is known to be away: if each waited 1.5 s, five minutes */

static struct redis_test redis;
static struct ledger *ledger;

static void start(void)
{
    redis_make(&redis, NULL);
    ledger = open_on(&redis, "");
    assert_int_equal(spend_key(ledger, "before"), OUTCOME_OK);
}

static void end(void)
{
    ledger_close(ledger);
    redis_remove(&redis);
}

/* Spends fail, for that reason, and do not take longer than they may. */
static void assert_fails(const char *why)
{
    assert_int_equal(spend_key(ledger, "during"), OUTCOME_UNAVAILABLE);
    PATIENCE_UNTIL(strstr(ledger_trouble(ledger), why) != NULL);
    uint64_t began_us = tes_clock_steady_us();
    for (unsigned i = 0; i < CALLS; i++)
        assert_int_equal(spend_key(ledger, "during"), OUTCOME_UNAVAILABLE);
    assert_true(tes_clock_steady_us() - began_us < patience_s(0) * 1000000);
    assert_false(ledger_ready(ledger));
    if (strstr(ledger_trouble(ledger), why) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", why, ledger_trouble(ledger));
}

static void test_killed(void **state)
{
    (void)state;
    start();
    redis_down(&redis, SIGKILL);
    assert_fails("no server is there");
    redis_up(&redis);
    assert_recovers(ledger);
    assert_int_equal(spend_key(ledger, "after"), OUTCOME_OK);
    end();
}

static void test_hung(void **state)
{
    (void)state;
    start();
    assert_int_equal(kill(redis.pid, SIGSTOP), 0);
    assert_fails("does not answer");
    assert_int_equal(kill(redis.pid, SIGCONT), 0);
    assert_recovers(ledger);
    /* What was told "failed" may have been spent; what was spent before is. */
    assert_int_not_equal(spend_key(ledger, "before"), OUTCOME_OK);
    assert_int_equal(spend_key(ledger, "after"), OUTCOME_OK);
    end();
}

static void test_closed_while_it_hangs(void **state)
{
    (void)state;
    start();
    assert_int_equal(kill(redis.pid, SIGSTOP), 0);
    ledger_close(ledger); /* or it never came back */
    redis_remove(&redis);
}

/* The connection is closed from the other end while nobody uses it: nobody notices. */
static void test_idle_connection_closed(void **state)
{
    (void)state;
    start();
    for (unsigned i = 0; i < 5; i++) {
        char key[16];
        snprintf(key, sizeof key, "idle %u", i);
        assert_int_equal(redis_says(&redis, "CLIENT KILL TYPE normal")[0], ':');
        assert_int_equal(spend_key(ledger, key), OUTCOME_OK);
    }
    end();
}

static void test_full(void **state)
{
    (void)state;
    start();
    assert_int_equal(redis_says(&redis, "CONFIG SET maxmemory 1")[0], '+');
    assert_fails("memory is full");
    assert_int_equal(redis_says(&redis, "CONFIG SET maxmemory 0")[0], '+');
    assert_recovers(ledger);
    assert_int_equal(spend_key(ledger, "before"), OUTCOME_REPLAYED);
    assert_int_equal(spend_key(ledger, "after"), OUTCOME_OK);
    end();
}

/* It can't write its snapshot: its folder is gone. */
static void test_without_disk(void **state)
{
    (void)state;
    char folder[96];
    start();
    snprintf(folder, sizeof folder, "%s/gone", redis.scratch.base);
    redis_down(&redis, SIGKILL);
    assert_int_equal(mkdir(folder, 0700), 0);
    redis.more[0] = "--dir";
    redis.more[1] = folder;
    redis_up(&redis);
    assert_recovers(ledger);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(redis_says(&redis, "CONFIG SET save \"3600 1\"")[0], '+');
    redis_says(&redis, "BGSAVE");
    for (unsigned tries = 0;
         strstr(redis_says(&redis, "INFO persistence"), "rdb_last_bgsave_status:err") == NULL;
         tries++) {
        assert_true(tries < 6000);
        wait_ms(10);
    }
    assert_fails("can't write its files");
    assert_int_equal(redis_says(&redis, "CONFIG SET stop-writes-on-bgsave-error no")[0], '+');
    assert_recovers(ledger);
    assert_int_equal(spend_key(ledger, "after"), OUTCOME_OK);
    end();
}

/* A policy that forgets spent keys is found out, too, where it is set later. */
static void test_policy_set_later(void **state)
{
    (void)state;
    start();
    assert_int_equal(redis_says(&redis, "CONFIG SET maxmemory-policy allkeys-lru")[0], '+');
    assert_int_equal(redis_says(&redis, "CLIENT KILL TYPE normal")[0], ':');
    assert_fails("maxmemory-policy");
    assert_int_equal(redis_says(&redis, "CONFIG SET maxmemory-policy noeviction")[0], '+');
    assert_recovers(ledger);
    end();
}

/* ------------------------------------------------------------------- races */

#define THREADS 8
#define KEYS    4000

static unsigned firsts[KEYS];
static uint64_t issued_ms[KEYS];

/* As flow/spend.c does it: a token is issued, and tried by all. */
static void *spend_all(void *context)
{
    (void)context;
    for (unsigned i = 0; i < KEYS; i++) {
        char key[16];
        uint64_t none = 0, now_ms = tes_clock_wall_ms();
        snprintf(key, sizeof key, "k%u", i);
        __atomic_compare_exchange_n(&issued_ms[i], &none, now_ms, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        uint64_t issued = __atomic_load_n(&issued_ms[i], __ATOMIC_SEQ_CST);
        if (spend_key(ledger, key) == OUTCOME_OK && ledger_knows_of(ledger, issued, now_ms))
            __atomic_fetch_add(&firsts[i], 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

/* Emptied, killed and started again under load: no key passes twice. */
static void test_nothing_passes_twice(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    unsigned passed = 0;
    start();
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, spend_all, NULL), 0);
    for (unsigned i = 0; i < 6; i++) {
        wait_ms(40);
        if (i % 2 == 0) {
            redis_says(&redis, "FLUSHALL");
        } else {
            redis_down(&redis, SIGKILL);
            redis_up(&redis);
        }
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < KEYS; i++) {
        assert_true(firsts[i] <= 1);
        passed += firsts[i];
    }
    assert_true(passed > 0);
    assert_recovers(ledger);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_hung),
        cmocka_unit_test(test_closed_while_it_hangs),
        cmocka_unit_test(test_idle_connection_closed),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_without_disk),
        cmocka_unit_test(test_policy_set_later),
        cmocka_unit_test(test_nothing_passes_twice),
    };
    return cmocka_run_group_tests_name("ledger in a Redis that fails", tests, NULL, NULL);
}

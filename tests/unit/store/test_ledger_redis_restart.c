/*
 * A Redis that starts again on its files, with `appendfsync always`: while it loads them it says of
 * itself what is not true, and files that were put back from a copy lack what was spent since.
 */
#include "redis_ledgers.h"
#include "redis_relay.h"

#define KEYS "20000" /* loading them takes as long as the test wants, by key-load-delay */

static struct redis_test redis;
static struct redis_relay relay;
static struct ledger *ledger;
static uint64_t issued_ms, from_ms;

static void make(void)
{
    redis_make(&redis, "--appendonly", "yes", "--appendfsync", "always", NULL);
}

/* A token is issued and spent. */
static void spend_one(void)
{
    from_ms = ledger_knows_from_ms(ledger);
    PATIENCE_UNTIL(tes_clock_wall_ms() > from_ms);
    issued_ms = tes_clock_wall_ms();
    assert_true(ledger_knows_of(ledger, issued_ms, issued_ms));
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_OK);
}

static void end(void)
{
    ledger_close(ledger);
    redis_remove(&redis);
}

static bool says(const char *line, const char *text)
{
    return strstr(redis_says(&redis, line), text) != NULL;
}

#define ASSERT_BECOMES(line, text)                                                                 \
    do {                                                                                           \
        PATIENCE_UNTIL(says(line, text));                                                          \
        assert_true(says(line, text));                                                             \
    } while (0)

/* ----------------------------------------------------------------- loading */

/* Its files take a while to load, and it answers meanwhile. */
static void fill(void)
{
    assert_true(says("EVAL \"for i = 1, " KEYS " do redis.call('SET', 'x:' .. i, i) end return 1\" "
                     "0",
                     ":1"));
    assert_true(says("BGREWRITEAOF", "+"));
    ASSERT_BECOMES("INFO persistence", "aof_rewrite_in_progress:0");
    assert_true(says("INFO persistence", "aof_last_bgrewrite_status:ok"));
}

static void start_loading(void)
{
    struct redis_test slow = redis;
    static const char *const SETTINGS[] = {"--key-load-delay", "5000",
                                           "--loading-process-events-interval-bytes", "1024"};
    size_t count = 0;
    while (slow.more[count] != NULL)
        count++;
    memcpy(&slow.more[count], SETTINGS, sizeof SETTINGS);
    redis.pid = redis_spawn(&slow);
    ASSERT_BECOMES("INFO persistence", "loading:1");
    assert_true(says("INFO persistence", "aof_enabled:0")); /* which is why */
}

static void end_loading(void)
{
    assert_true(says("CONFIG SET key-load-delay 0", "+OK"));
    ASSERT_BECOMES("INFO persistence", "\nloading:0");
    assert_true(says("INFO persistence", "aof_enabled:1"));
}

/* PUZ-14: the node has asked what the server is while that loads, and reads the marker once it has
 * loaded. Nothing was lost, so nothing expires, then and at later restarts. */
static void test_loading(void **state)
{
    (void)state;
    char where[256];
    make();
    fill();
    relay_start(&relay, &redis, "WATCH", "\nloading:1");
    snprintf(where, sizeof where, "redis:///0?socket=%s", relay.socket);
    ledger = open_at(where);
    spend_one();
    atomic_store(&relay.is_holding, true);
    redis_down(&redis, SIGKILL);
    start_loading();
    PATIENCE_UNTIL(atomic_load(&relay.count) > 0 &&
                   (atomic_load(&relay.is_held) || atomic_load(&relay.closed) > 0));
    assert_true(atomic_load(&relay.count) > 0);
    end_loading();
    atomic_store(&relay.is_holding, false);
    for (unsigned restarts = 0; restarts < 2; restarts++) {
        assert_recovers(ledger);
        assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
        assert_int_equal(spend_key(ledger, "spent"), OUTCOME_REPLAYED);
        redis_down(&redis, SIGKILL);
        redis_up(&redis);
    }
    relay_end(&relay);
    end();
}

/* A node that starts meanwhile says why it can't, and changes nothing. */
static void test_start_while_loading(void **state)
{
    (void)state;
    char where[256], error[512] = "";
    make();
    fill();
    ledger = open_on(&redis, "");
    spend_one();
    redis_down(&redis, SIGKILL);
    start_loading();
    snprintf(where, sizeof where, "redis:///0?socket=%s", redis.socket);
    assert_null(try_open(where, error, sizeof error));
    assert_non_null(strstr(error, "still loads its data"));
    end_loading();
    assert_recovers(ledger);
    assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_REPLAYED);
    end();
}

/* ------------------------------------------------------------------- copies */

static void files(const char *command)
{
    char text[512];
    snprintf(text, sizeof text, "cd %s && %s", redis.scratch.base, command);
    assert_int_equal(system(text), 0);
}

static void spend_after_copy(void)
{
    make();
    ledger = open_on(&redis, "");
    assert_int_equal(spend_key(ledger, "before"), OUTCOME_OK);
    files("cp -r appendonlydir kept");
    spend_one();
}

static void put_back(void)
{
    redis_down(&redis, SIGKILL);
    files("rm -r appendonlydir && mv kept appendonlydir");
    redis_up(&redis);
}

static bool passes(void)
{
    return spend_key(ledger, "spent") == OUTCOME_OK &&
           ledger_knows_of(ledger, issued_ms, tes_clock_wall_ms());
}

/* PUZ-14: a copy that is put back while no node runs lacks what was spent since, and nobody
 * remembers that: what was issued before counts as expired. */
static void test_copy_without_nodes(void **state)
{
    (void)state;
    spend_after_copy();
    ledger_close(ledger);
    put_back();
    ledger = open_on(&redis, "");
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_TAKEN_OVER);
    assert_true(ledger_knows_from_ms(ledger) > issued_ms);
    assert_false(passes());
    end();
}

/* All nodes were away, and the server was not: nothing expires. */
static void test_nodes_alone_start_anew(void **state)
{
    (void)state;
    make();
    ledger = open_on(&redis, "");
    spend_one();
    ledger_close(ledger);
    ledger = open_on(&redis, "");
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_REPLAYED);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loading),
        cmocka_unit_test(test_start_while_loading),
        cmocka_unit_test(test_copy_without_nodes),
        cmocka_unit_test(test_nodes_alone_start_anew),
    };
    return cmocka_run_group_tests_name("a Redis that starts again", tests, NULL, NULL);
}

/*
 * The ledger in a Redis that loses what it has acknowledged, in each way in which a Redis does:
 * whatever is lost, nothing passes twice. What was spent before the loss is either known still, or
 * was issued before the moment from which on the ledger knows.
 */
#include "redis_ledgers.h"

#include <pthread.h>

static struct redis_test redis;
static struct ledger *ledger;
static uint64_t issued_ms, from_ms; /* of a token that was spent before; when it knew from then */

/* Opens a ledger, has a token issued after that, and spends it. */
static void spend_before(const char *options)
{
    ledger = open_on(&redis, options);
    from_ms = ledger_knows_from_ms(ledger);
    wait_ms(5);
    issued_ms = tes_clock_wall_ms();
    wait_ms(5);
    assert_true(ledger_knows_of(ledger, issued_ms, issued_ms));
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_OK);
}

/* As flow/spend.c asks: a token passes where the spend is the first and the ledger knows
 * of it afterwards. */
static bool passes(struct ledger *by)
{
    return spend_key(by, "spent") == OUTCOME_OK &&
           ledger_knows_of(by, issued_ms, tes_clock_wall_ms());
}

/* LEDGER_DOUBT_NONE: for whatever reason; a replica may lag behind by more or less. */
static void assert_moved(enum ledger_doubt doubt)
{
    for (unsigned i = 0; i < 3; i++)
        assert_false(passes(ledger));
    assert_recovers(ledger);
    assert_false(passes(ledger));
    assert_true(ledger_knows_from_ms(ledger) > issued_ms);
    assert_true(ledger_knows_from_ms(ledger) < tes_clock_wall_ms() + 1000);
    if (doubt != LEDGER_DOUBT_NONE)
        assert_int_equal(ledger_doubt(ledger), doubt);
    assert_true(ledger_doubt(ledger) > LEDGER_DOUBT_NEW);
    /* It goes on. */
    assert_int_equal(spend_key(ledger, "new"), OUTCOME_OK);
    assert_int_equal(spend_key(ledger, "new"), OUTCOME_REPLAYED);
}

static void assert_kept(void)
{
    assert_recovers(ledger);
    assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_REPLAYED);
    assert_int_equal(spend_key(ledger, "new"), OUTCOME_OK);
}

static void end(void)
{
    ledger_close(ledger);
    redis_remove(&redis);
}

/* -------------------------------------------------------------------- lost */

static void test_emptied(void **state)
{
    (void)state;
    static const char *const ways[] = {"FLUSHALL", "FLUSHDB", "DEL tessera:marker", "SWAPDB 0 1"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        print_message("%s\n", ways[i]);
        redis_make(&redis, NULL);
        spend_before("");
        assert_non_null(strchr("+:", redis_says(&redis, ways[i])[0]));
        assert_moved(LEDGER_DOUBT_EMPTIED);
        end();
    }
}

static void test_restart_without_files(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    redis_down(&redis, SIGKILL);
    redis_up(&redis);
    assert_moved(LEDGER_DOUBT_EMPTIED);
    end();
}

/* All of it may be there: but the server does not say so. */
static void test_restart_with_files_behind(void **state)
{
    (void)state;
    redis_make(&redis, "--appendonly", "yes", "--appendfsync", "everysec", NULL);
    spend_before("");
    redis_down(&redis, SIGKILL);
    redis_up(&redis);
    assert_moved(LEDGER_DOUBT_TAKEN_OVER);
    end();
}

static void test_restart_with_all_in_files(void **state)
{
    (void)state;
    redis_make(&redis, "--appendonly", "yes", "--appendfsync", "always", NULL);
    spend_before("");
    redis_down(&redis, SIGKILL);
    redis_up(&redis);
    assert_kept();
    /* Also for who comes only now. */
    ledger_close(ledger);
    ledger = open_on(&redis, "");
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
    assert_int_equal(spend_key(ledger, "new"), OUTCOME_REPLAYED);
    end();
}

/* A copy of its files that lacks the last spend is put back. */
static void test_older_files(void **state)
{
    (void)state;
    char command[512];
    redis_make(&redis, "--appendonly", "yes", "--appendfsync", "always", NULL);
    ledger = open_on(&redis, "");
    assert_int_equal(spend_key(ledger, "first"), OUTCOME_OK);
    snprintf(command, sizeof command, "cp -r %s/appendonlydir %s/kept", redis.scratch.base,
             redis.scratch.base);
    assert_int_equal(system(command), 0);
    wait_ms(5);
    issued_ms = tes_clock_wall_ms();
    assert_int_equal(spend_key(ledger, "spent"), OUTCOME_OK);
    redis_down(&redis, SIGTERM);
    snprintf(command, sizeof command, "rm -r %s/appendonlydir && mv %s/kept %s/appendonlydir",
             redis.scratch.base, redis.scratch.base, redis.scratch.base);
    assert_int_equal(system(command), 0);
    redis_up(&redis);
    assert_moved(LEDGER_DOUBT_OLDER);
    end();
}

/* A snapshot alone: what came after it is gone, and the server says whom it goes on from, as a
 * replica that was promoted does. */
static void test_older_snapshot(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    assert_int_equal(redis_says(&redis, "SAVE")[0], '+');
    redis_down(&redis, SIGKILL);
    redis_up(&redis);
    assert_moved(LEDGER_DOUBT_TAKEN_OVER);
    end();
}

/* Nodes agree: whoever finds out first moves the moment for all. */
static void test_nodes_agree(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    struct ledger *other = open_on(&redis, "");
    assert_int_equal(ledger_doubt(other), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(other), from_ms);
    redis_says(&redis, "FLUSHALL");
    assert_false(passes(other));
    assert_moved(LEDGER_DOUBT_EMPTIED);
    assert_recovers(other);
    assert_false(passes(other));
    assert_int_equal(ledger_knows_from_ms(other), ledger_knows_from_ms(ledger));
    assert_int_equal(ledger_doubt(other), LEDGER_DOUBT_EMPTIED);
    /* Their counters are found by the same key still, and by who comes later. */
    uint64_t keys[2][2];
    assert_true(ledger_count_key(ledger, keys[0]));
    ledger_close(other);
    other = open_on(&redis, "");
    assert_true(ledger_count_key(other, keys[1]));
    assert_memory_equal(keys[0], keys[1], sizeof keys[0]);
    ledger_close(other);
    end();
}

/* A key that is gone before its time: the server's clock was far ahead for a moment. */
static void test_forgotten_too_early(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    assert_recovers(ledger);
    wait_ms(1100); /* until the canary is set for certain */
    assert_recovers(ledger);
    assert_int_equal(redis_says(&redis, "EVAL \"for _, k in ipairs(redis.call('KEYS', "
                                        "'tessera:canary:*')) do redis.call('DEL', k) end "
                                        "redis.call('DEL', 'tessera:s:spent') return 1\" 0")[0],
                     ':');
    assert_moved(LEDGER_DOUBT_CLOCK);
    end();
}

/* A node whose clock is ahead has issued tokens of moments to come, and spent them: what all nodes
 * have heard of it holds, also where the Redis has forgotten it. */
static void test_node_ahead(void **state)
{
    (void)state;
    char line[96];
    redis_make(&redis, NULL);
    spend_before("");
    snprintf(line, sizeof line, "ZADD tessera:lead GT 20000 %llu",
             (unsigned long long)(tes_clock_wall_ms() / LEDGER_AHEAD_MS));
    assert_int_equal(redis_says(&redis, line)[0], ':');
    wait_ms(1100);
    assert_recovers(ledger);
    redis_says(&redis, "FLUSHALL");
    uint64_t now_ms = tes_clock_wall_ms();
    (void)passes(ledger);
    assert_recovers(ledger);
    assert_in_range(ledger_knows_from_ms(ledger), now_ms + 19900, tes_clock_wall_ms() + 25000);
    end();
}

/* -------------------------------------------------------- what is in there */

/* Nothing that grows with visitors stays: spent keys and counters go by themselves. */
static void test_keys_go(void **state)
{
    (void)state;
    uint64_t now_ms = tes_clock_wall_ms();
    struct counters_change change = {
        .key = 255, .ends_at_s = (uint32_t)(now_ms / 1000) + 60, .amount = 3};
    char line[96];
    redis_make(&redis, NULL);
    ledger = open_on(&redis, "&prefix=p:");
    assert_int_equal(ledger_spend(ledger, TES_SLICE("k"), now_ms, now_ms + 600000), OUTCOME_OK);
    assert_in_range(atoi(redis_says(&redis, "PTTL p:s:k") + 1), 1, 600000);
    for (int amount = 3; amount > -7; amount -= 6) {
        change.amount = amount;
        assert_true(ledger_count(ledger, &change, 1, now_ms));
        snprintf(line, sizeof line, "PTTL p:c:00000000000000ff:%u", change.ends_at_s);
        assert_in_range(atoi(redis_says(&redis, line) + 1), 300000, 361000);
    }
    assert_int_equal(change.total, 0);
    end();
}

static const struct ledger_node *node_of(const struct ledger_meeting *meeting, const char *id)
{
    for (size_t i = 0; i < meeting->count; i++)
        if (strcmp(meeting->nodes[i].id, id) == 0)
            return &meeting->nodes[i];
    return NULL;
}

static void test_meetings(void **state)
{
    (void)state;
    static struct ledger_meeting one = {.id = "one", .text = "first text"};
    static struct ledger_meeting two = {.id = "two", .text = ""};
    redis_make(&redis, NULL);
    ledger = open_on(&redis, "");
    struct ledger *other = open_on(&redis, "");
    assert_true(ledger_meet(ledger, &one));
    assert_int_equal(one.count, 1);
    assert_string_equal(one.nodes[0].text, "first text");
    wait_ms(300);
    assert_true(ledger_meet(other, &two));
    assert_int_equal(two.count, 2);
    assert_string_equal(two.nodes[0].id, "two"); /* the newest first */
    assert_string_equal(node_of(&two, "one")->text, "first text");
    assert_in_range(node_of(&two, "one")->age_ms, 250, 60000);
    assert_in_range(two.store_ms, tes_clock_wall_ms() - 60000, tes_clock_wall_ms() + 60000);
    /* Somebody who has not spoken for long, and what no node says. */
    redis_says(&redis, "HSET tessera:nodes old \"1 gone\" bad text none \"\" \"\" \"1 x\"");
    one.text = "second text";
    assert_true(ledger_meet(ledger, &one));
    assert_int_equal(one.count, 2);
    assert_null(node_of(&one, "old"));
    assert_true(ledger_meet(ledger, &one));
    assert_string_equal(redis_says(&redis, "HEXISTS tessera:nodes old"), ":0\r\n");
    two.text = NULL; /* it leaves */
    assert_true(ledger_meet(other, &two));
    assert_null(node_of(&two, "two"));
    assert_string_equal(node_of(&two, "one")->text, "second text");
    ledger_close(other);
    end();
}

/* --------------------------------------------------------------- replicas */

static struct redis_test replica, second;

/* Has it follow a server on a port of this machine, and waits until it has all. */
static void follow(const struct redis_test *follower, unsigned port)
{
    char line[64];
    snprintf(line, sizeof line, "REPLICAOF 127.0.0.1 %u", port);
    assert_int_equal(redis_says(follower, line)[0], '+');
    for (unsigned tries = 0;
         strstr(redis_says(follower, "INFO replication"), "master_link_status:up") == NULL;
         tries++) {
        if (tries == 1000)
            fail_msg("no replica");
        wait_ms(10);
    }
}

/* A pair; the ledger's address is that of the first. */
static void make_pair(char ports[2][8])
{
    redis_make(&redis, "--repl-diskless-sync-delay", "0", NULL);
    redis_make(&replica, "--repl-diskless-sync-delay", "0", NULL);
    redis_listen(&redis, "port", ports[0]);
    redis_listen(&replica, "port", ports[1]);
    follow(&replica, (unsigned)atoi(ports[0]));
}

/* The first is gone, and the second has its address: as a failover looks from outside. */
static void fail_over(void)
{
    redis_down(&redis, SIGKILL);
    assert_int_equal(redis_says(&replica, "REPLICAOF NO ONE")[0], '+');
    assert_int_equal(rename(replica.socket, redis.socket), 0);
}

static void end_pair(void)
{
    redis_remove(&replica);
    end();
}

static void test_failover_to_one_behind(void **state)
{
    (void)state;
    char ports[2][8];
    make_pair(ports);
    spend_before("");
    fail_over();
    assert_moved(LEDGER_DOUBT_NONE);
    end_pair();
}

static void test_failover_with_wait(void **state)
{
    (void)state;
    char ports[2][8];
    make_pair(ports);
    wait_ms(3000); /* the replica runs for longer than its uptime is exact */
    spend_before("&wait=1");
    wait_ms(1100); /* and a note has come to it */
    assert_recovers(ledger);
    fail_over();
    /* Nothing passes while nobody else has it. */
    wait_ms(300);
    assert_int_not_equal(spend_key(ledger, "alone"), OUTCOME_OK);
    redis_make(&second, "--repl-diskless-sync-delay", "0", NULL);
    follow(&second, (unsigned)atoi(ports[1]));
    assert_kept();
    redis_remove(&second);
    end_pair();
}

/* With more replicas than are waited for, the promoted one may be the one that lacks something. */
static void test_failover_with_too_few_waited_for(void **state)
{
    (void)state;
    char ports[2][8];
    make_pair(ports);
    redis_make(&second, "--repl-diskless-sync-delay", "0", NULL);
    follow(&second, (unsigned)atoi(ports[0]));
    wait_ms(2500);
    spend_before("&wait=1");
    wait_ms(1100);
    assert_recovers(ledger);
    fail_over();
    follow(&second, (unsigned)atoi(ports[1]));
    assert_moved(LEDGER_DOUBT_NONE);
    redis_remove(&second);
    end_pair();
}

/* Its first replica makes a server pick a new history, and loses nothing. */
static void test_first_replica(void **state)
{
    (void)state;
    char ports[2][8];
    redis_make(&redis, "--repl-diskless-sync-delay", "0", NULL);
    spend_before("");
    redis_make(&replica, NULL);
    redis_listen(&redis, "port", ports[0]);
    follow(&replica, (unsigned)atoi(ports[0]));
    assert_kept();
    end_pair();
}

/* One that was a replica for a while, and is the same process still. */
static void test_replica_for_a_while(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    assert_int_equal(redis_says(&redis, "REPLICAOF 127.0.0.1 1")[0], '+');
    assert_int_equal(spend_key(ledger, "x"), OUTCOME_UNAVAILABLE);
    assert_int_equal(spend_key(ledger, "x"), OUTCOME_UNAVAILABLE);
    assert_non_null(strstr(ledger_trouble(ledger), "replica"));
    assert_int_equal(redis_says(&redis, "REPLICAOF NO ONE")[0], '+');
    assert_moved(LEDGER_DOUBT_TAKEN_OVER);
    end();
}

/* The same between two batches, which leaves the connection as it was. */
static void test_replica_for_a_moment(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    spend_before("");
    assert_int_equal(redis_says(&redis, "REPLICAOF 127.0.0.1 1")[0], '+');
    assert_int_equal(redis_says(&redis, "REPLICAOF NO ONE")[0], '+');
    assert_moved(LEDGER_DOUBT_TAKEN_OVER);
    end();
}

static void test_wait_without_replicas(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    ledger = open_on(&redis, "&wait=1&wait_ms=50");
    assert_int_equal(spend_key(ledger, "a"), OUTCOME_UNAVAILABLE);
    assert_non_null(strstr(ledger_trouble(ledger), "fewer replicas"));
    ledger_close(ledger);
    /* It was spent, and nobody passed by it. */
    ledger = open_on(&redis, "");
    assert_int_equal(spend_key(ledger, "a"), OUTCOME_REPLAYED);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emptied),
        cmocka_unit_test(test_restart_without_files),
        cmocka_unit_test(test_restart_with_files_behind),
        cmocka_unit_test(test_restart_with_all_in_files),
        cmocka_unit_test(test_older_files),
        cmocka_unit_test(test_older_snapshot),
        cmocka_unit_test(test_nodes_agree),
        cmocka_unit_test(test_forgotten_too_early),
        cmocka_unit_test(test_node_ahead),
        cmocka_unit_test(test_keys_go),
        cmocka_unit_test(test_meetings),
        cmocka_unit_test(test_failover_to_one_behind),
        cmocka_unit_test(test_failover_with_wait),
        cmocka_unit_test(test_failover_with_too_few_waited_for),
        cmocka_unit_test(test_first_replica),
        cmocka_unit_test(test_replica_for_a_while),
        cmocka_unit_test(test_replica_for_a_moment),
        cmocka_unit_test(test_wait_without_replicas),
    };
    return cmocka_run_group_tests_name("ledger in a Redis", tests, NULL, NULL);
}

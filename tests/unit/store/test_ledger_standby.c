/*
 * A ledger in a PostgreSQL with a standby, which takes over: a real one. Where it may lack what was
 * written last, all that was issued before counts as expired; where every commit has waited for it,
 * nothing does. Nodes find it by an address with both hosts.
 */
#include "ledgers.h"

#include <inttypes.h>
#include <pthread.h>
#include <time.h>

#include "os/clock.h"

#define MINUTE_MS ((uint64_t)60000)

static struct scratch scratch; /* the ledger's */
static struct scratch files;   /* the standby's */
static pid_t standby;
static char where[512]; /* both of them */
static unsigned number;

static void pause_ms(unsigned ms)
{
    uint64_t scaled = patience_scaled(ms);
    nanosleep(&(struct timespec){.tv_sec = (time_t)(scaled / 1000),
                                 .tv_nsec = (long)(scaled % 1000) * 1000000},
              NULL);
}

static void run(const char *const *arguments)
{
    int status = -1;
    waitpid(postgres_spawn(arguments), &status, 0);
    if (status != 0)
        fail_msg("%s: status %d", arguments[0], status);
}

static const char *sql(const char *text)
{
    static char answer[256];
    const char *error = postgres_sql(text, answer, sizeof answer);
    if (error != NULL)
        fail_msg("%s: %s", text, error);
    return answer;
}

/* Waits until it says so. */
static void expect_sql(const char *text, const char *answer)
{
    for (unsigned tries = 0; strcmp(sql(text), answer) != 0; tries++) {
        if (tries == 500)
            fail_msg("%s: %s", text, sql(text));
        pause_ms(20);
    }
}

/* A copy of the server, which goes on as its standby. */
static void start_standby(void)
{
    files = scratch_new();
    const struct passwd *user = getpwnam("postgres");
    if (geteuid() == 0)
        assert_int_equal(chown(files.base, user->pw_uid, user->pw_gid), 0);
    run((const char *const[]){POSTGRES_PROGRAMS "pg_basebackup", "-D", files.data, "-h",
                              postgres_test.scratch.base, "-U", "postgres", "-R", "--no-sync", "-c",
                              "fast", NULL});
    standby =
        postgres_spawn((const char *const[]){POSTGRES_PROGRAMS "postgres", "-D", files.data, "-k",
                                             files.base, "-c", "listen_addresses=", NULL});
    expect_sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", "1");
}

static void flush_all(void)
{
    sql("ALTER SYSTEM SET fsync = on");
    postgres_down(SIGINT);
    postgres_up();
}

static int start(void **state)
{
    (void)state;
    postgres_make();
    flush_all();
    scratch = scratch_for("postgres://");
    start_standby();
    snprintf(where, sizeof where, "postgres:///postgres?host=%s,%s&user=postgres&%s",
             postgres_test.scratch.base, files.base,
             strstr(address_in(scratch.data, "postgres://"), "options="));
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (standby != 0) {
        kill(standby, SIGQUIT);
        waitpid(standby, NULL, 0);
        standby = 0;
    }
    postgres_down(SIGQUIT);
    scratch_remove(&files);
    scratch_remove(&scratch);
    /* The next test has a server of its own. */
    scratch_remove(&postgres_test.scratch);
    postgres_test.owner = 0;
    return 0;
}

static struct ledger *open_node(void)
{
    char error[256] = "";
    struct ledger *ledger = ledger_open(
        &(struct ledger_settings){.where = where, .data = scratch.data}, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s", error);
    return ledger;
}

static enum outcome spend(struct ledger *ledger, unsigned key)
{
    uint64_t now_ms = tes_clock_wall_ms();
    return spend_number(ledger, key, now_ms, now_ms + 10 * MINUTE_MS);
}

static void wait_for(struct ledger *ledger)
{
    uint64_t since_us = tes_clock_steady_us();
    while (spend(ledger, 1000000 + number++) != OUTCOME_OK) {
        if (tes_clock_steady_us() - since_us > patience_s(0) * 1000000)
            fail_msg("it does not come back: %s", ledger_trouble(ledger));
        pause_ms(20);
    }
}

/* The primary is gone for good, and the standby takes its place. */
static void fail_over(void)
{
    postgres_down(SIGKILL);
    run((const char *const[]){POSTGRES_PROGRAMS "pg_ctl", "-D", files.data, "promote", NULL});
}

/* From now on every commit waits for the standby. */
static void wait_for_standby(void)
{
    sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
    sql("SELECT pg_reload_conf()");
    expect_sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1");
}

static pid_t find_receiver(void)
{
    char line[128];
    snprintf(line, sizeof line, "pgrep -P %d -f walreceiver", (int)standby);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    pclose(pipe);
    pid_t found = (pid_t)atoi(line);
    assert_true(found > 0);
    return found;
}

/* PUZ-14: the standby has not got what was spent last, so nothing from before may pass. */
static void test_standby_that_lags(void **state)
{
    (void)state;
    struct ledger *one = open_node(), *two = open_node();
    wait_for(one);
    wait_for(two);
    /* It has the ledger, so that what it lacks is what is spent below. */
    expect_sql("SELECT replay_lsn >= pg_current_wal_lsn() FROM pg_stat_replication", "t");
    uint64_t issued_ms = tes_clock_wall_ms();
    pause_ms(2);
    /* What receives the log stands still, and lacks what comes now. */
    pid_t receiver = find_receiver();
    assert_int_equal(kill(receiver, SIGSTOP), 0);
    unsigned key = number++;
    assert_int_equal(spend(one, key), OUTCOME_OK);
    postgres_down(SIGKILL);
    assert_int_equal(kill(receiver, SIGKILL), 0);
    kill(receiver, SIGCONT);
    pause_ms(500);
    run((const char *const[]){POSTGRES_PROGRAMS "pg_ctl", "-D", files.data, "promote", NULL});
    wait_for(two);
    /* It is not spent there: but it is not known of. */
    assert_int_equal(spend(two, key), OUTCOME_OK);
    assert_false(ledger_knows_of(two, issued_ms, tes_clock_wall_ms()));
    wait_for(one);
    wait_for(two);
    assert_false(ledger_knows_of(one, issued_ms, tes_clock_wall_ms()));
    assert_int_equal(ledger_knows_from_ms(one), ledger_knows_from_ms(two));
    assert_int_equal(ledger_doubt(two), LEDGER_DOUBT_TAKEN_OVER);
    ledger_close(one);
    ledger_close(two);
}

/* Every commit has waited for it: nothing is lost, and nothing expires. */
static void test_standby_that_has_all(void **state)
{
    (void)state;
    wait_for_standby();
    struct ledger *one = open_node(), *two = open_node();
    wait_for(one);
    wait_for(two);
    uint64_t from_ms = ledger_knows_from_ms(one);
    unsigned key = number++;
    assert_int_equal(spend(one, key), OUTCOME_OK);
    fail_over();
    /* The new primary has no standby that it would have to wait for. */
    snprintf(postgres_test.where, sizeof postgres_test.where,
             "postgres:///postgres?host=%s&user=postgres", files.base);
    expect_sql("SELECT pg_is_in_recovery()", "f");
    sql("ALTER SYSTEM SET synchronous_standby_names = ''");
    sql("SELECT pg_reload_conf()");
    wait_for(one);
    wait_for(two);
    assert_int_equal(ledger_knows_from_ms(one), from_ms);
    assert_int_equal(ledger_knows_from_ms(two), from_ms);
    assert_int_equal(spend(two, key), OUTCOME_REPLAYED);
    ledger_close(one);
    ledger_close(two);
}

struct attempt {
    struct ledger *ledger;
    unsigned key;
    enum outcome result;
};

static void *spend_in_background(void *context)
{
    struct attempt *attempt = context;
    attempt->result = spend(attempt->ledger, attempt->key);
    return NULL;
}

static void expect_waiting(const char *count)
{
    expect_sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", count);
}

/* A commit that the standby has not confirmed does not count: not when nobody hears of it, and not
 * when the server calls it done, with a warning. However often it is tried, the server is not left
 * with ever more that wait. */
static void test_standby_that_hangs(void **state)
{
    (void)state;
    wait_for_standby();
    struct ledger *one = open_node();
    wait_for(one);
    uint64_t from_ms = ledger_knows_from_ms(one);
    pid_t receiver = find_receiver();
    assert_int_equal(kill(receiver, SIGSTOP), 0);
    struct attempt warned = {.ledger = one, .key = number++};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, spend_in_background, &warned), 0);
    expect_waiting("1");
    sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    pthread_join(thread, NULL);
    assert_int_equal(warned.result, OUTCOME_UNAVAILABLE);
    unsigned key = number++;
    uint64_t since_us = tes_clock_steady_us();
    assert_int_equal(spend(one, key), OUTCOME_UNAVAILABLE);
    assert_true(tes_clock_steady_us() - since_us < patience_s(0) * 1000000);
    assert_non_null(ledger_trouble(one));
    for (unsigned i = 0; i < 3; i++) {
        pause_ms(600);
        (void)spend(one, number++);
    }
    /* What the first one has locked keeps the others from coming so far. */
    assert_true(atoi(sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) <=
                2);
    assert_int_equal(kill(receiver, SIGCONT), 0);
    wait_for(one);
    /* It was written, and is spent. */
    assert_int_equal(spend(one, warned.key), OUTCOME_REPLAYED);
    assert_int_equal(ledger_knows_from_ms(one), from_ms);
    ledger_close(one);
}

/* One that is read-only is refused, and no way around that is tried. */
static void test_standby_alone(void **state)
{
    (void)state;
    char error[256] = "", alone[512];
    snprintf(alone, sizeof alone, "postgres:///postgres?host=%s&user=postgres&%s", files.base,
             strstr(where, "options="));
    assert_null(ledger_open(&(struct ledger_settings){.where = alone, .data = scratch.data}, error,
                            sizeof error));
    assert_non_null(strstr(error, "read-only"));
}

int main(void)
{
    const struct CMUnitTest with_all[] = {
        cmocka_unit_test(test_standby_alone),
        cmocka_unit_test(test_standby_that_hangs),
        cmocka_unit_test(test_standby_that_has_all),
    };
    const struct CMUnitTest without[] = {
        cmocka_unit_test(test_standby_that_lags),
    };
    int failed = cmocka_run_group_tests_name("ledger, standby", with_all, start, end);
    return failed + cmocka_run_group_tests_name("ledger, standby that lags", without, start, end);
}

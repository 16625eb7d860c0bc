/*
 * A ledger in a PostgreSQL that fails, or that is not what it was: what may have been forgotten
 * counts as expired, for all nodes alike; nobody is told "first" of what may not be kept; and it
 * goes on by itself. test_ledger_standby.c has a standby that takes over.
 */
#include "ledgers.h"

#include <inttypes.h>
#include <time.h>

#include "os/clock.h"
#include "store/ledger/postgres/ledger_postgres_sweep.h"

#define MINUTE_MS ((uint64_t)60000)

static struct scratch scratch;
static struct ledger *one, *two; /* two nodes */
static unsigned number;          /* of the next key */

static struct ledger *open_node(void)
{
    return open_in(&scratch, "postgres://", 1000);
}

static int start(void **state)
{
    (void)state;
    scratch = scratch_for("postgres://");
    one = open_node();
    two = open_node();
    return 0;
}

static int end(void **state)
{
    (void)state;
    ledger_close(one);
    ledger_close(two);
    scratch_remove(&scratch);
    return 0;
}

static void pause_ms(unsigned ms)
{
    uint64_t scaled = patience_scaled(ms);
    nanosleep(&(struct timespec){.tv_sec = (time_t)(scaled / 1000),
                                 .tv_nsec = (long)(scaled % 1000) * 1000000},
              NULL);
}

/* In the ledger's schema, as another program would. */
static const char *sql(const char *text)
{
    static char answer[256];
    char whole[2048];
    snprintf(whole, sizeof whole, "SET search_path = \"%.6s\", pg_catalog; %s",
             strrchr(scratch.data, '-') + 1, text);
    const char *error = postgres_sql(whole, answer, sizeof answer);
    if (error != NULL)
        fail_msg("%s: %s", text, error);
    return answer;
}

static void set(const char *setting)
{
    char text[160];
    snprintf(text, sizeof text, "ALTER SYSTEM %s", setting);
    assert_null(postgres_sql(text, NULL, 0));
    sql("SELECT pg_reload_conf()");
    pause_ms(300); /* every process of the server reads it when it is next asked */
}

/* Everybody else's connections are closed from the server's end. */
static void cut(void)
{
    sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
}

static enum outcome spend(struct ledger *ledger, unsigned key)
{
    uint64_t now_ms = tes_clock_wall_ms();
    return spend_number(ledger, key, now_ms, now_ms + 10 * MINUTE_MS);
}

/* Waits until it takes something new; how long that took. */
static uint64_t wait_for(struct ledger *ledger)
{
    uint64_t since_us = tes_clock_steady_us();
    while (spend(ledger, 1000000 + number++) != OUTCOME_OK) {
        if (tes_clock_steady_us() - since_us > patience_s(0) * 1000000)
            fail_msg("it does not come back: %s", ledger_trouble(ledger));
        pause_ms(20);
    }
    return (tes_clock_steady_us() - since_us) / 1000;
}

/* --------------------------------------------------- since when it knows */

static void remove_mark(void)
{
    sql("DELETE FROM ledger_about");
}

/* As a dump that is restored: the same values, written by another transaction. */
static void restore_mark(void)
{
    sql("CREATE TABLE held AS SELECT * FROM ledger_about; DELETE FROM ledger_about;"
        " INSERT INTO ledger_about SELECT * FROM held; DROP TABLE held");
}

static void another_system(void)
{
    sql("UPDATE ledger_about SET system = system + 1, written_by = pg_current_xact_id()");
    cut();
}

static void another_timeline(void)
{
    sql("UPDATE ledger_about SET timeline = '0000FFFF', written_by = pg_current_xact_id()");
}

static void another_ledger(void)
{
    sql("UPDATE ledger_about SET id = gen_random_uuid(), written_by = pg_current_xact_id()");
}

/* The whole of it, put back as it was before it last moved. */
static void older_copy(void)
{
    restore_mark();
    wait_for(one);
    sql("UPDATE ledger_about SET moves = moves - 1, written_by = pg_current_xact_id()");
}

/* A server that has come back without what was written last. */
static void forgotten(void)
{
    sql("DELETE FROM ledger_spent");
    cut();
}

/* A copy of its files from a minute ago, where nodes ran on that spent nothing in that minute. */
static void copy_of_a_minute_ago(void)
{
    sql("UPDATE ledger_about SET alive_at = alive_at - 60000, written_by = pg_current_xact_id();"
        " SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
}

static void without_flush(void)
{
    postgres_down(SIGKILL);
    postgres_up();
}

static const struct {
    const char *name;
    void (*act)(void);
    enum ledger_doubt doubt;
} losses[] = {
    {"its mark is removed", remove_mark, LEDGER_DOUBT_EMPTIED},
    {"a dump is restored", restore_mark, LEDGER_DOUBT_OLDER},
    {"another cluster", another_system, LEDGER_DOUBT_OLDER},
    {"another timeline", another_timeline, LEDGER_DOUBT_TAKEN_OVER},
    {"another database behind the address", another_ledger, LEDGER_DOUBT_OLDER},
    {"an older copy", older_copy, LEDGER_DOUBT_OLDER},
    {"a copy, and nothing was spent since", copy_of_a_minute_ago, LEDGER_DOUBT_OLDER},
    {"what was spent last is missing", forgotten, LEDGER_DOUBT_TAKEN_OVER},
    {"a restart of a server that flushes nothing", without_flush, LEDGER_DOUBT_TAKEN_OVER},
};

/* PUZ-14: what was issued before the loss is not known of any more, and nobody is told "first" of
 * it before that is told; all nodes agree, and go on. */
static void test_what_may_be_lost_has_expired(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        print_message("%s\n", losses[i].name);
        wait_for(one);
        wait_for(two);
        uint64_t issued_ms = tes_clock_wall_ms();
        pause_ms(2);
        unsigned key = number++;
        assert_int_equal(spend(one, key), OUTCOME_OK);
        losses[i].act();
        /* As spend.c does it: a result counts only where the moment is still known afterwards. */
        bool passed =
            spend(two, key) == OUTCOME_OK && ledger_knows_of(two, issued_ms, tes_clock_wall_ms());
        assert_false(passed);
        wait_for(one);
        wait_for(two);
        wait_for(one); /* each that comes from another ledger moves it once */
        assert_false(ledger_knows_of(one, issued_ms, tes_clock_wall_ms()));
        assert_false(ledger_knows_of(two, issued_ms, tes_clock_wall_ms()));
        assert_int_equal(ledger_knows_from_ms(one), ledger_knows_from_ms(two));
        assert_int_equal(ledger_doubt(one), losses[i].doubt);
        assert_int_equal(ledger_doubt(two), losses[i].doubt);
        assert_true(ledger_knows_of(one, tes_clock_wall_ms() + 5, tes_clock_wall_ms() + 5));
    }
}

/* PUZ-14: a crash loses nothing that was flushed, so nothing expires. */
static void test_crash_forgets_nothing(void **state)
{
    (void)state;
    set("SET fsync = on");
    without_flush(); /* what was written before is not known to be on the disk */
    wait_for(one);
    wait_for(two);
    for (unsigned round = 0; round < 2; round++) {
        uint64_t from_ms = ledger_knows_from_ms(one);
        unsigned key = number++;
        assert_int_equal(spend(one, key), OUTCOME_OK);
        without_flush();
        wait_for(one);
        wait_for(two);
        assert_int_equal(ledger_knows_from_ms(one), from_ms);
        assert_int_equal(ledger_knows_from_ms(two), from_ms);
        assert_int_equal(spend(two, key), OUTCOME_REPLAYED);
    }
    /* That it flushes no more is noted before anybody is told anything. */
    uint64_t from_ms = ledger_knows_from_ms(one);
    set("SET fsync = off");
    wait_for(one);
    assert_string_equal(sql("SELECT durability FROM ledger_about"), "0");
    without_flush();
    wait_for(one);
    assert_true(ledger_knows_from_ms(one) > from_ms);
    set("RESET fsync");
}

static void test_opened_after_a_while(void **state)
{
    (void)state;
    uint64_t from_ms = ledger_knows_from_ms(one);
    ledger_close(one);
    one = open_node();
    assert_int_equal(ledger_doubt(one), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(one), from_ms);
    assert_non_null(strstr(ledger_notes(one), "fsync is off"));
    assert_non_null(strstr(ledger_notes(one), "autovacuum is off"));
    ledger_close(one);
    sql("UPDATE ledger_about SET alive_at = alive_at - 700000, written_by = pg_current_xact_id()");
    one = open_node();
    assert_int_equal(ledger_doubt(one), LEDGER_DOUBT_IDLE);
    assert_true(ledger_knows_from_ms(one) > from_ms);
}

/* PUZ-14: a server that was started while no node ran may have a copy of its files, put back. */
static void test_started_without_nodes(void **state)
{
    (void)state;
    set("SET fsync = on");
    without_flush();
    wait_for(one);
    wait_for(two);
    uint64_t issued_ms = tes_clock_wall_ms();
    pause_ms(2);
    ledger_close(one);
    ledger_close(two);
    without_flush();
    one = open_node();
    assert_int_equal(ledger_doubt(one), LEDGER_DOUBT_TAKEN_OVER);
    assert_false(ledger_knows_of(one, issued_ms, tes_clock_wall_ms()));
    /* Once they have agreed, nodes come and go. */
    two = open_node();
    assert_int_equal(ledger_doubt(two), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(two), ledger_knows_from_ms(one));
    set("RESET fsync");
}

/* A table that a crash empties. */
static void test_unlogged(void **state)
{
    (void)state;
    set("SET fsync = on");
    without_flush();
    wait_for(one);
    uint64_t from_ms = ledger_knows_from_ms(one);
    sql("ALTER TABLE ledger_spent SET UNLOGGED");
    wait_for(one);
    without_flush();
    wait_for(one);
    assert_true(ledger_knows_from_ms(one) > from_ms);
    sql("ALTER TABLE ledger_spent SET LOGGED");
    set("RESET fsync");
}

/* What a node with a clock that is ahead has issued has a later moment than now. */
static void test_clock_of_a_node_that_is_ahead(void **state)
{
    (void)state;
    static struct ledger_meeting meeting = {.id = "ahead", .text = "x"};
    wait_for(one);
    assert_true(ledger_meet(one, &meeting));
    sql("UPDATE ledger_nodes SET ahead_ms = 3600000");
    restore_mark();
    wait_for(one);
    uint64_t now_ms = tes_clock_wall_ms();
    assert_false(ledger_knows_of(one, now_ms + 50000, now_ms + 50000));
    assert_true(ledger_knows_of(one, now_ms + 61000, now_ms + 61000)); /* that one is wrong */
    sql("UPDATE ledger_nodes SET ahead_ms = 30000");
    restore_mark();
    wait_for(one);
    now_ms = tes_clock_wall_ms();
    assert_false(ledger_knows_of(one, now_ms + 25000, now_ms + 25000));
    assert_true(ledger_knows_of(one, now_ms + 31000, now_ms + 31000));
    sql("DELETE FROM ledger_nodes");
}

/* ----------------------------------------------------------------- faults */

static void lock_table(void)
{
    sql("BEGIN; LOCK TABLE ledger_spent IN ACCESS EXCLUSIVE MODE");
}

static void unlock_table(void)
{
    sql("COMMIT");
}

static void refuse_writes(const char *exception)
{
    char text[512];
    snprintf(text, sizeof text,
             "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
             " %s; END $$",
             exception);
    sql(text);
    sql("CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ledger_spent FOR EACH STATEMENT"
        " EXECUTE FUNCTION refuse();"
        " CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ledger_about FOR EACH STATEMENT"
        " EXECUTE FUNCTION refuse()");
}

static void fill_disk(void)
{
    refuse_writes("'No space left on device' USING ERRCODE = 'disk_full'");
}

/* The words of a problem that keeps sites closed, for one that does not. */
static void tell_of_clocks(void)
{
    refuse_writes("'its clock is more than a minute ahead'");
}

static void clear_disk(void)
{
    sql("SET client_min_messages = warning; DROP FUNCTION refuse CASCADE");
}

static void make_read_only(void)
{
    set("SET default_transaction_read_only = on");
}

static void make_writable(void)
{
    sql("SET default_transaction_read_only = off");
    set("RESET default_transaction_read_only");
}

/* As with a password that was changed. */
static void lock_out(void)
{
    sql("ALTER ROLE postgres NOLOGIN");
    cut();
}

static void let_in(void)
{
    sql("ALTER ROLE postgres LOGIN");
}

static pid_t hung[64];

static void hang(void)
{
    char *at = (char *)(uintptr_t)sql("SELECT string_agg(pid::text, ' ') FROM pg_stat_activity"
                                      " WHERE pid <> pg_backend_pid()"
                                      " AND backend_type = 'client backend'");
    size_t count = 0;
    for (; *at != '\0' && count < 62; count++)
        hung[count] = (pid_t)strtol(at, &at, 10);
    hung[count++] = postgres_test.pid;
    hung[count] = 0;
    for (size_t i = 0; hung[i] != 0; i++)
        assert_int_equal(kill(hung[i], SIGSTOP), 0);
}

static void go_on(void)
{
    for (size_t i = 0; hung[i] != 0; i++)
        kill(hung[i], SIGCONT);
}

static void stop_server(void)
{
    postgres_down(SIGINT);
}

static void kill_server(void)
{
    postgres_down(SIGKILL);
}

static void set_clock_ahead(void)
{
    sql("CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
        " $$ SELECT pg_catalog.clock_timestamp() + interval '2 minutes' $$");
    cut();
}

static void set_clock_behind(void)
{
    sql("CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
        " $$ SELECT pg_catalog.clock_timestamp() - interval '2 minutes' $$");
    cut();
}

static void set_clock_right(void)
{
    sql("DROP FUNCTION clock_timestamp()");
}

/* What the server warns of when somebody connects is no reason to fail. */
static void test_warned_at_connecting(void **state)
{
    (void)state;
    sql("UPDATE pg_database SET datlocprovider = 'c', datcollversion = '0' WHERE datname = "
        "'postgres'");
    cut();
    wait_for(one);
    sql("UPDATE pg_database SET datcollversion = NULL WHERE datname = 'postgres'");
}

static const struct {
    const char *name;
    void (*act)(void), (*mend)(void);
    const char *said; /* in ledger_trouble() */
    bool is_clock;    /* it can be asked, and is not away */
} faults[] = {
    {"stopped", stop_server, postgres_up, "No such file", false},
    {"killed", kill_server, postgres_up, "refused", false},
    {"hung", hang, go_on, "does not answer", false},
    {"locked", lock_table, unlock_table, "timeout", false},
    {"full", fill_disk, clear_disk, "No space left", false},
    {"speaks of clocks", tell_of_clocks, clear_disk, "its clock is more than a minute ahead",
     false},
    {"read-only", make_read_only, make_writable, "read-only", false},
    {"no right to log in", lock_out, let_in, "not permitted to log in", false},
    {"a clock that is ahead", set_clock_ahead, set_clock_right, "ahead", true},
    {"a clock that is behind", set_clock_behind, set_clock_right, "behind", true},
};

/* The first thing that it says may be that the connection is gone. */
static void expect_trouble(const char *said)
{
    const char *trouble = NULL;
    uint64_t since_us = patience_now_us();
    while (patience_left(since_us)) {
        assert_false(ledger_ready(one));
        trouble = ledger_trouble(one);
        assert_non_null(trouble);
        if (strstr(trouble, said) != NULL)
            return;
    }
    fail_msg("%s", trouble);
}

/* PUZ-14: spends fail in time, with a reason; nothing passes twice; it comes back by itself. */
static void test_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        print_message("%s\n", faults[i].name);
        wait_for(one);
        wait_for(two);
        unsigned before = number++, meanwhile;
        assert_int_equal(spend(one, before), OUTCOME_OK);
        faults[i].act();
        uint64_t since_us = tes_clock_steady_us();
        /* The process behind a connection outlives a server that was killed, by a moment. */
        do
            meanwhile = number++;
        while (spend(one, meanwhile) == OUTCOME_OK);
        assert_true(tes_clock_steady_us() - since_us < patience_s(0) * 1000000);
        expect_trouble(faults[i].said);
        assert_int_equal(ledger_is_away(one), !faults[i].is_clock);
        faults[i].mend();
        uint64_t took_ms = wait_for(one);
        print_message("    back after %" PRIu64 " ms\n", took_ms);
        wait_for(two);
        assert_null(ledger_trouble(one));
        assert_true(ledger_ready(one));
        if (ledger_knows_of(one, tes_clock_wall_ms() - 500, tes_clock_wall_ms()))
            assert_int_equal(spend(two, before), OUTCOME_REPLAYED);
        /* It may have been written although nobody heard of it; it passes once at most. */
        int firsts = (spend(one, meanwhile) == OUTCOME_OK) + (spend(two, meanwhile) == OUTCOME_OK);
        assert_true(firsts <= 1);
    }
}

/* ------------------------------------------------------------------ nodes */

static void test_nodes_meet(void **state)
{
    (void)state;
    static struct ledger_meeting first = {.id = "a", .text = "says \"\\ \xc3\xa4"},
                                 second = {.id = "b", .text = ""};
    assert_true(ledger_can_meet(postgres_test.where));
    assert_true(ledger_meet(one, &first));
    assert_int_equal(first.count, 1);
    assert_in_range(first.store_ms, tes_clock_wall_ms() - 60000, tes_clock_wall_ms() + 60000);
    pause_ms(20);
    assert_true(ledger_meet(two, &second));
    assert_int_equal(second.count, 2);
    assert_string_equal(second.nodes[0].id, "b");
    assert_string_equal(second.nodes[1].id, "a");
    assert_string_equal(second.nodes[1].text, first.text);
    assert_in_range(second.nodes[1].age_ms, 15, 60000);
    /* What can't be written fails alone, and nobody else with it. */
    static struct ledger_meeting bad = {.id = "c", .text = "\xff"}, empty = {.id = "", .text = "x"};
    assert_false(ledger_meet(one, &bad));
    assert_false(ledger_meet(one, &empty));
    assert_null(ledger_trouble(one));
    /* Who leaves is gone at once; who is silent, after a while. */
    second.text = NULL;
    assert_true(ledger_meet(two, &second));
    assert_int_equal(second.count, 1);
    sql("UPDATE ledger_nodes SET said_at = said_at - 61000");
    second.text = "back";
    assert_true(ledger_meet(two, &second));
    assert_int_equal(second.count, 1);
    assert_string_equal(second.nodes[0].id, "b");
    assert_string_equal(sql("SELECT count(*) FROM ledger_nodes"), "1");
}

/* ------------------------------------------------------------------ sweep */

static void add_rows(unsigned count, uint64_t expires_at_ms)
{
    char text[256];
    snprintf(text, sizeof text,
             "INSERT INTO ledger_spent SELECT gen_random_uuid(), %" PRIu64
             " FROM generate_series(1, %u)",
             expires_at_ms, count);
    sql(text);
}

static void expect_rows(const char *count)
{
    PATIENCE_UNTIL(strcmp(sql("SELECT count(*) FROM ledger_spent"), count) == 0);
    assert_string_equal(sql("SELECT count(*) FROM ledger_spent"), count);
}

/* Nothing goes before its time is over by both clocks; all goes then, over many steps. */
static void test_sweep(void **state)
{
    (void)state;
    char error[256];
    uint64_t now_ms = tes_clock_wall_ms();
    const char *where = address_in(scratch.data, "postgres://");
    sql("TRUNCATE ledger_spent");
    add_rows(30000, now_ms - 10 * MINUTE_MS); /* three steps */
    add_rows(100, now_ms - MINUTE_MS);
    add_rows(10, now_ms + MINUTE_MS);
    struct ledger_postgres_sweep *sweep =
        ledger_postgres_sweep_start(where, 50, error, sizeof error);
    assert_non_null(sweep);
    assert_string_equal(sql("SELECT count(*) FROM ledger_spent"), "30110"); /* nobody said so */
    ledger_postgres_sweep_to(sweep, now_ms - 2 * MINUTE_MS);
    expect_rows("110");
    /* One that another node sweeps is let alone. */
    sql("SELECT pg_advisory_lock(7310589121469764)");
    ledger_postgres_sweep_to(sweep, now_ms + 5 * MINUTE_MS);
    pause_ms(300);
    assert_string_equal(sql("SELECT count(*) FROM ledger_spent"), "110");
    sql("SELECT pg_advisory_unlock(7310589121469764)");
    ledger_postgres_sweep_to(sweep, now_ms + 6 * MINUTE_MS);
    expect_rows("10");
    pause_ms(200);
    assert_string_equal(sql("SELECT count(*) FROM ledger_spent"), "10");
    ledger_postgres_sweep_stop(sweep);
    ledger_postgres_sweep_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_meet),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_opened_after_a_while),
        cmocka_unit_test(test_clock_of_a_node_that_is_ahead),
        cmocka_unit_test(test_what_may_be_lost_has_expired),
        cmocka_unit_test(test_warned_at_connecting),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_crash_forgets_nothing),
        cmocka_unit_test(test_started_without_nodes),
        cmocka_unit_test(test_unlogged),
    };
    postgres_make();
    return cmocka_run_group_tests_name("ledger, PostgreSQL", tests, start, end);
}

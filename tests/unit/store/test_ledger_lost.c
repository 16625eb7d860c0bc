/* A ledger whose files are removed, replaced or set back: nothing is told "first" that is not kept,
 * and what may have been spent unseen is not taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/clock.h"
#include "scratch.h"
#include "store/ledger/ledger.h"

#define LATER(now) ((now) + 60000)

static struct scratch scratch;

static int make_scratch(void **state)
{
    (void)state;
    scratch = scratch_new();
    return 0;
}

static int remove_scratch(void **state)
{
    (void)state;
    scratch_remove(&scratch);
    return 0;
}

static struct ledger *open_ledger(void)
{
    char error[256] = "";
    struct ledger_settings settings = {
        .where = "sqlite", .data = scratch.data, .entries_max = 1000};
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s", error);
    return ledger;
}

static enum outcome spend(struct ledger *ledger, const char *key)
{
    uint64_t now_ms = tes_clock_wall_ms();
    return ledger_spend(ledger, tes_slice_of(key), now_ms, LATER(now_ms));
}

/* Until it is looked again whether all is there, and the next spend is noted. */
static void let_pass(void)
{
    usleep(30000);
}

static const char *path_of(const char *name)
{
    static char paths[4][160];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch.data, name);
    return path;
}

static void copy(const char *from, const char *to)
{
    char bytes[4096];
    FILE *in = fopen(path_of(from), "r"), *out = fopen(path_of(to), "w");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(in);
    fclose(out);
}

/* --------------------------------------------------------- while it is open */

static void lose_database(void)
{
    assert_int_equal(unlink(path_of("ledger.db")), 0);
}
static void lose_log(void)
{
    assert_int_equal(unlink(path_of("ledger.db-wal")), 0);
}
static void lose_index(void)
{
    assert_int_equal(unlink(path_of("ledger.db-shm")), 0);
}
static void lose_folder(void)
{
    char away[160];
    snprintf(away, sizeof away, "%s/away", scratch.base);
    assert_int_equal(rename(scratch.data, away), 0);
}
static void replace_database(void)
{
    copy("ledger.db", "copy");
    assert_int_equal(rename(path_of("copy"), path_of("ledger.db")), 0);
}

static void test_lost_while_open(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*lose)(void);
    } cases[] = {{"database", lose_database},
                 {"log", lose_log},
                 {"index", lose_index},
                 {"folder", lose_folder},
                 {"replaced", replace_database}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        remove_scratch(NULL);
        make_scratch(NULL);
        struct ledger *ledger = open_ledger();
        assert_int_equal(spend(ledger, "a"), OUTCOME_OK);
        assert_false(ledger_is_lost(ledger));
        cases[i].lose();
        let_pass();
        assert_int_equal(spend(ledger, "b"), OUTCOME_UNAVAILABLE);
        assert_int_equal(spend(ledger, "a"), OUTCOME_UNAVAILABLE);
        assert_true(ledger_is_lost(ledger));
        assert_false(ledger_ready(ledger));
        ledger_close(ledger);
    }
}

/* Another process may have opened another one in the meantime. */
static void test_put_back_is_still_lost(void **state)
{
    (void)state;
    char away[160];
    snprintf(away, sizeof away, "%s/away", scratch.base);
    struct ledger *ledger = open_ledger();
    assert_int_equal(rename(scratch.data, away), 0);
    let_pass();
    assert_false(ledger_ready(ledger));
    assert_int_equal(rename(away, scratch.data), 0);
    assert_int_equal(spend(ledger, "a"), OUTCOME_UNAVAILABLE);
    assert_false(ledger_ready(ledger));
    ledger_close(ledger);
}

static void execute(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path_of("ledger.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_busy_timeout(db, 60000), SQLITE_OK); /* ends a hang only */
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* As a copy that is written over the file in place. */
static void test_set_back_while_open(void **state)
{
    (void)state;
    struct ledger *ledger = open_ledger();
    assert_int_equal(spend(ledger, "a"), OUTCOME_OK);
    execute("UPDATE about SET commits = 0");
    let_pass();
    assert_int_equal(spend(ledger, "x"), OUTCOME_UNAVAILABLE);
    assert_true(ledger_is_lost(ledger));
    ledger_close(ledger);
}

/* ------------------------------------------------------------ when it opens */

static void test_new_one_knows_from_its_making(void **state)
{
    (void)state;
    uint64_t before_ms = tes_clock_wall_ms();
    struct ledger_settings settings = {.where = "sqlite", .data = scratch.data};
    assert_false(ledger_exists(&settings));
    struct ledger *ledger = open_ledger();
    assert_true(ledger_exists(&settings));
    uint64_t from_ms = ledger_knows_from_ms(ledger);
    assert_true(from_ms >= before_ms && from_ms <= tes_clock_wall_ms());
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NEW);
    ledger_close(ledger);
    usleep(5000);
    /* Closed in peace and opened again, and by two at once: as before. */
    struct ledger *again = open_ledger(), *other = open_ledger();
    assert_int_equal(spend(again, "a"), OUTCOME_OK);
    assert_int_equal(spend(other, "a"), OUTCOME_REPLAYED);
    assert_int_equal(spend(other, "b"), OUTCOME_OK);
    assert_int_equal(ledger_doubt(again), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_doubt(other), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(again), from_ms);
    assert_int_equal(ledger_knows_from_ms(other), from_ms);
    ledger_close(again);
    ledger_close(other);
    struct ledger *third = open_ledger();
    assert_int_equal(ledger_doubt(third), LEDGER_DOUBT_NONE);
    ledger_close(third);
}

/* A process that dies without closing anything. */
static void spend_and_die(const char *key)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(spend(open_ledger(), key) == OUTCOME_OK ? 0 : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_killed_one_goes_on(void **state)
{
    (void)state;
    struct ledger *ledger = open_ledger();
    uint64_t from_ms = ledger_knows_from_ms(ledger);
    ledger_close(ledger);
    spend_and_die("a");
    spend_and_die("b");
    ledger = open_ledger();
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
    assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
    assert_int_equal(spend(ledger, "a"), OUTCOME_REPLAYED);
    ledger_close(ledger);
}

static void set_back_copy(void)
{
    copy("kept", "ledger.db");
    unlink(path_of("ledger.db-wal"));
    unlink(path_of("ledger.db-shm"));
}
static void set_back_under_its_log(void)
{
    copy("kept", "ledger.db");
}
static void set_back_log(void)
{
    assert_int_equal(unlink(path_of("ledger.db-wal")), 0);
}
static void set_back_mark(void)
{
    assert_int_equal(unlink(path_of("ledger.mark")), 0);
}
static void write_mark(const char *text)
{
    FILE *file = fopen(path_of("ledger.mark"), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}
static void set_back_half_mark(void)
{
    write_mark("0000000000");
}
static void set_back_other_mark(void)
{
    write_mark("00000000000000000001 00000000000000000000 "
               "00000000000000000000 00000000000000000000\n");
}
static void set_back_time(void)
{
    execute("UPDATE about SET alive_at = alive_at - 601000");
}
static void set_back_from_the_future(void)
{
    execute("UPDATE about SET alive_at = alive_at + 700000, knows_from = knows_from + 700000");
}
static void set_back_old_release(void)
{
    execute("DROP TABLE about");
}

/* Closed in peace: it is in the file itself. */
static void keep_spent(const char *key)
{
    struct ledger *ledger = open_ledger();
    assert_int_equal(spend(ledger, key), OUTCOME_OK);
    ledger_close(ledger);
}

/* Whether the log of the killed one is written into the file, or begun anew, does not matter. */
static void test_killed_after_each_of_many(void **state)
{
    (void)state;
    keep_spent("first");
    uint64_t from_ms = 0;
    for (int i = 0; i < 12; i++) {
        char key[8];
        snprintf(key, sizeof key, "%d", i);
        if (i % 3 == 1)
            execute("PRAGMA wal_checkpoint(PASSIVE)");
        if (i % 3 == 2)
            execute("PRAGMA wal_checkpoint(TRUNCATE)");
        spend_and_die(key);
        struct ledger *ledger = open_ledger(), *other = open_ledger();
        assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
        assert_int_equal(ledger_doubt(other), LEDGER_DOUBT_NONE);
        assert_int_equal(spend(ledger, key), OUTCOME_REPLAYED);
        from_ms = from_ms == 0 ? ledger_knows_from_ms(ledger) : from_ms;
        assert_int_equal(ledger_knows_from_ms(other), from_ms);
        ledger_close(ledger);
        ledger_close(other);
    }
}

/* As `cp` does: the same file, with an older content. */
static void test_written_over_while_open(void **state)
{
    (void)state;
    ledger_close(open_ledger());
    copy("ledger.db", "kept");
    keep_spent("a");
    struct ledger *ledger = open_ledger();
    assert_int_equal(spend(ledger, "b"), OUTCOME_OK);
    copy("kept", "ledger.db");
    let_pass();
    assert_int_equal(spend(ledger, "c"), OUTCOME_UNAVAILABLE);
    assert_true(ledger_is_lost(ledger));
    ledger_close(ledger);
    uint64_t before_ms = tes_clock_wall_ms();
    ledger = open_ledger();
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_OLDER);
    assert_true(ledger_knows_from_ms(ledger) >= before_ms);
    ledger_close(ledger);
}

/* Closing must not write the log into it: then it would look like the newest. */
static void test_written_over_and_closed(void **state)
{
    (void)state;
    ledger_close(open_ledger());
    copy("ledger.db", "kept");
    keep_spent("a");
    struct ledger *ledger = open_ledger();
    assert_int_equal(spend(ledger, "b"), OUTCOME_OK);
    copy("kept", "ledger.db");
    ledger_close(ledger);
    ledger = open_ledger();
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_OLDER);
    ledger_close(ledger);
}

static void test_in_doubt_it_knows_from_its_opening(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*set_back)(void);
        enum ledger_doubt doubt;
    } cases[] = {
        {"an older copy", set_back_copy, LEDGER_DOUBT_OLDER},
        {"an older copy under the newer log", set_back_under_its_log, LEDGER_DOUBT_OLDER},
        {"no log", set_back_log, LEDGER_DOUBT_OLDER},
        {"no mark", set_back_mark, LEDGER_DOUBT_OLDER},
        {"half a mark", set_back_half_mark, LEDGER_DOUBT_OLDER},
        {"another ledger's mark", set_back_other_mark, LEDGER_DOUBT_OLDER},
        {"not used for a while", set_back_time, LEDGER_DOUBT_IDLE},
        {"used in the future", set_back_from_the_future, LEDGER_DOUBT_IDLE},
        {"of an earlier release", set_back_old_release, LEDGER_DOUBT_NEW},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        remove_scratch(NULL);
        make_scratch(NULL);
        ledger_close(open_ledger());
        copy("ledger.db", "kept");
        keep_spent("of before");
        spend_and_die("a");
        cases[i].set_back();
        uint64_t before_ms = tes_clock_wall_ms();
        struct ledger *ledger = open_ledger();
        uint64_t from_ms = ledger_knows_from_ms(ledger);
        assert_int_equal(ledger_doubt(ledger), cases[i].doubt);
        assert_true(from_ms >= before_ms && from_ms <= tes_clock_wall_ms());
        assert_int_equal(spend(ledger, "b"), OUTCOME_OK);
        ledger_close(ledger);
        /* It is noted, and the doubt does not come again. */
        ledger = open_ledger();
        assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
        assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
        assert_int_equal(spend(ledger, "b"), OUTCOME_REPLAYED);
        ledger_close(ledger);
    }
}

static void test_memory_knows_from_its_opening(void **state)
{
    (void)state;
    char error[256] = "";
    struct ledger_settings settings = {.where = "memory", .data = scratch.data};
    uint64_t before_ms = tes_clock_wall_ms();
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    assert_non_null(ledger);
    assert_true(ledger_knows_from_ms(ledger) >= before_ms);
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
    assert_false(ledger_is_lost(ledger));
    assert_false(ledger_exists(&settings));
    ledger_close(ledger);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_scratch, remove_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_lost_while_open),
        TEST(test_put_back_is_still_lost),
        TEST(test_set_back_while_open),
        TEST(test_new_one_knows_from_its_making),
        TEST(test_killed_one_goes_on),
        TEST(test_killed_after_each_of_many),
        TEST(test_written_over_while_open),
        TEST(test_written_over_and_closed),
        TEST(test_in_doubt_it_knows_from_its_opening),
        TEST(test_memory_knows_from_its_opening),
    };
    return cmocka_run_group_tests_name("ledger, lost", tests, NULL, NULL);
}

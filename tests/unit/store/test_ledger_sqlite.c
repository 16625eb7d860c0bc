/* What is the SQLite ledger's own: its files, its sweeping, and what it does when it can't write.
 */
#include "ledgers.h"

#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "../../lib/own_clock.h"

static void test_files_are_private(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        mode_t mode;
    } cases[] = {
        {"", 0700}, {"/ledger.db", 0600}, {"/ledger.db-wal", 0600}, {"/ledger.db-shm", 0600}};
    umask(0022);
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), OUTCOME_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[128];
        struct stat about;
        snprintf(path, sizeof path, "%s%s", fixture.scratch.data, cases[i].name);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode & 0777, cases[i].mode);
    }
    close_fixture(&fixture);
}

static int rows_in_file(const struct scratch *scratch)
{
    char path[128];
    sqlite3 *db;
    sqlite3_stmt *statement;
    snprintf(path, sizeof path, "%s/ledger.db", scratch->data);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM spent", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int rows = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return rows;
}

static void test_sweeps_what_expired(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    for (unsigned i = 0; i < 400; i++)
        assert_int_equal(spend_number(fixture.ledger, i, NOW, i % 4 ? LATER : LATER * 2),
                         OUTCOME_OK);
    assert_int_equal(rows_in_file(&fixture.scratch), 400);
    for (unsigned i = 0; i < 50; i++)
        assert_int_equal(spend_number(fixture.ledger, 1000 + i, LATER, LATER * 2), OUTCOME_OK);
    assert_int_equal(rows_in_file(&fixture.scratch), 150);
    for (unsigned i = 0; i < 400; i += 4)
        assert_int_equal(spend_number(fixture.ledger, i, LATER, LATER * 2), OUTCOME_REPLAYED);
    close_fixture(&fixture);
}

/* Another process that holds the file for longer than we wait must not let anything pass. */
static void test_fails_while_locked(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    char path[128];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/ledger.db", fixture.scratch.data);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    /* The clock is an hour ahead of the one that threads sleep by: no caller leaves a writer that
     * this machine holds up, and nothing is tried again in between. */
    own_clock_stop();
    own_clock_pass(3600000000);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), OUTCOME_UNAVAILABLE);
    /* Later spends wait for less time: workers that others need stand behind them. */
    uint64_t before_us = own_clock_slept_us();
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(spend_number(fixture.ledger, 2 + i, NOW, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(own_clock_slept_us() - before_us, 5 * 50000);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), OUTCOME_OK);
    close_fixture(&fixture);
    own_clock_reset();
}

/* A disk that takes nothing more: nobody may be told that a key is spent now. */
static void test_fails_when_it_cannot_write(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), OUTCOME_OK);
    struct rlimit usual, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    full = usual;
    full.rlim_cur = 1;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    enum outcome results[20];
    for (unsigned i = 0; i < 20; i++)
        results[i] = spend_number(fixture.ledger, 100 + i, NOW, LATER);
    bool was_ready = ledger_ready(fixture.ledger);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_false(was_ready);
    assert_true(ledger_ready(fixture.ledger));
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(results[i], OUTCOME_UNAVAILABLE);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(spend_number(fixture.ledger, 100 + i, NOW, LATER), OUTCOME_OK);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), OUTCOME_REPLAYED);
    close_fixture(&fixture);
}

/* A disk that takes no longer log, but has room for what is in it: the log is made shorter, and
 * nobody is turned away. */
static void test_log_that_cannot_grow(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    struct rlimit usual, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    full = usual;
    full.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    unsigned failed = 0;
    for (unsigned i = 0; i < 200; i++)
        failed += spend_number(fixture.ledger, i, NOW, LATER) != OUTCOME_OK;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_int_equal(failed, 0);
    for (unsigned i = 0; i < 200; i++)
        assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), OUTCOME_REPLAYED);
    close_fixture(&fixture);
}

/* Pages that the file says it has, and those that it has. */
static void count_pages(const struct scratch *scratch, unsigned *said, unsigned *there)
{
    enum { PAGE = 4096, SAID_AT = 28 };
    char path[128];
    unsigned char head[SAID_AT + 4];
    snprintf(path, sizeof path, "%s/ledger.db", scratch->data);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *there = (unsigned)(ftell(file) / PAGE);
    *said = (unsigned)head[SAID_AT + 2] << 8 | head[SAID_AT + 3];
    fclose(file);
}

/* A disk that is full when the log is written into the file: the file has a part of it then. That
 * is no older file, and once there is room all goes on. */
static void test_log_that_is_written_by_half(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 0, NOW, LATER), OUTCOME_OK);
    ledger_close(fixture.ledger);
    fixture.ledger = open_in(&fixture.scratch, "sqlite", 0);
    struct rlimit usual, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    full = usual;
    full.rlim_cur = 8 * 4096; /* of whole pages */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    unsigned spent = 1, most = 3000, said, there;
    while (spent < most && spend_number(fixture.ledger, spent, NOW, LATER) == OUTCOME_OK)
        spent++;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(spend_number(fixture.ledger, most + i, NOW, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_in_range(spent, 10, most - 1);
    count_pages(&fixture.scratch, &said, &there);
    assert_true(there < said);
    assert_false(ledger_is_lost(fixture.ledger));
    assert_true(ledger_ready(fixture.ledger));
    for (unsigned i = 0; i < spent; i += 29)
        assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(spend_number(fixture.ledger, spent, NOW, LATER), OUTCOME_OK);
    close_fixture(&fixture);
}

static void test_damaged_file_is_refused(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new();
    assert_int_equal(mkdir(scratch.data, 0700), 0);
    char path[128], error[256] = "";
    snprintf(path, sizeof path, "%s/ledger.db", scratch.data);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs("this is no database ", file);
    fclose(file);
    struct ledger_settings settings = {.where = "sqlite", .data = scratch.data};
    assert_null(ledger_open(&settings, error, sizeof error));
    assert_non_null(strstr(error, "ledger.db"));
    assert_non_null(strstr(error, "not a database"));
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_are_private),
        cmocka_unit_test(test_sweeps_what_expired),
        cmocka_unit_test(test_fails_while_locked),
        cmocka_unit_test(test_fails_when_it_cannot_write),
        cmocka_unit_test(test_log_that_cannot_grow),
        cmocka_unit_test(test_log_that_is_written_by_half),
        cmocka_unit_test(test_damaged_file_is_refused),
    };
    return cmocka_run_group_tests_name("ledger, sqlite", tests, NULL, NULL);
}

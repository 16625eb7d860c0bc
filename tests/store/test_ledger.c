/* The contract of ledger.h, held against every back end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "scratch.h"
#include "store/ledger.h"

#define THREADS   8
#define RACE_KEYS 2000
#define NOW       1790000000000u
#define LATER     (NOW + 60000)

static const char *const backends[] = {"memory", "sqlite"};

struct fixture {
    struct scratch scratch;
    struct ledger *ledger;
};

static struct ledger *open_in(const struct scratch *scratch, const char *where, size_t entries_max)
{
    char error[256] = "";
    struct ledger *ledger = ledger_open(&(struct ledger_settings){.where = where,
                                                                  .data = scratch->data,
                                                                  .entries_max = entries_max},
                                        error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s: %s", where, error);
    return ledger;
}

static struct fixture open_fixture(const char *where, size_t entries_max)
{
    struct fixture fixture = {.scratch = scratch_new()};
    fixture.ledger = open_in(&fixture.scratch, where, entries_max);
    return fixture;
}

static void close_fixture(struct fixture *fixture)
{
    ledger_close(fixture->ledger);
    scratch_remove(&fixture->scratch);
}

/* -------------------------------------------------------------- contract */

/* PUZ-14 */
static void spends_once(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), NOW, LATER), LEDGER_FIRST);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), NOW, LATER), LEDGER_AGAIN);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("two"), NOW, LATER), LEDGER_FIRST);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), LATER - 1, LATER), LEDGER_AGAIN);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("One"), NOW, LATER), LEDGER_FIRST);
}

static void forgets_only_what_expired(struct ledger *ledger)
{
    uint64_t end = LATER + 1000;
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), NOW, LATER), LEDGER_FIRST);
    /* A later expiry in the second call does not matter: the first spent it. */
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER - 1, end), LEDGER_AGAIN);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER, end), LEDGER_FIRST);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER, end), LEDGER_AGAIN);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), end - 1, end + 1), LEDGER_AGAIN);
}

static void refuses_what_has_expired(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), LATER, LATER), LEDGER_FAILED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), LATER + 1, LATER), LEDGER_FAILED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), NOW, LATER), LEDGER_FIRST);
}

static void takes_any_expiry(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("long"), NOW, UINT64_MAX), LEDGER_FIRST);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("long"), LATER, UINT64_MAX), LEDGER_AGAIN);
}

static void bounds_keys(struct ledger *ledger)
{
    char longest[LEDGER_KEY_MAX + 1];
    memset(longest, 'k', sizeof longest);
    struct tes_slice fits = {longest, LEDGER_KEY_MAX}, too_long = {longest, sizeof longest};
    assert_int_equal(ledger_spend(ledger, fits, NOW, LATER), LEDGER_FIRST);
    assert_int_equal(ledger_spend(ledger, fits, NOW, LATER), LEDGER_AGAIN);
    assert_int_equal(ledger_spend(ledger, too_long, NOW, LATER), LEDGER_FAILED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE(""), NOW, LATER), LEDGER_FAILED);
}

static void takes_any_bytes(struct ledger *ledger)
{
    static const struct tes_slice keys[] = {
        {"\0", 1},           {"\0\0", 2},      {"a\0b", 3},     {"a\0c", 3},  {"a", 1},
        {"\xff", 1},         {"\xff\xfe", 2},  {"\xc3\xa4", 2}, {"\xc3", 1},  {"'; --", 5},
        {"\xf0\x9f\x98", 3}, {"\x80\x00x", 3}, {"%s%n", 4},     {" ", 1},     {"  ", 2},
        {"\n", 1},           {"a\xcc\x81", 3}, {"\xc3\xa1", 2}, {"\x7f", 1},  {"1", 1},
        {"01", 2},           {"1.0", 3},       {"NULL", 4},     {"x'31'", 5},
    };
    size_t count = sizeof keys / sizeof keys[0];
    for (size_t i = 0; i < count; i++)
        assert_int_equal(ledger_spend(ledger, keys[i], NOW, LATER), LEDGER_FIRST);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(ledger_spend(ledger, keys[i], NOW, LATER), LEDGER_AGAIN);
    for (int byte = 0; byte < 256; byte++) {
        char key[2] = {'b', (char)byte};
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, 2}, NOW, LATER),
                         LEDGER_FIRST);
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, 2}, NOW, LATER),
                         LEDGER_AGAIN);
    }
}

static void is_ready(struct ledger *ledger)
{
    assert_true(ledger_ready(ledger));
}

/* ----------------------------------------------------------------- races */

struct race {
    struct ledger *ledger;
    pthread_barrier_t start;
    atomic_uint firsts[RACE_KEYS], others;
    atomic_uint next;
};

static void race(struct ledger *ledger, struct race *race, void *(*run)(void *))
{
    memset(race, 0, sizeof *race);
    race->ledger = ledger;
    pthread_barrier_init(&race->start, NULL, THREADS);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run, race), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&race->start);
}

static void *spend_all(void *context)
{
    struct race *race = context;
    unsigned offset = atomic_fetch_add(&race->next, 1) % 2; /* half of them are a step ahead */
    pthread_barrier_wait(&race->start);
    for (unsigned i = 0; i < RACE_KEYS; i++) {
        unsigned number = (i + offset) % RACE_KEYS;
        char key[16];
        int length = snprintf(key, sizeof key, "race-%u", number);
        struct tes_slice slice = {key, (size_t)length};
        switch (ledger_spend(race->ledger, slice, NOW, LATER)) {
        case LEDGER_FIRST:
            atomic_fetch_add(&race->firsts[number], 1);
            break;
        case LEDGER_AGAIN:
            break;
        default:
            atomic_fetch_add(&race->others, 1);
        }
    }
    return NULL;
}

/* PUZ-14 */
static void spends_once_under_race(struct ledger *ledger)
{
    static struct race shared;
    race(ledger, &shared, spend_all);
    for (unsigned i = 0; i < RACE_KEYS; i++)
        assert_int_equal(atomic_load(&shared.firsts[i]), 1);
    assert_int_equal(atomic_load(&shared.others), 0);
}

static const struct {
    const char *name;
    void (*run)(struct ledger *ledger);
} contract[] = {
    {"spends once", spends_once},
    {"forgets only what expired", forgets_only_what_expired},
    {"refuses what has expired", refuses_what_has_expired},
    {"takes any expiry", takes_any_expiry},
    {"bounds keys", bounds_keys},
    {"takes any bytes", takes_any_bytes},
    {"is ready", is_ready},
    {"spends once under race", spends_once_under_race},
};

static void test_contract(void **state)
{
    (void)state;
    for (size_t b = 0; b < sizeof backends / sizeof backends[0]; b++) {
        for (size_t i = 0; i < sizeof contract / sizeof contract[0]; i++) {
            print_message("%s: %s\n", backends[b], contract[i].name);
            struct fixture fixture = open_fixture(backends[b], 100000);
            contract[i].run(fixture.ledger);
            close_fixture(&fixture);
        }
    }
}

/* ---------------------------------------------------------------- memory */

static enum ledger_result spend_number(struct ledger *ledger, unsigned number, uint64_t now_ms,
                                       uint64_t expires_at_ms)
{
    char key[16];
    int length = snprintf(key, sizeof key, "n%u", number);
    return ledger_spend(ledger, (struct tes_slice){key, (size_t)length}, now_ms, expires_at_ms);
}

/* PUZ-14 */
static void test_full_memory_fails_rather_than_forgets(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 3, 64, 1000, 5000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        unsigned size = sizes[s];
        struct fixture fixture = open_fixture("memory", size);
        for (unsigned i = 0; i < size; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER + i), LEDGER_FIRST);
        assert_int_equal(ledger_entries(fixture.ledger), size);
        for (unsigned i = size; i < size + 100; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), LEDGER_FAILED);
        for (unsigned i = 0; i < size; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), LEDGER_AGAIN);

        /* As each expires, wherever it lies, there is room for exactly one more. */
        for (unsigned i = 0; i < size; i++) {
            uint64_t now_ms = LATER + i;
            assert_int_equal(spend_number(fixture.ledger, size + i, now_ms, LATER * 2),
                             LEDGER_FIRST);
            assert_int_equal(spend_number(fixture.ledger, size * 3, now_ms, LATER * 2),
                             LEDGER_FAILED);
        }
        assert_int_equal(ledger_entries(fixture.ledger), size);
        close_fixture(&fixture);
    }
}

static void test_memory_shrinks_and_is_used_again(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("memory", 50000);
    for (unsigned round = 0; round < 4; round++) {
        uint64_t now_ms = NOW + round * 100000u;
        for (unsigned i = 0; i < 50000; i++)
            assert_int_equal(spend_number(fixture.ledger, i, now_ms, now_ms + 50000 + i % 977),
                             LEDGER_FIRST);
        assert_int_equal(ledger_entries(fixture.ledger), 50000);
    }
    /* A few calls after all has expired give back more than they add. */
    for (unsigned i = 0; i < 30000; i++)
        assert_int_equal(spend_number(fixture.ledger, 100000 + i, NOW + 1000000, NOW + 2000000),
                         LEDGER_FIRST);
    assert_in_range(ledger_entries(fixture.ledger), 30000, 32000);
    for (unsigned i = 0; i < 30000; i++)
        assert_int_equal(spend_number(fixture.ledger, 100000 + i, NOW + 1000001, NOW + 2000000),
                         LEDGER_AGAIN);
    close_fixture(&fixture);
}

/* ---------------------------------------------------------------- sqlite */

/* PUZ-14 */
static void test_sqlite_remembers_after_reopening(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_FIRST);
    ledger_close(fixture.ledger);
    fixture.ledger = open_in(&fixture.scratch, "sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_AGAIN);
    assert_int_equal(spend_number(fixture.ledger, 1, LATER, LATER * 2), LEDGER_FIRST);
    close_fixture(&fixture);
}

static void test_sqlite_files_are_private(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        mode_t mode;
    } cases[] = {
        {"", 0700}, {"/ledger.db", 0600}, {"/ledger.db-wal", 0600}, {"/ledger.db-shm", 0600}};
    umask(0022);
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_FIRST);
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

static void test_sqlite_sweeps_what_expired(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    for (unsigned i = 0; i < 400; i++)
        assert_int_equal(spend_number(fixture.ledger, i, NOW, i % 4 ? LATER : LATER * 2),
                         LEDGER_FIRST);
    assert_int_equal(rows_in_file(&fixture.scratch), 400);
    for (unsigned i = 0; i < 50; i++)
        assert_int_equal(spend_number(fixture.ledger, 1000 + i, LATER, LATER * 2), LEDGER_FIRST);
    assert_int_equal(rows_in_file(&fixture.scratch), 150);
    for (unsigned i = 0; i < 400; i += 4)
        assert_int_equal(spend_number(fixture.ledger, i, LATER, LATER * 2), LEDGER_AGAIN);
    close_fixture(&fixture);
}

/* Another process that holds the file for longer than we wait must not let anything pass. */
static void test_sqlite_fails_while_locked(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    char path[128];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/ledger.db", fixture.scratch.data);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_FAILED);
    /* Who comes later does not wait as long: workers that others need stand behind it. */
    uint64_t start_us = tes_clock_steady_us();
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(spend_number(fixture.ledger, 2 + i, NOW, LATER), LEDGER_FAILED);
    assert_true(tes_clock_steady_us() - start_us < 2000000);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_FIRST);
    close_fixture(&fixture);
}

/* A disk that takes nothing more: nobody may be told that a key is spent now. */
static void test_sqlite_fails_when_it_cannot_write(void **state)
{
    (void)state;
    struct fixture fixture = open_fixture("sqlite", 0);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_FIRST);
    struct rlimit usual, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    full = usual;
    full.rlim_cur = 1;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    enum ledger_result results[20];
    for (unsigned i = 0; i < 20; i++)
        results[i] = spend_number(fixture.ledger, 100 + i, NOW, LATER);
    bool was_ready = ledger_ready(fixture.ledger);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_false(was_ready);
    assert_true(ledger_ready(fixture.ledger));
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(results[i], LEDGER_FAILED);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(spend_number(fixture.ledger, 100 + i, NOW, LATER), LEDGER_FIRST);
    assert_int_equal(spend_number(fixture.ledger, 1, NOW, LATER), LEDGER_AGAIN);
    close_fixture(&fixture);
}

/* A disk that takes no longer log, but has room for what is in it: the log is made shorter, and
 * nobody is turned away. */
static void test_sqlite_log_that_cannot_grow(void **state)
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
        failed += spend_number(fixture.ledger, i, NOW, LATER) != LEDGER_FIRST;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_int_equal(failed, 0);
    for (unsigned i = 0; i < 200; i++)
        assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), LEDGER_AGAIN);
    close_fixture(&fixture);
}

/* ---------------------------------------------------------------- errors */

static void test_open_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *name, *where, *data, *wanted, *unwanted;
    } cases[] = {
        {"unknown", "etcd", "/tmp", "\"etcd\"", "@@"},
        {"none", NULL, "/tmp", "memory, sqlite", "@@"},
        {"redis", "redis://10.0.0.1:6379/0", "/tmp", "redis://10.0.0.1:6379/0\" is not in this",
         "@@"},
        {"postgres", "postgres://db/x", "/tmp", "postgres://db/x\" is not in this build", "@@"},
        {"no password in it", "redis://me:hush@h:1", "/tmp", "redis://***@h:1", "hush"},
        {"no folder", "sqlite", "", "data folder", "@@"},
        {"no folder given", "sqlite", NULL, "data folder", "@@"},
        {"not a folder", "sqlite", "/dev/null", "/dev/null", "@@"},
        {"below a file", "sqlite", "/dev/null/x", "/dev/null/x", "@@"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[256] = "";
        print_message("%s\n", cases[i].name);
        struct ledger_settings settings = {.where = cases[i].where, .data = cases[i].data};
        assert_null(ledger_open(&settings, error, sizeof error));
        assert_non_null(strstr(error, cases[i].wanted));
        assert_null(strstr(error, cases[i].unwanted));
    }
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

static void test_who_blocks(void **state)
{
    (void)state;
    struct fixture memory = open_fixture("memory", 10), sqlite = open_fixture("sqlite", 10);
    assert_false(ledger_spend_blocks(memory.ledger));
    assert_true(ledger_spend_blocks(sqlite.ledger));
    close_fixture(&memory);
    close_fixture(&sqlite);
    ledger_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contract),
        cmocka_unit_test(test_full_memory_fails_rather_than_forgets),
        cmocka_unit_test(test_memory_shrinks_and_is_used_again),
        cmocka_unit_test(test_sqlite_remembers_after_reopening),
        cmocka_unit_test(test_sqlite_files_are_private),
        cmocka_unit_test(test_sqlite_sweeps_what_expired),
        cmocka_unit_test(test_sqlite_fails_while_locked),
        cmocka_unit_test(test_sqlite_fails_when_it_cannot_write),
        cmocka_unit_test(test_sqlite_log_that_cannot_grow),
        cmocka_unit_test(test_open_says_what_is_wrong),
        cmocka_unit_test(test_damaged_file_is_refused),
        cmocka_unit_test(test_who_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

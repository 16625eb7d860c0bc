/* A ledger and clocks that are wrong: what was spent is not forgotten before its time, and what is
 * issued after the clock was set right is taken. */
#include "ledgers.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <string.h>

#include "os/clock.h"

#define MINUTE_MS      ((uint64_t)60000)
#define HOUR_MS        (60 * MINUTE_MS)
#define OTHERS_WRITTEN 100 /* more than the sweep of one batch passes */
#define OTHERS_HELD                                                                                \
    4000 /* some for each part of a table in memory, which sweeps that part alone                  \
          */

static struct scratch scratch;
static struct ledger *ledger;
static unsigned others; /* that have to come until all that has expired is swept */
static uint64_t wall_ms, steady_us;

static void open_ledger(const char *where)
{
    char error[256] = "";
    struct ledger_settings settings = {.where = address_in(scratch.data, where),
                                       .data = scratch.data};
    print_message("%s\n", where);
    for (size_t i = 0; i < PLACES; i++)
        if (strcmp(places[i].where, where) == 0)
            others = places[i].row->write != NULL ? OTHERS_WRITTEN : OTHERS_HELD;
    ledger = ledger_open(&settings, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s", error);
    wall_ms = tes_clock_wall_ms();
    steady_us = tes_clock_steady_us();
}

static void start(const char *where)
{
    scratch = scratch_for(where);
    open_ledger(where);
}

static void end(void)
{
    ledger_close(ledger);
    scratch_remove(&scratch);
}

static enum outcome spend(const char *key, uint64_t now_ms)
{
    return ledger_spend(ledger, tes_slice_of(key), now_ms, wall_ms + 10 * MINUTE_MS);
}

/* What is good for longer than the clock must have been ahead. */
static enum outcome spend_long(const char *key)
{
    return ledger_spend(ledger, tes_slice_of(key), wall_ms, wall_ms + 5 * LEDGER_AHEAD_MS);
}

/* Others come at that moment, and all that has expired is swept. */
static void let_others_come(uint64_t now_ms)
{
    static unsigned count;
    char key[32];
    for (unsigned i = 0; i < others; i++) {
        int length = snprintf(key, sizeof key, "other %u", count++);
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, (size_t)length}, now_ms,
                                      now_ms + MINUTE_MS),
                         OUTCOME_OK);
    }
}

static bool tell(uint64_t wall_after_ms, uint64_t steady_after_ms)
{
    return ledger_tell_time(ledger, wall_ms + wall_after_ms, steady_us + steady_after_ms * 1000);
}

static void test_ahead_and_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLACES; i++) {
        start(places[i].where);
        assert_int_equal(spend("a", wall_ms), OUTCOME_OK);
        for (uint64_t after_ms = 1000; after_ms < 5000; after_ms += 1000) {
            assert_false(tell(2 * HOUR_MS + after_ms, after_ms));
            let_others_come(wall_ms + 2 * HOUR_MS + after_ms);
        }
        assert_false(tell(6000, 6000));
        assert_int_equal(spend("a", wall_ms + 6000), OUTCOME_REPLAYED);
        end();
    }
}

/* One that goes by a clock of its own has not seen that time pass, whatever it is told. */
static enum outcome after_its_time(const struct place *place)
{
    return place->row->has_own_clock ? OUTCOME_REPLAYED : OUTCOME_OK;
}

/* One that was behind and is set right is believed in the end: or nothing were forgotten again. */
static void test_ahead_for_good(void **state)
{
    (void)state;
    const uint64_t jump_ms = 1000 * HOUR_MS;
    for (size_t i = 0; i < PLACES; i++) {
        start(places[i].where);
        assert_int_equal(spend_long("a"), OUTCOME_OK);
        assert_false(tell(jump_ms, LEDGER_AHEAD_MS));
        let_others_come(wall_ms + jump_ms);
        assert_int_equal(spend_long("a"), OUTCOME_REPLAYED);
        assert_false(tell(jump_ms, 2 * LEDGER_AHEAD_MS));
        let_others_come(wall_ms + jump_ms);
        assert_int_equal(spend_long("a"), after_its_time(&places[i]));
        end();
    }
}

static void test_time_that_passes(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLACES; i++) {
        start(places[i].where);
        assert_int_equal(spend("a", wall_ms), OUTCOME_OK);
        assert_false(tell(11 * MINUTE_MS, 11 * MINUTE_MS));
        let_others_come(wall_ms + 11 * MINUTE_MS);
        assert_int_equal(spend("a", wall_ms), after_its_time(&places[i]));
        end();
    }
}

static void set_alive_back(uint64_t by_ms)
{
    char path[160], sql[80];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/ledger.db", scratch.data);
    snprintf(sql, sizeof sql, "UPDATE about SET alive_at = alive_at - %" PRIu64, by_ms);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_busy_timeout(db, 60000), SQLITE_OK); /* ends a hang only */
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* In use nine minutes ago, by its own account, and opened without doubt: the clock may as well be
 * ahead by these, and what would still be good then stays. */
static void test_opened_ahead(void **state)
{
    (void)state;
    start("sqlite");
    uint64_t then_ms = wall_ms - 9 * MINUTE_MS, expires_at_ms = wall_ms - MINUTE_MS;
    struct tes_slice key = TES_SLICE("a");
    assert_int_equal(ledger_spend(ledger, key, then_ms, expires_at_ms), OUTCOME_OK);
    ledger_close(ledger);
    set_alive_back(9 * MINUTE_MS);
    open_ledger("sqlite");
    assert_int_equal(ledger_doubt(ledger), LEDGER_DOUBT_NONE);
    assert_false(tell(1000, 1000));
    let_others_come(wall_ms + 1000);
    assert_int_equal(ledger_spend(ledger, key, then_ms, expires_at_ms), OUTCOME_REPLAYED);
    end();
}

static void test_set_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLACES; i++) {
        start(places[i].where);
        uint64_t from_ms = ledger_knows_from_ms(ledger), right_ms = from_ms - HOUR_MS;
        assert_true(ledger_knows_of(ledger, from_ms, from_ms));
        assert_false(ledger_knows_of(ledger, from_ms - 1, from_ms));
        if (places[i].row->has_own_clock) {
            /* It knows from a moment that all nodes have agreed on, wherever their clocks are. */
            assert_false(ledger_tell_time(ledger, right_ms, steady_us + 1000000));
            assert_int_equal(ledger_knows_from_ms(ledger), from_ms);
            end();
            continue;
        }
        assert_true(ledger_tell_time(ledger, right_ms, steady_us + 1000000));
        assert_false(ledger_tell_time(ledger, right_ms + 500, steady_us + 1500000));
        assert_int_equal(ledger_knows_from_ms(ledger), right_ms);
        assert_false(ledger_knows_of(ledger, right_ms - 1, right_ms + 500));
        assert_true(ledger_knows_of(ledger, right_ms, right_ms + 500));
        /* Of before the opening, by the clock that was ahead; and of after it. */
        assert_false(ledger_knows_of(ledger, from_ms - 1, right_ms + 500));
        assert_true(ledger_knows_of(ledger, from_ms, right_ms + 500));
        end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ahead_and_back),   cmocka_unit_test(test_ahead_for_good),
        cmocka_unit_test(test_time_that_passes), cmocka_unit_test(test_opened_ahead),
        cmocka_unit_test(test_set_back),
    };
    return cmocka_run_group_tests_name("ledger, clock", tests, ledgers_start, NULL);
}

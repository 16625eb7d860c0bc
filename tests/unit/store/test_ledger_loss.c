/* The rules by which a store may have lost something, whatever kind it is: every row is what can
 * be found, and what follows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/ledger/ledger_loss.h"

#define IDLE (LEDGER_LOSS_IDLE_MS + 1)

static const struct {
    const char *what;
    enum ledger_doubt doubt;
    struct ledger_loss_facts facts;
} rows[] = {
    {"nothing has happened", LEDGER_DOUBT_NONE, {.is_there = true, .is_known = true}},
    {"the first time", LEDGER_DOUBT_NEW, {.is_known = false}},
    {"emptied", LEDGER_DOUBT_EMPTIED, {.is_known = true}},
    {"emptied, and all else",
     LEDGER_DOUBT_EMPTIED,
     {.is_known = true, .is_older = true, .is_other = true, .is_ahead = true, .is_changed = true}},
    {"opened again", LEDGER_DOUBT_NONE, {.is_there = true}},
    {"an older copy", LEDGER_DOUBT_OLDER, {.is_there = true, .is_older = true}},
    {"an older copy on another server",
     LEDGER_DOUBT_OLDER,
     {.is_there = true, .is_known = true, .is_older = true, .is_other = true, .is_changed = true}},
    {"another one",
     LEDGER_DOUBT_TAKEN_OVER,
     {.is_there = true, .is_known = true, .is_other = true, .is_ahead = true}},
    {"a clock that ran ahead", LEDGER_DOUBT_CLOCK, {.is_there = true, .is_ahead = true}},
    {"a clock that ran ahead before a restart",
     LEDGER_DOUBT_CLOCK,
     {.is_there = true, .is_ahead = true, .is_changed = true}},
    {"started anew",
     LEDGER_DOUBT_TAKEN_OVER,
     {.is_there = true, .is_known = true, .is_changed = true, .was_seen = true}},
    {"started anew, keeps all",
     LEDGER_DOUBT_NONE,
     {.is_there = true, .is_known = true, .is_changed = true, .was_seen = true, .keeps_all = true}},
    {"started anew, keeps all, nobody saw it",
     LEDGER_DOUBT_TAKEN_OVER,
     {.is_there = true, .is_changed = true, .keeps_all = true}},
    {"what was spent last is missing",
     LEDGER_DOUBT_TAKEN_OVER,
     {.is_there = true, .is_known = true, .lacks_last = true}},
    {"not used for as long as may be",
     LEDGER_DOUBT_NONE,
     {.is_there = true, .idle_ms = LEDGER_LOSS_IDLE_MS}},
    {"not used for long", LEDGER_DOUBT_IDLE, {.is_there = true, .idle_ms = IDLE}},
    {"not used for long, and started anew",
     LEDGER_DOUBT_TAKEN_OVER,
     {.is_there = true, .is_changed = true, .idle_ms = IDLE}},
    {"not used for long, and older",
     LEDGER_DOUBT_OLDER,
     {.is_there = true, .is_older = true, .idle_ms = IDLE}},
};

static void test_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].what);
        assert_int_equal(ledger_loss_judge(&rows[i].facts), rows[i].doubt);
    }
}

static void expect_store(const struct ledger_store *store, enum ledger_doubt doubt,
                         uint64_t from_ms)
{
    assert_int_equal(atomic_load(&store->doubt), doubt);
    assert_int_equal(atomic_load(&store->knows_from_ms), from_ms);
}

/* Why the moment is where it is: by this process, or by another one that found it out first. */
static void test_reasons(void **state)
{
    (void)state;
    struct ledger_store store = {.alive_at_ms = 0};
    /* What others found before this process came is not its business. */
    ledger_loss_take(&store, LEDGER_DOUBT_NONE, LEDGER_DOUBT_OLDER, 1000);
    expect_store(&store, LEDGER_DOUBT_NONE, 1000);
    ledger_loss_take(&store, LEDGER_DOUBT_NONE, LEDGER_DOUBT_EMPTIED, 2000);
    expect_store(&store, LEDGER_DOUBT_EMPTIED, 2000);
    ledger_loss_take(&store, LEDGER_DOUBT_NONE, LEDGER_DOUBT_OLDER, 2000);
    expect_store(&store, LEDGER_DOUBT_EMPTIED, 2000);
    ledger_loss_take(&store, LEDGER_DOUBT_CLOCK, LEDGER_DOUBT_OLDER, 3000);
    expect_store(&store, LEDGER_DOUBT_CLOCK, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests_name("ledger, loss", tests, NULL, NULL);
}

/*
 * Counts that are shared: tables of several processes on each ledger that can share them. What one
 * has counted the others take in, nothing is lost where the ledger fails, and the error is what
 * settle.h says.
 */
#include "ledgers.h"

#include <sqlite3.h>
#include <string.h>
#include <time.h>

#include "os/clock.h"
#include "store/ledger/settle.h"

#define LIMIT  10
#define WINDOW 3600

/* A server's half: its ledger and its counters. */
struct node {
    struct ledger *ledger;
    struct counters *counters;
    struct settle *settle;
};

static struct counters_change changes[COUNTERS_CHANGES_MAX];

static struct node start_node(const struct scratch *scratch, const char *where)
{
    struct node node = {.ledger = open_in(scratch, where, 1000), .counters = counters_new(1000)};
    assert_non_null(node.counters);
    return node;
}

/* Shares, without the thread: the test says when. */
static void share(struct node *node)
{
    struct counters_sharing sharing = {.parts = 0};
    assert_true(ledger_count_key(node->ledger, sharing.key));
    assert_true(counters_share(node->counters, &sharing));
}

static void end_node(struct node *node)
{
    settle_stop(node->settle);
    counters_free(node->counters);
    ledger_close(node->ledger);
}

static bool take(struct counters *counters, uint64_t network, int64_t amount, uint64_t now_ms)
{
    struct counters_row row = {.key = {network, 1}, .limit = LIMIT};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = WINDOW, .amount = amount, .now_ms = now_ms};
    return counters_take(counters, &order) == COUNTERS_TAKEN;
}

static uint64_t stands_at(struct counters *counters, uint64_t network, uint64_t now_ms)
{
    struct counters_row row = {.key = {network, 1}, .limit = UINT64_MAX};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = WINDOW, .amount = 0, .now_ms = now_ms};
    (void)counters_take(counters, &order);
    return row.count;
}

/* Takes one, if need be once it is settled what was taken before. */
static void take_in_time(struct counters *counters, uint64_t network, uint64_t now_ms)
{
    bool is_taken = false;
    PATIENCE_UNTIL(is_taken = take(counters, network, 1, now_ms));
    assert_true(is_taken);
}

static size_t settle(struct node *node, bool is_shared)
{
    unsigned part = 0;
    size_t all = 0, count;
    while ((count = counters_changes(node->counters, &part, changes)) > 0) {
        if (is_shared)
            assert_true(ledger_count(node->ledger, changes, count, NOW));
        counters_settle(node->counters, changes, count, is_shared, NOW);
        all += count;
        if (!is_shared)
            break;
    }
    return all;
}

static void takes_in_what_others_counted(const char *where)
{
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where), two = start_node(&scratch, where);
    share(&one);
    share(&two);
    for (unsigned i = 0; i < 6; i++)
        assert_true(take(one.counters, 1, 1, NOW));
    assert_int_equal(settle(&one, true), 1);
    assert_int_equal(settle(&one, true), 0); /* nothing has changed */
    assert_int_equal(stands_at(two.counters, 1, NOW), 0);
    assert_true(take(two.counters, 1, 1, NOW));
    assert_int_equal(settle(&two, true), 1);
    assert_int_equal(stands_at(two.counters, 1, NOW), 7);
    /* Another network, another window: other counters. */
    assert_int_equal(stands_at(two.counters, 2, NOW), 0);
    assert_int_equal(stands_at(two.counters, 1, NOW + WINDOW * 1000), 0);
    /* Used up, over both: refused, and then nothing changes any more. */
    for (unsigned i = 0; i < 3; i++)
        assert_true(take(two.counters, 1, 1, NOW));
    assert_int_equal(settle(&two, true), 1);
    assert_false(take(two.counters, 1, 1, NOW));
    assert_int_equal(settle(&two, true), 0);
    assert_true(take(one.counters, 1, 1, NOW)); /* knows of 6 */
    assert_int_equal(settle(&one, true), 1);
    assert_int_equal(stands_at(one.counters, 1, NOW), 11);
    assert_false(take(one.counters, 1, 1, NOW));
    /* What is given back is given back to all. */
    assert_int_equal(stands_at(two.counters, 1, NOW), 10);
    struct counters_row row = {.key = {1, 1}, .limit = UINT64_MAX};
    struct counters_order back = {
        .rows = &row, .count = 1, .window_s = WINDOW, .amount = -5, .now_ms = NOW};
    assert_int_equal(counters_take(two.counters, &back), COUNTERS_TAKEN);
    assert_int_equal(settle(&two, true), 1);
    assert_int_equal(stands_at(two.counters, 1, NOW), 6);
    end_node(&one);
    end_node(&two);
    scratch_remove(&scratch);
}

/* What is counted between taking the changes out and taking the totals in is not lost. */
static void counts_on_meanwhile(const char *where)
{
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where);
    unsigned part = 0;
    share(&one);
    assert_true(take(one.counters, 1, 2, NOW));
    assert_int_equal(counters_changes(one.counters, &part, changes), 1);
    assert_int_equal(changes[0].amount, 2);
    assert_true(take(one.counters, 1, 3, NOW));
    changes[0].total = 4; /* others have counted 2 */
    counters_settle(one.counters, changes, 1, true, NOW);
    assert_int_equal(stands_at(one.counters, 1, NOW), 7);
    assert_int_equal(settle(&one, true), 1);
    assert_int_equal(changes[0].amount, 3);
    end_node(&one);
    scratch_remove(&scratch);
}

/* A ledger that fails: counted here all the same, and shared when it works again. */
static void keeps_what_could_not_be_shared(const char *where)
{
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where);
    share(&one);
    assert_true(take(one.counters, 1, 4, NOW));
    assert_int_equal(settle(&one, false), 1);
    assert_int_equal(stands_at(one.counters, 1, NOW), 4);
    assert_true(take(one.counters, 1, 1, NOW));
    assert_int_equal(settle(&one, true), 1);
    assert_int_equal(changes[0].amount, 5);
    assert_int_equal(changes[0].total, 5);
    assert_int_equal(stands_at(one.counters, 1, NOW), 5);
    end_node(&one);
    scratch_remove(&scratch);
}

/* More counters than one batch holds, and more than the table does: each change is told of once,
 * also of a counter that had to make room here. */
static void shares_many(const char *where)
{
    enum { NETWORKS = 20000 };
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where);
    share(&one);
    for (unsigned i = 0; i < NETWORKS; i++)
        assert_true(take(one.counters, i, 1, NOW));
    assert_int_equal(settle(&one, true), NETWORKS);
    for (unsigned i = 0; i < NETWORKS; i++)
        assert_true(take(one.counters, i, 1, NOW));
    unsigned part = 0;
    size_t seen = 0, count;
    while ((count = counters_changes(one.counters, &part, changes)) > 0) {
        assert_true(ledger_count(one.ledger, changes, count, NOW));
        for (size_t i = 0; i < count; i++)
            assert_int_equal(changes[i].total, 2);
        seen += count;
    }
    assert_int_equal(seen, NETWORKS);
    end_node(&one);
    scratch_remove(&scratch);
}

/* Past what can be told of, counting goes on, here alone. */
static void counts_what_it_cannot_share(const char *where)
{
    enum { NETWORKS = 100000 };
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where);
    counters_free(one.counters);
    one.counters = counters_new(NETWORKS * 8);
    assert_non_null(one.counters);
    share(&one);
    for (unsigned i = 0; i < NETWORKS; i++)
        assert_true(take(one.counters, i, 1, NOW));
    unsigned part = 0;
    size_t told = 0, count, here = 0;
    while ((count = counters_changes(one.counters, &part, changes)) > 0)
        told += count;
    assert_in_range(told, 40000, 64 * COUNTERS_CHANGES_MAX);
    for (unsigned i = 0; i < NETWORKS; i++)
        here += stands_at(one.counters, i, NOW) == 1;
    assert_true(here > NETWORKS * 99 / 100);
    end_node(&one);
    scratch_remove(&scratch);
}

/* Whatever the ledger tells, a process has counted what it has counted: of what could not be told,
 * since others had filled the table of changes while the totals were on their way. */
static void keeps_what_it_could_not_tell(const char *where)
{
    enum { NETWORKS = 100000 };
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where);
    struct counters_change first;
    unsigned part = 0;
    counters_free(one.counters);
    one.counters = counters_new(NETWORKS * 8);
    assert_non_null(one.counters);
    share(&one);
    assert_true(take(one.counters, 1, 1, NOW));
    assert_int_equal(counters_changes(one.counters, &part, changes), 1);
    first = changes[0];
    assert_true(ledger_count(one.ledger, &first, 1, NOW));
    for (unsigned i = 2; i < NETWORKS; i++)
        assert_true(take(one.counters, i, 1, NOW));
    for (unsigned i = 0; i < 5; i++)
        assert_true(take(one.counters, 1, 1, NOW));
    counters_settle(one.counters, &first, 1, true, NOW);
    assert_int_equal(stands_at(one.counters, 1, NOW), 6);
    end_node(&one);
    scratch_remove(&scratch);
}

/* A process whose clock runs ahead makes nobody forget what counts in the window of all others. */
static void outlives_a_clock_that_is_ahead(const char *where)
{
    struct scratch scratch = scratch_for(where);
    struct node one = start_node(&scratch, where), two = start_node(&scratch, where);
    uint64_t now_ms = tes_clock_wall_ms();
    uint64_t ahead_ms = now_ms + (uint64_t)3 * WINDOW * 1000;
    struct counters_change change = {.key = 1, .ends_at_s = (uint32_t)(now_ms / 1000) + WINDOW};
    struct counters_change later = {.key = 2, .ends_at_s = (uint32_t)(ahead_ms / 1000) + WINDOW};
    change.amount = later.amount = 6;
    assert_true(ledger_count(one.ledger, &change, 1, now_ms));
    assert_true(ledger_count(two.ledger, &later, 1, ahead_ms));
    assert_true(ledger_count(one.ledger, &change, 1, now_ms));
    assert_int_equal(change.total, 12);
    end_node(&one);
    end_node(&two);
    scratch_remove(&scratch);
}

/* Where the disk has little room, what is left is for what must be written: each counts alone. */
static void leaves_the_room_to_what_is_spent(const char *where)
{
    struct scratch scratch = scratch_for(where);
    char error[256] = "";
    struct counters_change change = {
        .key = 1, .ends_at_s = (uint32_t)(NOW / 1000) + WINDOW, .amount = 6};
    struct ledger_settings settings = {.where = address_in(scratch.data, where),
                                       .data = scratch.data,
                                       .free_bytes_min = INT64_MAX,
                                       .has_counts = true};
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    assert_non_null(ledger);
    assert_false(ledger_count(ledger, &change, 1, NOW));
    assert_int_equal(spend_number(ledger, 1, NOW, LATER), OUTCOME_OK);
    assert_null(ledger_trouble(ledger));
    ledger_close(ledger);
    settings.free_bytes_min = 0;
    ledger = ledger_open(&settings, error, sizeof error);
    assert_non_null(ledger);
    assert_true(ledger_count(ledger, &change, 1, NOW));
    assert_int_equal(change.total, 6);
    ledger_close(ledger);
    scratch_remove(&scratch);
}

/* With the threads: two nodes that take turns, each with time to settle, have one budget. */
static void settles_by_itself(const char *where)
{
    struct scratch scratch = scratch_for(where);
    struct node nodes[2];
    uint64_t now_ms = tes_clock_wall_ms();
    for (unsigned i = 0; i < 2; i++) {
        nodes[i] = start_node(&scratch, where);
        nodes[i].settle = settle_start(nodes[i].counters, nodes[i].ledger);
        assert_non_null(nodes[i].settle);
    }
    for (unsigned i = 0; i < 8; i++)
        take_in_time(nodes[0].counters, 1, now_ms);
    /* Who looks is refused until most of it is told, and at its end it tells the rest. The other
     * one learns of it when it has counted itself. */
    PATIENCE_UNTIL(take(nodes[0].counters, 1, 0, now_ms));
    assert_true(take(nodes[0].counters, 1, 0, now_ms));
    end_node(&nodes[0]);
    nodes[0] = start_node(&scratch, where);
    assert_true(take(nodes[1].counters, 1, 1, now_ms));
    PATIENCE_UNTIL(stands_at(nodes[1].counters, 1, now_ms) == 9);
    assert_int_equal(stands_at(nodes[1].counters, 1, now_ms), 9);
    /* At the end it settles once more: whoever comes later finds all. */
    take_in_time(nodes[1].counters, 1, now_ms);
    assert_true(take(nodes[1].counters, 5, 3, now_ms));
    end_node(&nodes[1]);
    nodes[1] = start_node(&scratch, where);
    share(&nodes[1]);
    assert_true(take(nodes[1].counters, 5, 1, now_ms));
    unsigned part = 0;
    assert_int_equal(counters_changes(nodes[1].counters, &part, changes), 1);
    assert_true(ledger_count(nodes[1].ledger, changes, 1, now_ms));
    assert_int_equal(changes[0].total, 4);
    for (unsigned i = 0; i < 2; i++)
        end_node(&nodes[i]);
    scratch_remove(&scratch);
}

static const struct {
    void (*run)(const char *where);
    bool is_of_files; /* the disk of a ledger that machines share is elsewhere */
} cases[] = {
    {takes_in_what_others_counted, false},
    {counts_on_meanwhile, false},
    {keeps_what_could_not_be_shared, false},
    {shares_many, false},
    {counts_what_it_cannot_share, false},
    {keeps_what_it_could_not_tell, false},
    {outlives_a_clock_that_is_ahead, false},
    {leaves_the_room_to_what_is_spent, true},
    {settles_by_itself, false},
};

static void test_settling(void **state)
{
    (void)state;
    unsigned shared = 0;
    for (size_t i = 0; i < PLACES; i++) {
        if (!places[i].row->can_count)
            continue;
        shared++;
        for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
            if (!cases[c].is_of_files || !places[i].row->can_meet)
                cases[c].run(places[i].where);
    }
    assert_true(shared > 0);
    settle_stop(NULL);
}

/* Where nothing is shared there is nothing to tell of. */
static void test_without_sharing(void **state)
{
    (void)state;
    unsigned part = 0;
    struct counters *counters = counters_new(1000);
    assert_non_null(counters);
    assert_true(take(counters, 1, 1, NOW));
    assert_int_equal(counters_changes(counters, &part, changes), 0);
    counters_free(counters);
    for (size_t i = 0; i < PLACES; i++) {
        uint64_t key[2];
        struct fixture fixture = open_fixture(places[i].where, 10);
        assert_int_equal(ledger_count_key(fixture.ledger, key), places[i].row->can_count);
        close_fixture(&fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settling),
        cmocka_unit_test(test_without_sharing),
    };
    return cmocka_run_group_tests_name("settle", tests, ledgers_start, NULL);
}

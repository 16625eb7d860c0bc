/*
 * What settle.h promises: N processes that share a counter take at most LIMIT + (N - 1) x SHARE of
 * it in a window, whatever happens in which order. Real counters, a ledger that is one number, and
 * journeys to it that take as long as the test likes: between a process's taking out what it has
 * counted, the ledger's adding it and the process's being told, anything may happen elsewhere.
 *
 * First every order of events that there is, for small numbers; then many orders picked at random,
 * from a fixed seed, for those that servers have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store/counters/counters.h"
#include "store/ledger/settle.h"

#define NOW       UINT64_C(1790000000000)
#define WINDOW    3600
#define NODES_MAX 8

enum event { TAKE, SEND, ADD, LEARN, EVENTS };
enum phase { IDLE, SENT, ADDED };

/* What is known of a process from outside. Two that are equal in this go on equally. */
struct node_state {
    int known, on_its_way, told, fresh;
    enum phase phase;
};

struct state {
    int total; /* in the ledger */
    struct node_state nodes[NODES_MAX];
};

struct world {
    unsigned nodes, parts, least, wakes;
    uint64_t limit, network; /* each run has a network of its own: a counter that was never used */
    struct counters *counters[NODES_MAX];
    struct counters_change flying[NODES_MAX];
    struct state state;
};

static struct counters_change changes[COUNTERS_CHANGES_MAX];

static void wake(void *context)
{
    ++*(unsigned *)context;
}

static void make(struct world *world)
{
    for (unsigned i = 0; i < world->nodes; i++) {
        struct counters_sharing sharing = {.key = {1, 2},
                                           .parts = world->parts,
                                           .least = world->least,
                                           .wake = wake,
                                           .context = &world->wakes};
        world->counters[i] = counters_new(100000);
        assert_non_null(world->counters[i]);
        assert_true(counters_share(world->counters[i], &sharing));
    }
}

static void drop(struct world *world)
{
    for (unsigned i = 0; i < world->nodes; i++)
        counters_free(world->counters[i]);
}

static void begin(struct world *world)
{
    world->network++;
    memset(&world->state, 0, sizeof world->state);
    for (unsigned i = 0, part = 0; i < world->nodes; i++, part = 0)
        while (counters_changes(world->counters[i], &part, changes) > 0)
            ; /* what the run before did not send */
}

static bool take(struct world *world, unsigned node)
{
    struct counters_row row = {.key = {world->network, 1}, .limit = world->limit};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = WINDOW, .amount = 1, .now_ms = NOW};
    bool is_taken = counters_take(world->counters[node], &order) == COUNTERS_TAKEN;
    assert_true(!is_taken || !order.is_early);
    world->state.nodes[node].fresh += is_taken;
    return is_taken;
}

static void send(struct world *world, unsigned node)
{
    unsigned part = 0;
    assert_int_equal(counters_changes(world->counters[node], &part, changes), 1);
    world->flying[node] = changes[0];
    struct node_state *state = &world->state.nodes[node];
    assert_int_equal(changes[0].amount, state->fresh);
    state->on_its_way = state->fresh;
    state->fresh = 0;
    state->phase = SENT;
}

static void learn(struct world *world, unsigned node)
{
    struct node_state *state = &world->state.nodes[node];
    world->flying[node].total = (uint64_t)state->told;
    counters_settle(world->counters[node], &world->flying[node], 1, true, NOW);
    *state = (struct node_state){.known = state->told, .fresh = state->fresh};
}

/* False where that can't happen now, or would change nothing. */
static bool happen(struct world *world, unsigned node, enum event event)
{
    struct node_state *state = &world->state.nodes[node];
    if (event == TAKE)
        return take(world, node);
    if (event == SEND && state->phase == IDLE && state->fresh > 0) {
        send(world, node);
    } else if (event == ADD && state->phase == SENT) {
        world->state.total += state->on_its_way;
        state->told = world->state.total;
        state->phase = ADDED;
    } else if (event == LEARN && state->phase == ADDED) {
        learn(world, node);
    } else {
        return false;
    }
    return true;
}

/* What all have taken. */
static int taken(const struct world *world)
{
    int sum = world->state.total;
    for (unsigned i = 0; i < world->nodes; i++) {
        const struct node_state *state = &world->state.nodes[i];
        sum += state->fresh + (state->phase == SENT ? state->on_its_way : 0);
    }
    return sum;
}

static int bound(const struct world *world)
{
    uint64_t share = world->limit / world->parts;
    if (share < world->least)
        share = world->least;
    return (int)(world->limit + (world->nodes - 1) * (share > 0 ? share : 1));
}

/* ---------------------------------------------------------- every order */

enum { FOUND_MAX = 1 << 17 };

/* A state, and how it was come to. */
struct found {
    struct state state;
    unsigned before, node;
    enum event event;
};

static struct found *found;
static unsigned found_count;
static unsigned *places; /* of states, by their hash: 1 + which of `found` */

/* False where it was found before. */
static bool note(const struct state *state, unsigned before, unsigned node, enum event event)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash ^ ((const uint8_t *)state)[i]) * 1099511628211u;
    size_t at = (size_t)(hash >> 32) % (2 * FOUND_MAX);
    while (places[at] != 0) {
        if (memcmp(&found[places[at] - 1].state, state, sizeof *state) == 0)
            return false;
        at = (at + 1) % (2 * FOUND_MAX);
    }
    assert_true(found_count < FOUND_MAX);
    found[found_count] = (struct found){*state, before, node, event};
    places[at] = ++found_count;
    return true;
}

/* Comes to that state in the way in which it was found. */
static void replay(struct world *world, unsigned which)
{
    static unsigned way[4096];
    unsigned length = 0;
    for (; which != 0; which = found[which].before)
        way[length++] = which;
    begin(world);
    while (length > 0) {
        const struct found *step = &found[way[--length]];
        assert_true(happen(world, step->node, step->event));
    }
}

static int most_of_all_orders(unsigned nodes, uint64_t limit, unsigned parts, unsigned least)
{
    struct world world = {.nodes = nodes, .limit = limit, .parts = parts, .least = least};
    int most = 0;
    found = calloc(FOUND_MAX, sizeof *found);
    places = calloc((size_t)2 * FOUND_MAX, sizeof *places);
    assert_non_null(found);
    assert_non_null(places);
    found_count = 0;
    make(&world);
    assert_true(note(&world.state, 0, 0, TAKE));
    for (unsigned at = 0; at < found_count; at++)
        for (unsigned choice = 0; choice < nodes * EVENTS; choice++) {
            replay(&world, at);
            if (!happen(&world, choice / EVENTS, (enum event)(choice % EVENTS)))
                continue;
            if (taken(&world) > most)
                most = taken(&world);
            (void)note(&world.state, at, choice / EVENTS, (enum event)(choice % EVENTS));
        }
    assert_int_equal(most <= bound(&world), true);
    drop(&world);
    free(found);
    free(places);
    return most;
}

static void test_every_order_keeps_the_bound(void **state)
{
    (void)state;
    static const struct {
        unsigned nodes;
        uint64_t limit;
        unsigned parts, least;
        int most; /* LIMIT + (N - 1) x SHARE, and that is come to */
    } CASES[] = {{1, 6, 2, 0, 6}, {2, 1, 8, 0, 2}, {2, 4, 8, 0, 5},
                 {2, 5, 2, 0, 7}, {3, 3, 8, 0, 5}, {2, 3, 8, 2, 5}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(
            most_of_all_orders(CASES[i].nodes, CASES[i].limit, CASES[i].parts, CASES[i].least),
            CASES[i].most);
}

/* ---------------------------------------------------------- many orders */

static uint64_t random_state;

static unsigned random_below(unsigned most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % most);
}

static bool happens_within_the_bound(struct world *world, unsigned node, enum event event)
{
    bool is_done = happen(world, node, event);
    if (taken(world) > bound(world))
        fail_msg("%u processes took %d of %d, the bound is %d", world->nodes, taken(world),
                 (int)world->limit, bound(world));
    return is_done;
}

/* One run: each process has a pace of its own, and so have its journeys; at the end all go on in
 * turn until nobody takes any more. */
static int run(struct world *world)
{
    unsigned weights[NODES_MAX][EVENTS];
    for (unsigned i = 0; i < world->nodes; i++)
        for (unsigned e = 0; e < EVENTS; e++)
            weights[i][e] = 1 + random_below(2) * random_below(200);
    begin(world);
    for (unsigned i = 0; i < 10000; i++) {
        unsigned node = random_below(world->nodes), event = random_below(EVENTS);
        if (random_below(200) < weights[node][event])
            (void)happens_within_the_bound(world, node, (enum event)event);
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (unsigned i = 0; i < world->nodes * EVENTS; i++)
            goes_on |= happens_within_the_bound(world, i / EVENTS, (enum event)(i % EVENTS));
    }
    return taken(world);
}

static void test_many_orders_keep_the_bound(void **state)
{
    (void)state;
    static const struct {
        unsigned nodes;
        uint64_t limit;
    } CASES[] = {{1, 120}, {2, 20}, {2, 120}, {3, 7}, {3, 30}, {3, 120}, {5, 20}, {8, 120}};
    enum { RUNS = 40 };
    random_state = 20261116;
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        struct world world = {
            .nodes = CASES[c].nodes, .limit = CASES[c].limit, .parts = SETTLE_PARTS};
        int least = INT32_MAX;
        make(&world);
        for (unsigned i = 0; i < RUNS; i++) {
            int all = run(&world);
            least = all < least ? all : least;
        }
        /* And nobody gets less than there is. */
        assert_true(least >= (int)CASES[c].limit);
        assert_true(world.wakes > 0);
        drop(&world);
    }
}

/* Each of them at once, before anybody is told of anything. */
static void test_all_at_once_take_a_share_each(void **state)
{
    (void)state;
    struct world world = {.nodes = 3, .limit = 120, .parts = SETTLE_PARTS};
    make(&world);
    begin(&world);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned t = 0; t < 200; t++)
            (void)take(&world, i);
    assert_int_equal(taken(&world), 3 * 120 / SETTLE_PARTS);
    /* Who could not be told is alone from then on, and takes what is left of its own. */
    send(&world, 0);
    counters_settle(world.counters[0], &world.flying[0], 1, false, NOW);
    assert_false(take(&world, 0));
    counters_alone_from(world.counters[0], 0);
    counters_alone_from(world.counters[0], UINT64_MAX); /* a later moment does not undo it */
    unsigned more = 0;
    while (take(&world, 0))
        more++;
    assert_int_equal(more, 120 - 120 / SETTLE_PARTS);
    drop(&world);
}

/* A page with a few widgets asks for each of them in the same moment, however small the budget. */
static void test_small_limits_have_a_least_share(void **state)
{
    (void)state;
    struct world world = {.nodes = 1, .limit = 15, .parts = SETTLE_PARTS, .least = SETTLE_LEAST};
    make(&world);
    begin(&world);
    unsigned given = 0;
    while (take(&world, 0))
        given++;
    assert_int_equal(given, SETTLE_LEAST);
    drop(&world);
}

/* A process that is killed takes a share with it, which nobody ever hears of. */
static void test_each_kill_adds_a_share(void **state)
{
    (void)state;
    struct world world = {.nodes = 2, .limit = 120, .parts = SETTLE_PARTS};
    enum { KILLS = 3, SHARE = 120 / SETTLE_PARTS };
    int lost = 0;
    make(&world);
    begin(&world);
    for (unsigned i = 0; i < KILLS; i++) {
        for (unsigned t = 0; t < 200; t++)
            (void)take(&world, 1);
        lost += world.state.nodes[1].fresh;
        counters_free(world.counters[1]);
        struct counters_sharing sharing = {.key = {1, 2}, .parts = SETTLE_PARTS};
        world.counters[1] = counters_new(100000);
        assert_non_null(world.counters[1]);
        assert_true(counters_share(world.counters[1], &sharing));
        world.state.nodes[1] = (struct node_state){0};
    }
    assert_int_equal(lost, KILLS * SHARE);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (unsigned i = 0; i < 2 * EVENTS; i++)
            goes_on |= happen(&world, i / EVENTS, (enum event)(i % EVENTS));
    }
    assert_in_range(taken(&world), 120, bound(&world));
    drop(&world);
}

static void alone_until_told_again(void **state)
{
    (void)state;
    struct world world = {.nodes = 1, .limit = 80, .parts = SETTLE_PARTS};
    make(&world);
    begin(&world);
    counters_alone_from(world.counters[0], UINT64_MAX - 1); /* a moment to come */
    for (unsigned i = 0; i < 10; i++)
        assert_true(take(&world, 0));
    assert_false(take(&world, 0));
    counters_alone_from(world.counters[0], 0);
    for (unsigned i = 0; i < 20; i++)
        assert_true(take(&world, 0));
    send(&world, 0);
    assert_true(happen(&world, 0, ADD));
    assert_true(happen(&world, 0, LEARN));
    for (unsigned i = 0; i < 10; i++)
        assert_true(take(&world, 0));
    assert_false(take(&world, 0)); /* not alone any more */
    drop(&world);
}

/* An order that only looks is refused for a moment as one that takes; what has no limit never is.
 */
static void looks_and_counts(void **state)
{
    (void)state;
    struct world world = {.nodes = 1, .limit = 16, .parts = SETTLE_PARTS};
    make(&world);
    begin(&world);
    assert_true(take(&world, 0));
    assert_true(take(&world, 0));
    struct counters_row row = {.key = {world.network, 1}, .limit = 16};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = WINDOW, .amount = 0, .now_ms = NOW};
    assert_int_equal(counters_take(world.counters[0], &order), 0);
    assert_true(order.is_early);
    row.limit = UINT64_MAX;
    order.amount = 14;
    assert_int_equal(counters_take(world.counters[0], &order), COUNTERS_TAKEN);
    assert_false(order.is_early);
    /* Used up for good goes before used up for a moment. */
    row.limit = 16;
    order.amount = 1;
    assert_int_equal(counters_take(world.counters[0], &order), 0);
    assert_false(order.is_early);
    drop(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_order_keeps_the_bound),
        cmocka_unit_test(test_many_orders_keep_the_bound),
        cmocka_unit_test(test_all_at_once_take_a_share_each),
        cmocka_unit_test(test_small_limits_have_a_least_share),
        cmocka_unit_test(test_each_kill_adds_a_share),
        cmocka_unit_test(alone_until_told_again),
        cmocka_unit_test(looks_and_counts),
    };
    return cmocka_run_group_tests_name("settle_bound", tests, NULL, NULL);
}

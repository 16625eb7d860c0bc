/* The contract of ledger.h, held against every back end. */
#include "ledgers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#define THREADS   8
#define RACE_KEYS 2000

/* -------------------------------------------------------------- contract */

/* PUZ-14 */
static void spends_once(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), NOW, LATER), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("two"), NOW, LATER), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("one"), LATER - 1, LATER), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("One"), NOW, LATER), OUTCOME_OK);
}

static void forgets_only_what_expired(struct ledger *ledger)
{
    uint64_t end = LATER + 1000;
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), NOW, LATER), OUTCOME_OK);
    /* A later expiry in the second call does not matter: the first spent it. */
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER - 1, end), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER, end), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), LATER, end), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("key"), end - 1, end + 1), OUTCOME_REPLAYED);
}

static void refuses_what_has_expired(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), LATER, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), LATER + 1, LATER),
                     OUTCOME_UNAVAILABLE);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), NOW, LATER), OUTCOME_OK);
}

static void takes_any_expiry(struct ledger *ledger)
{
    assert_int_equal(ledger_spend(ledger, TES_SLICE("long"), NOW, UINT64_MAX), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, TES_SLICE("long"), LATER, UINT64_MAX), OUTCOME_REPLAYED);
}

static void bounds_keys(struct ledger *ledger)
{
    char longest[LEDGER_KEY_MAX + 1];
    memset(longest, 'k', sizeof longest);
    struct tes_slice fits = {longest, LEDGER_KEY_MAX}, too_long = {longest, sizeof longest};
    assert_int_equal(ledger_spend(ledger, fits, NOW, LATER), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, fits, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend(ledger, too_long, NOW, LATER), OUTCOME_UNAVAILABLE);
    assert_int_equal(ledger_spend(ledger, TES_SLICE(""), NOW, LATER), OUTCOME_UNAVAILABLE);
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
        assert_int_equal(ledger_spend(ledger, keys[i], NOW, LATER), OUTCOME_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(ledger_spend(ledger, keys[i], NOW, LATER), OUTCOME_REPLAYED);
    for (int byte = 0; byte < 256; byte++) {
        char key[2] = {'b', (char)byte};
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, 2}, NOW, LATER), OUTCOME_OK);
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, 2}, NOW, LATER),
                         OUTCOME_REPLAYED);
    }
}

/* PUZ-14 */
static void spends_many_at_once(struct ledger *ledger)
{
    enum { COUNT = LEDGER_SPEND_ALL_MAX };
    static char keys[COUNT][16];
    static struct ledger_spending spendings[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        spendings[i] = (struct ledger_spending){
            .key = {keys[i], (size_t)snprintf(keys[i], sizeof keys[i], "n%u", i % (COUNT - 1))},
            .expires_at_ms = LATER,
        };
    spendings[5].expires_at_ms = NOW;
    spendings[6].key.length = 0;
    assert_int_equal(spend_number(ledger, 3, NOW, LATER), OUTCOME_OK);
    ledger_spend_all(ledger, spendings, COUNT, NOW);
    for (unsigned i = 0; i < COUNT; i++) {
        bool is_known = i == 3 || i == COUNT - 1, is_bad = i == 5 || i == 6;
        assert_int_equal(spendings[i].result, is_bad     ? OUTCOME_UNAVAILABLE
                                              : is_known ? OUTCOME_REPLAYED
                                                         : OUTCOME_OK);
    }
    assert_int_equal(spend_number(ledger, 4, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(spend_number(ledger, 5, NOW, LATER), OUTCOME_OK);
    ledger_spend_all(ledger, spendings, 0, NOW);
}

static const uint8_t OURS[LEDGER_OWNER_BYTES] = {1, 2, 3}, THEIRS[LEDGER_OWNER_BYTES] = {1, 2, 4};

static enum outcome spend_by(struct ledger *ledger, const char *key, const uint8_t *owner)
{
    return ledger_spend_by(ledger, tes_slice_of(key), owner, NOW, LATER);
}

static void knows_owners(struct ledger *ledger)
{
    assert_int_equal(ledger_find_own(ledger, TES_SLICE("one"), OURS, NOW), OUTCOME_REPLAYED);
    assert_int_equal(spend_by(ledger, "one", OURS), OUTCOME_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(spend_by(ledger, "one", THEIRS), OUTCOME_REPLAYED);
        assert_int_equal(spend_by(ledger, "one", NULL), OUTCOME_REPLAYED);
        assert_int_equal(spend_by(ledger, "one", OURS), OUTCOME_REPEATED);
        assert_int_equal(ledger_find_own(ledger, TES_SLICE("one"), OURS, NOW), OUTCOME_REPEATED);
        assert_int_equal(ledger_find_own(ledger, TES_SLICE("one"), THEIRS, NOW), OUTCOME_REPLAYED);
    }
    /* What nobody has spent is nobody's. */
    assert_int_equal(spend_by(ledger, "two", NULL), OUTCOME_OK);
    assert_int_equal(spend_by(ledger, "two", THEIRS), OUTCOME_REPLAYED);
    assert_int_equal(ledger_find_own(ledger, TES_SLICE("two"), THEIRS, NOW), OUTCOME_REPLAYED);
    /* To look for it spends nothing. */
    assert_int_equal(spend_by(ledger, "three", THEIRS), OUTCOME_OK);
    assert_int_equal(ledger_find_own(ledger, TES_SLICE(""), OURS, NOW), OUTCOME_UNAVAILABLE);
}

/* In one batch, where there are batches: the first of each key is its owner. */
static void knows_owners_of_many(struct ledger *ledger)
{
    enum { COUNT = 40, EACH = 4 };
    static char keys[COUNT][16];
    static uint8_t owners[COUNT][LEDGER_OWNER_BYTES];
    static struct ledger_spending spendings[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned key = i / EACH;
        owners[i][0] = (uint8_t)(key + 1);
        owners[i][1] = i % EACH == 2; /* the third of each is somebody else */
        spendings[i] = (struct ledger_spending){
            .key = {keys[i], (size_t)snprintf(keys[i], sizeof keys[i], "m%u", key)},
            .owner = i % EACH == 3 ? NULL : owners[i],
            .expires_at_ms = LATER,
        };
    }
    ledger_spend_all(ledger, spendings, COUNT, NOW);
    static const enum outcome RIGHT[EACH] = {OUTCOME_OK, OUTCOME_REPEATED, OUTCOME_REPLAYED,
                                             OUTCOME_REPLAYED};
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(spendings[i].result, RIGHT[i % EACH]);
}

/* So that what expires after them is still there when it is spent anew: a table gives back what has
 * expired a few at a time. In each of 64 parts there are 3 of 2048 but for once in 10^11. */
static void expire_many_before(struct ledger *ledger)
{
    static char keys[LEDGER_SPEND_ALL_MAX][16];
    static struct ledger_spending spendings[LEDGER_SPEND_ALL_MAX];
    for (unsigned batch = 0; batch < 8; batch++) {
        for (unsigned i = 0; i < LEDGER_SPEND_ALL_MAX; i++)
            spendings[i] = (struct ledger_spending){
                .key = {keys[i], (size_t)snprintf(keys[i], sizeof keys[i], "%u-%u", batch, i)},
                .expires_at_ms = LATER - 1,
            };
        ledger_spend_all(ledger, spendings, LEDGER_SPEND_ALL_MAX, NOW);
    }
}

static void forgets_owners(struct ledger *ledger)
{
    uint64_t end = LATER + 1000;
    struct tes_slice key = TES_SLICE("key");
    expire_many_before(ledger);
    assert_int_equal(ledger_spend_by(ledger, key, OURS, NOW, LATER), OUTCOME_OK);
    assert_int_equal(ledger_find_own(ledger, key, OURS, LATER), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend_by(ledger, key, THEIRS, LATER, end), OUTCOME_OK);
    assert_int_equal(ledger_spend_by(ledger, key, OURS, LATER, end), OUTCOME_REPLAYED);
    assert_int_equal(ledger_spend_by(ledger, key, THEIRS, LATER, end), OUTCOME_REPEATED);
    /* And one that was nobody's becomes somebody's. */
    key = TES_SLICE("other");
    assert_int_equal(ledger_spend_by(ledger, key, NULL, NOW, LATER), OUTCOME_OK);
    uint8_t other[LEDGER_OWNER_BYTES] = {9};
    assert_int_equal(ledger_spend_by(ledger, key, other, LATER, end), OUTCOME_OK);
    assert_int_equal(ledger_spend_by(ledger, key, other, LATER, end), OUTCOME_REPEATED);
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
        case OUTCOME_OK:
            atomic_fetch_add(&race->firsts[number], 1);
            break;
        case OUTCOME_REPLAYED:
            break;
        default:
            atomic_fetch_add(&race->others, 1);
        }
    }
    return NULL;
}

/* Half of the threads are one owner, and all others nobody. */
static void *own_all(void *context)
{
    struct race *race = context;
    bool is_owner = atomic_fetch_add(&race->next, 1) % 2 == 0;
    pthread_barrier_wait(&race->start);
    for (unsigned i = 0; i < RACE_KEYS / 10; i++) {
        char key[16];
        uint8_t owner[LEDGER_OWNER_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8), 7};
        int length = snprintf(key, sizeof key, "own-%u", i);
        enum outcome result = ledger_spend_by(race->ledger, (struct tes_slice){key, (size_t)length},
                                              is_owner ? owner : NULL, NOW, LATER);
        /* All who own it are told the same, the first of them included: or nobody is. */
        if (result == OUTCOME_OK)
            atomic_fetch_add(&race->firsts[i], is_owner ? 1000 : 1);
        else if (is_owner && result == OUTCOME_REPEATED)
            atomic_fetch_add(&race->firsts[i], 10000);
        else if (result != OUTCOME_REPLAYED)
            atomic_fetch_add(&race->others, 1);
    }
    return NULL;
}

static void knows_owners_under_race(struct ledger *ledger)
{
    static struct race shared;
    race(ledger, &shared, own_all);
    assert_int_equal(atomic_load(&shared.others), 0);
    for (unsigned i = 0; i < RACE_KEYS / 10; i++) {
        unsigned told = atomic_load(&shared.firsts[i]);
        assert_true(told == 1 || told == 1000 + 10000 * (THREADS / 2 - 1));
    }
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

/* Whether it goes by what callers say is now, or by a clock that no test can set. */
static bool is_told_the_time(const struct ledger_backend *row)
{
    return !row->has_own_clock;
}

static bool has_own_clock(const struct ledger_backend *row)
{
    return row->has_own_clock;
}

static bool forgets_by_itself(const struct ledger_backend *row)
{
    return row->forgets_by_itself;
}

/* Good by what the caller takes for now, and gone by the server's clock: it may have been forgotten
 * at once, so nobody is told to be the first. */
static void refuses_what_expired_there(struct ledger *ledger)
{
    uint64_t now_ms = tes_clock_wall_ms();
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(ledger_spend(ledger, TES_SLICE("late"), now_ms - 2000, now_ms - 1000),
                         OUTCOME_UNAVAILABLE);
    assert_null(ledger_trouble(ledger));
}

#define LIFETIME_MOST_MS 60000

static void forgets_by_its_own_clock(struct ledger *ledger)
{
    uint64_t now_ms, soon_ms, end_ms, lifetime_ms = 500;
    char key[16];
    bool was_in_time;
    /* On a busy machine the second call may come after the expiry: then again, with more time. */
    do {
        snprintf(key, sizeof key, "key%u", (unsigned)lifetime_ms);
        now_ms = tes_clock_wall_ms();
        soon_ms = now_ms + lifetime_ms;
        end_ms = now_ms + LIFETIME_MOST_MS;
        assert_int_equal(ledger_spend(ledger, tes_slice_of(key), now_ms, soon_ms), OUTCOME_OK);
        /* A later expiry in the second call does not matter: the first spent it. */
        enum outcome second = ledger_spend(ledger, tes_slice_of(key), now_ms, end_ms);
        was_in_time = tes_clock_wall_ms() < soon_ms;
        assert_true(second == OUTCOME_REPLAYED || !was_in_time);
        lifetime_ms *= 2;
    } while (!was_in_time && lifetime_ms < LIFETIME_MOST_MS);
    assert_true(was_in_time);
    while (tes_clock_wall_ms() <= soon_ms + 50)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    now_ms = tes_clock_wall_ms();
    end_ms = now_ms + LIFETIME_MOST_MS;
    assert_int_equal(ledger_spend(ledger, tes_slice_of(key), now_ms, end_ms), OUTCOME_OK);
    assert_int_equal(ledger_spend(ledger, tes_slice_of(key), now_ms, end_ms), OUTCOME_REPLAYED);
}

/* -------------------------------------------------- what outlives closing */

static bool is_kept(const struct ledger_backend *row)
{
    return row->exists != NULL;
}

static void spends_before_closing(struct ledger *ledger)
{
    assert_int_equal(spend_number(ledger, 1, NOW, LATER), OUTCOME_OK);
    assert_int_equal(spend_by(ledger, "owned", OURS), OUTCOME_OK);
}

/* PUZ-14 */
static void remembers(struct ledger *ledger)
{
    assert_int_equal(spend_number(ledger, 1, NOW, LATER), OUTCOME_REPLAYED);
    assert_int_equal(spend_by(ledger, "owned", THEIRS), OUTCOME_REPLAYED);
    assert_int_equal(spend_by(ledger, "owned", OURS), OUTCOME_REPEATED);
}

static bool is_kept_as_told(const struct ledger_backend *row)
{
    return is_kept(row) && is_told_the_time(row);
}

static void forgets_after_closing(struct ledger *ledger)
{
    assert_int_equal(spend_number(ledger, 1, LATER, LATER * 2), OUTCOME_OK);
}

/* ---------------------------------------------------------------- counts */

#define WINDOW_END ((uint32_t)(LATER / 1000))

static bool has_counts(const struct ledger_backend *row)
{
    return row->can_count;
}

static bool forgets_counts_when_told(const struct ledger_backend *row)
{
    return has_counts(row) && is_told_the_time(row);
}

static uint64_t count_in(struct ledger *ledger, uint64_t key, uint32_t ends_at_s, int64_t amount)
{
    struct counters_change change = {
        .key = key, .ends_at_s = ends_at_s, .part = 7, .amount = amount, .total = 12345};
    assert_true(ledger_count(ledger, &change, 1, NOW));
    assert_int_equal(change.part, 7);
    return change.total;
}

static void counts_together(struct ledger *ledger)
{
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 3), 3);
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 4), 7);
    assert_int_equal(count_in(ledger, 1, WINDOW_END, -2), 5);
    assert_int_equal(count_in(ledger, 1, WINDOW_END + 60, 1), 1);
    assert_int_equal(count_in(ledger, UINT64_MAX, WINDOW_END, 2), 2);
    /* Never below nothing, whatever is given back. */
    assert_int_equal(count_in(ledger, 1, WINDOW_END, -100), 0);
    assert_int_equal(count_in(ledger, 2, WINDOW_END, -1), 0);
    assert_int_equal(count_in(ledger, 2, WINDOW_END, 1), 1);
    assert_int_equal(count_in(ledger, 2, WINDOW_END, INT32_MAX), (uint64_t)INT32_MAX + 1);
    /* The longest batch, with one counter twice in it. */
    static struct counters_change changes[COUNTERS_CHANGES_MAX];
    for (unsigned i = 0; i < COUNTERS_CHANGES_MAX; i++)
        changes[i] = (struct counters_change){
            .key = 100 + i % (COUNTERS_CHANGES_MAX - 1), .ends_at_s = WINDOW_END, .amount = 1};
    assert_true(ledger_count(ledger, changes, COUNTERS_CHANGES_MAX, NOW));
    assert_int_equal(changes[0].total, 1);
    assert_int_equal(changes[COUNTERS_CHANGES_MAX - 2].total, 1);
    assert_int_equal(changes[COUNTERS_CHANGES_MAX - 1].total, 2);
}

static void forgets_counts_long_after_their_window(struct ledger *ledger)
{
    struct counters_change other = {.key = 9, .ends_at_s = WINDOW_END + 86400, .amount = 1};
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 5), 5);
    /* Clocks of those who share it may differ. */
    assert_true(ledger_count(ledger, &other, 1, LATER + 60000));
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 1), 6);
    assert_true(ledger_count(ledger, &other, 1, LATER + 3600000));
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 1), 1);
}

static uint64_t key_before[2];

static void counts_before_closing(struct ledger *ledger)
{
    assert_true(ledger_count_key(ledger, key_before));
    assert_true(key_before[0] != 0 || key_before[1] != 0);
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 3), 3);
}

static void counts_on(struct ledger *ledger)
{
    uint64_t key[2];
    assert_true(ledger_count_key(ledger, key));
    assert_memory_equal(key, key_before, sizeof key);
    assert_int_equal(count_in(ledger, 1, WINDOW_END, 1), 4);
}

static void *count_often(void *context)
{
    struct race *race = context;
    pthread_barrier_wait(&race->start);
    for (unsigned i = 0; i < 100; i++) {
        struct counters_change change = {.key = i % 10, .ends_at_s = WINDOW_END, .amount = 1};
        if (!ledger_count(race->ledger, &change, 1, NOW))
            atomic_fetch_add(&race->others, 1);
    }
    return NULL;
}

static void loses_no_count_under_race(struct ledger *ledger)
{
    static struct race shared;
    race(ledger, &shared, count_often);
    assert_int_equal(atomic_load(&shared.others), 0);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(count_in(ledger, i, WINDOW_END, 0), THREADS * 10);
}

/* -------------------------------------------------------------- the list */

static const struct {
    const char *name;
    bool (*applies)(const struct ledger_backend *row); /* NULL: to all */
    void (*run)(struct ledger *ledger);
    void (*run_again)(struct ledger *ledger); /* after it was closed and opened; or NULL */
} contract[] = {
    {"spends once", NULL, spends_once, NULL},
    {"spends many at once", NULL, spends_many_at_once, NULL},
    {"forgets only what expired", is_told_the_time, forgets_only_what_expired, NULL},
    {"forgets by its own clock", forgets_by_itself, forgets_by_its_own_clock, NULL},
    {"refuses what has expired there", has_own_clock, refuses_what_expired_there, NULL},
    {"refuses what has expired", NULL, refuses_what_has_expired, NULL},
    {"takes any expiry", NULL, takes_any_expiry, NULL},
    {"bounds keys", NULL, bounds_keys, NULL},
    {"takes any bytes", NULL, takes_any_bytes, NULL},
    {"knows owners", NULL, knows_owners, NULL},
    {"knows owners of many", NULL, knows_owners_of_many, NULL},
    {"forgets owners", is_told_the_time, forgets_owners, NULL},
    {"knows owners under race", NULL, knows_owners_under_race, NULL},
    {"is ready", NULL, is_ready, NULL},
    {"spends once under race", NULL, spends_once_under_race, NULL},
    {"remembers", is_kept, spends_before_closing, remembers},
    {"forgets after closing", is_kept_as_told, spends_before_closing, forgets_after_closing},
    {"counts together", has_counts, counts_together, NULL},
    {"forgets counts", forgets_counts_when_told, forgets_counts_long_after_their_window, NULL},
    {"loses no count under race", has_counts, loses_no_count_under_race, NULL},
    {"counts on", has_counts, counts_before_closing, counts_on},
};

static void hold_against(const struct place *place)
{
    for (size_t i = 0; i < sizeof contract / sizeof contract[0]; i++) {
        if (contract[i].applies != NULL && !contract[i].applies(place->row))
            continue;
        print_message("%s: %s\n", place->where, contract[i].name);
        struct fixture fixture = open_fixture(place->where, 100000);
        contract[i].run(fixture.ledger);
        if (contract[i].run_again != NULL) {
            ledger_close(fixture.ledger);
            fixture.ledger = open_in(&fixture.scratch, place->where, 100000);
            contract[i].run_again(fixture.ledger);
        }
        close_fixture(&fixture);
    }
}

static void test_contract(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLACES; i++)
        hold_against(&places[i]);
}

/* -------------------------------------------- those that hold so many keys */

/* Each that says how many it holds, which has a limit. */
static void with_each_that_is_full_at_some_time(void (*run)(const char *where))
{
    for (size_t i = 0; i < PLACES; i++)
        if (places[i].row->entries != NULL)
            run(places[i].where);
}

/* PUZ-14 */
static void fails_rather_than_forgets(const char *where)
{
    static const unsigned sizes[] = {1, 3, 64, 1000, 5000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        unsigned size = sizes[s];
        struct fixture fixture = open_fixture(where, size);
        for (unsigned i = 0; i < size; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER + i), OUTCOME_OK);
        assert_int_equal(ledger_entries(fixture.ledger), size);
        for (unsigned i = size; i < size + 100; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), OUTCOME_UNAVAILABLE);
        /* Full is not away: nobody may take it for that, and let something pass. */
        assert_null(ledger_trouble(fixture.ledger));
        for (unsigned i = 0; i < size; i++)
            assert_int_equal(spend_number(fixture.ledger, i, NOW, LATER), OUTCOME_REPLAYED);

        /* As each expires, wherever it lies, there is room for exactly one more. */
        for (unsigned i = 0; i < size; i++) {
            uint64_t now_ms = LATER + i;
            assert_int_equal(spend_number(fixture.ledger, size + i, now_ms, LATER * 2), OUTCOME_OK);
            assert_int_equal(spend_number(fixture.ledger, size * 3, now_ms, LATER * 2),
                             OUTCOME_UNAVAILABLE);
        }
        assert_int_equal(ledger_entries(fixture.ledger), size);
        close_fixture(&fixture);
    }
}

static void test_full_ledger_fails_rather_than_forgets(void **state)
{
    (void)state;
    with_each_that_is_full_at_some_time(fails_rather_than_forgets);
}

static void shrinks_and_is_used_again(const char *where)
{
    struct fixture fixture = open_fixture(where, 50000);
    for (unsigned round = 0; round < 4; round++) {
        uint64_t now_ms = NOW + round * 100000u;
        for (unsigned i = 0; i < 50000; i++)
            assert_int_equal(spend_number(fixture.ledger, i, now_ms, now_ms + 50000 + i % 977),
                             OUTCOME_OK);
        assert_int_equal(ledger_entries(fixture.ledger), 50000);
    }
    /* A few calls after all has expired give back more than they add. */
    for (unsigned i = 0; i < 30000; i++)
        assert_int_equal(spend_number(fixture.ledger, 100000 + i, NOW + 1000000, NOW + 2000000),
                         OUTCOME_OK);
    assert_in_range(ledger_entries(fixture.ledger), 30000, 32000);
    for (unsigned i = 0; i < 30000; i++)
        assert_int_equal(spend_number(fixture.ledger, 100000 + i, NOW + 1000001, NOW + 2000000),
                         OUTCOME_REPLAYED);
    close_fixture(&fixture);
}

static void test_ledger_shrinks_and_is_used_again(void **state)
{
    (void)state;
    with_each_that_is_full_at_some_time(shrinks_and_is_used_again);
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
        {"a password before an @", "etcd://me:hush@h:1", "/tmp", "etcd://***\"", "hush"},
        {"a password behind a ?", "etcd://h/db?password=hush", "/tmp", "etcd://***\"", "hush"},
        {"one with an @ in it", "etcd://h/0?password=a@hush", "/tmp", "etcd://***\"", "hush"},
        {"a bad address of a Redis", "redis://me:hush@h:x", "/tmp", "a port is not a number",
         "hush"},
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

static void test_who_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLACES; i++) {
        const struct ledger_backend *row = places[i].row;
        struct fixture fixture = open_fixture(places[i].where, 10);
        /* One or the other. */
        assert_true((row->spend == NULL) != (row->write == NULL));
        assert_int_equal(ledger_spend_blocks(fixture.ledger), row->write != NULL);
        /* Counts go through the queue, which only `write` has; and it must not be called on end. */
        assert_true(!row->can_count || row->write != NULL);
        assert_true(row->write == NULL || row->write_every_ms > 0);
        /* What is shared must be kept by somebody who can be asked. */
        assert_true(!row->can_count || row->write != NULL);
        assert_int_equal(ledger_can_count(address_in("x", places[i].where)), row->can_count);
        close_fixture(&fixture);
    }
    assert_false(ledger_can_count("etcd://host"));
    assert_false(ledger_can_count(NULL));
    ledger_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contract),
        cmocka_unit_test(test_full_ledger_fails_rather_than_forgets),
        cmocka_unit_test(test_ledger_shrinks_and_is_used_again),
        cmocka_unit_test(test_open_says_what_is_wrong),
        cmocka_unit_test(test_who_blocks),
    };
    return cmocka_run_group_tests(tests, ledgers_start, NULL);
}

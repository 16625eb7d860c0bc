/* What is decided by the marker that a ledger keeps in a Redis: every row is something that happens
 * to a Redis, and whether what it has acknowledged may be missing then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "store/ledger/redis/redis_lead.h"
#include "store/ledger/redis/redis_marker.h"

#define A      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B      "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C      "cccccccccccccccccccccccccccccccccccccccc"
#define ID_1   "00000000000000000000000000000001"
#define ID_2   "00000000000000000000000000000002"
#define KEY    "000000000000000000000000000000ff"
#define NOW    UINT64_C(1794800000000)
#define FROM   (NOW - 3600000)
#define MINUTE 60000

/* The usual: a marker of run A and timeline A, known, on a server that is still that. */
struct row {
    const char *what;
    enum ledger_doubt doubt;
    bool is_gone, is_unknown, has_forgotten;
    const char *id;                      /* there; NULL: the known one */
    const char *run, *timeline, *before; /* of the server */
    uint64_t from_ms;                    /* of the marker; 0: FROM */
    uint64_t beat;                       /* there; 0: the remembered one and one more */
    unsigned keeps, wait;
    bool is_always; /* appendfsync, now */
    uint64_t idle_ms, up_s;
    uint64_t missed_ms; /* for how long others used it while this node was cut off */
};

static const struct row rows[] = {
    {"nothing has happened", LEDGER_DOUBT_NONE, .run = A, .timeline = A},
    {"a node starts", LEDGER_DOUBT_NONE, .is_unknown = true, .run = A, .timeline = A},
    {"a node starts after a day without any", LEDGER_DOUBT_NONE, .is_unknown = true, .run = A,
     .timeline = A, .idle_ms = 1440 * MINUTE},
    {"the first node", LEDGER_DOUBT_NEW, .is_gone = true, .is_unknown = true, .run = A,
     .timeline = A},
    {"emptied", LEDGER_DOUBT_EMPTIED, .is_gone = true, .run = A, .timeline = A},
    {"fewer batches", LEDGER_DOUBT_OLDER, .run = A, .timeline = A, .beat = 6},
    {"as many batches", LEDGER_DOUBT_NONE, .run = A, .timeline = A, .beat = 7},
    {"another node has found a loss", LEDGER_DOUBT_NONE, .id = ID_2, .run = A, .timeline = A,
     .from_ms = FROM + 1, .beat = 1},
    {"a marker from before the last loss", LEDGER_DOUBT_OLDER, .id = ID_2, .run = A, .timeline = A,
     .from_ms = FROM - 1, .beat = 99},
    {"forgotten too early", LEDGER_DOUBT_CLOCK, .has_forgotten = true, .run = A, .timeline = A},
    {"forgotten, and another node knows", LEDGER_DOUBT_NONE, .has_forgotten = true, .id = ID_2,
     .run = A, .timeline = A, .from_ms = FROM + 1},
    {"a moment to come", LEDGER_DOUBT_CLOCK, .run = A, .timeline = A, .from_ms = NOW + 3 * MINUTE},
    {"its first replica", LEDGER_DOUBT_NONE, .run = A, .timeline = B},
    {"the same process, promoted again", LEDGER_DOUBT_TAKEN_OVER, .run = A, .timeline = B,
     .before = C},
    {"the same process, as it was before", LEDGER_DOUBT_TAKEN_OVER, .run = A, .timeline = B,
     .before = A},
    {"started anew", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B},
    {"started anew, all on disk", LEDGER_DOUBT_NONE, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true},
    {"all on disk since now", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .is_always = true},
    {"all on disk until now", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART},
    {"all on disk, but a replica", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .before = A,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true, .wait = 1, .up_s = 60},
    {"all on disk, a copy", LEDGER_DOUBT_OLDER, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true, .beat = 6},
    {"all on disk, out of use, known", LEDGER_DOUBT_NONE, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true, .idle_ms = 11 * MINUTE},
    {"all on disk, no node saw it start", LEDGER_DOUBT_TAKEN_OVER, .is_unknown = true, .run = B,
     .timeline = B, .keeps = REDIS_KEEPS_RESTART, .is_always = true},
    {"all on disk, others went on for a moment", LEDGER_DOUBT_NONE, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true, .missed_ms = REDIS_MISSED_MS},
    {"all on disk, others went on for a while", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B,
     .keeps = REDIS_KEEPS_RESTART, .is_always = true, .missed_ms = REDIS_MISSED_MS + 1},
    {"promoted", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .before = A, .up_s = 60},
    {"promoted, all had it", LEDGER_DOUBT_NONE, .run = B, .timeline = B, .before = A,
     .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 60},
    {"promoted, all had it, no node saw it", LEDGER_DOUBT_TAKEN_OVER, .is_unknown = true, .run = B,
     .timeline = B, .before = A, .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 60},
    {"promoted, but this node does not wait", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B,
     .before = A, .keeps = REDIS_KEEPS_FAILOVER, .up_s = 60},
    {"promoted, of another history", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .before = C,
     .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 60},
    {"promoted, and lacks something", LEDGER_DOUBT_OLDER, .run = B, .timeline = B, .before = A,
     .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 60, .beat = 6},
    {"a snapshot, not a replica", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .before = A,
     .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 1, .idle_ms = 3000},
    {"a snapshot, some time later", LEDGER_DOUBT_TAKEN_OVER, .run = B, .timeline = B, .before = A,
     .keeps = REDIS_KEEPS_FAILOVER, .wait = 1, .up_s = 60, .idle_ms = 62000},
};

static void fill(const struct row *row, struct redis_memory *memory, struct redis_found *found)
{
    struct redis_marker marker = {.id = ID_1,
                                  .count_key = KEY,
                                  .run = A,
                                  .timeline = A,
                                  .knows_from_ms = FROM,
                                  .doubt = LEDGER_DOUBT_NEW,
                                  .keeps = row->keeps};
    *memory =
        (struct redis_memory){.has_marker = !row->is_unknown, .has_forgotten = row->has_forgotten};
    if (!row->is_unknown) {
        memory->marker = marker;
        memory->beat = 7;
        memory->seen_ms = NOW - (row->idle_ms > 0 ? row->idle_ms : 500) - row->missed_ms;
    }
    *found = (struct redis_found){.has_marker = !row->is_gone,
                                  .beat = row->beat > 0 ? row->beat : 8,
                                  .alive_ms = NOW - (row->idle_ms > 0 ? row->idle_ms : 500),
                                  .store_ms = NOW,
                                  .lead_ms = 40,
                                  .wait = row->wait};
    if (!row->is_gone)
        found->marker = marker;
    if (row->id != NULL)
        snprintf(found->marker.id, sizeof found->marker.id, "%s", row->id);
    if (row->from_ms != 0)
        found->marker.knows_from_ms = row->from_ms;
    found->facts = (struct redis_facts){
        .is_master = true, .has_aof = row->is_always, .can_read_config = true, .up_s = row->up_s};
    snprintf(found->facts.fsync, sizeof found->facts.fsync, "%s",
             row->is_always ? "always" : "everysec");
    snprintf(found->facts.run, sizeof found->facts.run, "%s", row->run);
    snprintf(found->facts.timeline, sizeof found->facts.timeline, "%s", row->timeline);
    snprintf(found->facts.before, sizeof found->facts.before, "%s",
             row->before != NULL ? row->before : "");
}

static void test_doubts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct redis_memory memory;
        struct redis_found found;
        struct redis_marker next;
        print_message("%s\n", rows[i].what);
        fill(&rows[i], &memory, &found);
        assert_int_equal(redis_marker_doubt(&memory, &found), rows[i].doubt);
        assert_true(redis_marker_next(&memory, &found, &next));
        /* It is of this server now, and nothing is in doubt for who comes next. */
        assert_string_equal(next.run, rows[i].run);
        assert_string_equal(next.timeline, rows[i].timeline);
        if (rows[i].doubt == LEDGER_DOUBT_NONE) {
            assert_string_equal(next.id, found.marker.id);
            assert_true(next.knows_from_ms == found.marker.knows_from_ms);
        } else {
            assert_string_not_equal(next.id, ID_1);
            assert_string_not_equal(next.id, ID_2);
            /* Later than what any node, 40 ms ahead, has issued in this millisecond. */
            assert_true(next.knows_from_ms > NOW + 40 && next.knows_from_ms < NOW + 1000);
            assert_int_equal(next.doubt, rows[i].doubt);
        }
        assert_int_equal(strlen(next.count_key), REDIS_ID_HEX);
        if (!rows[i].is_gone || !rows[i].is_unknown)
            assert_string_equal(next.count_key, KEY);
    }
}

/* The moment never goes back, but from one that no good clock can have said. */
static void test_moment_stays(void **state)
{
    (void)state;
    struct redis_memory memory;
    struct redis_found found;
    struct redis_marker next;
    fill(&(struct row){.run = A, .timeline = A, .is_gone = true}, &memory, &found);
    memory.marker.knows_from_ms = NOW + 50000;
    assert_true(redis_marker_next(&memory, &found, &next));
    assert_true(next.knows_from_ms == NOW + 50000);
    memory.marker.knows_from_ms = NOW + 10 * MINUTE;
    assert_true(redis_marker_next(&memory, &found, &next));
    assert_true(next.knows_from_ms < NOW + 1000);
}

/* What a server can lose without it being noticed only grows while it runs. */
static void test_keeps(void **state)
{
    (void)state;
    struct redis_memory memory;
    struct redis_found found;
    struct redis_marker next;
    const unsigned both = REDIS_KEEPS_RESTART | REDIS_KEEPS_FAILOVER;
    static const struct {
        unsigned keeps, wait, replicas, after;
        bool is_always, is_gone;
    } cases[] = {
        {0, 1, 1, 3, true, true},  {0, 0, 0, 1, true, true},   {0, 0, 1, 0, false, true},
        {0, 1, 2, 0, false, true}, {0, 2, 2, 2, false, true},  {0, 1, 0, 2, false, true},
        {0, 1, 1, 0, true, false}, {3, 1, 1, 3, true, false},  {3, 1, 2, 1, true, false},
        {3, 0, 1, 1, true, false}, {3, 1, 1, 2, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct row row = {.run = A,
                          .timeline = A,
                          .is_gone = cases[i].is_gone,
                          .keeps = cases[i].keeps & both,
                          .wait = cases[i].wait,
                          .is_always = cases[i].is_always};
        fill(&row, &memory, &found);
        found.facts.replicas = cases[i].replicas;
        assert_true(redis_marker_next(&memory, &found, &next));
        assert_int_equal(next.keeps, cases[i].after);
    }
}

/* How far this node is ahead: the least that was seen, as journeys only add to it. */
static void test_lead(void **state)
{
    (void)state;
    static const struct {
        int64_t ahead_ms;
        uint64_t at_s, own_ms;
    } seen[] = {
        {70, 1, 70},        {300, 2, 70},       {-5, 3, 0},     {40, 4, 0},
        {30, 12, 0},        {25, 13, 0},        {900, 14, 0},   {900, 24, 25},
        {31000, 25, 31000}, {30900, 26, 30900}, {100, 27, 100},
    };
    struct redis_lead lead = {.others_ms = 50};
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        redis_lead_take(&lead, seen[i].ahead_ms, seen[i].at_s * 1000000);
        assert_int_equal(lead.own_ms, seen[i].own_ms);
        assert_int_equal(redis_lead_most_ms(&lead), lead.own_ms > 50 ? lead.own_ms : 50);
    }
}

static void test_text(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "1",
        "x",
        "2 " ID_1 " " KEY " 5 1 0 " A " " A,
        "1 " ID_1 " " KEY " 5 1 0 " A,
        "1 " ID_1 " " KEY " 5 1 0 " A " " A " ",
        "1 " ID_1 " " KEY " 5 1 4 " A " " A,
        "1 " ID_1 " " KEY " 5 7 0 " A " " A,
        "1 " ID_1 " " KEY " -5 1 0 " A " " A,
        "1 " ID_1 " " KEY " 9223372036854775808 1 0 " A " " A,
        "1 x" ID_1 " " KEY " 5 1 0 " A " " A,
        "1 0000000000000000000000000000000g " KEY " 5 1 0 " A " " A,
        "1 " ID_1 " " KEY " 5 1 0 a" A " " A,
    };
    struct redis_marker marker = {.id = ID_1,
                                  .count_key = KEY,
                                  .run = A,
                                  .timeline = B,
                                  .knows_from_ms = FROM,
                                  .doubt = LEDGER_DOUBT_CLOCK,
                                  .keeps = 3};
    struct redis_marker read;
    char text[REDIS_MARKER_MAX];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    redis_marker_write(&marker, &buf);
    assert_false(buf.failed);
    assert_true(redis_marker_read(&read, tes_buf_done(&buf)));
    char again[REDIS_MARKER_MAX];
    struct tes_buf written = tes_buf_on(again, sizeof again);
    redis_marker_write(&read, &written);
    assert_true(tes_slice_equal(tes_buf_done(&written), tes_buf_done(&buf)));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(redis_marker_read(&read, tes_slice_of(bad[i])));
    assert_false(redis_marker_read(&read, (struct tes_slice){NULL, 0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubts), cmocka_unit_test(test_moment_stays),
        cmocka_unit_test(test_keeps),  cmocka_unit_test(test_lead),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests_name("marker in a Redis", tests, NULL, NULL);
}

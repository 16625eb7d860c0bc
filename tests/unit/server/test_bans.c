/*
 * Bans: what the records keep of them, and what a server holds in memory of that: whom they hit,
 * when they end, and how a server learns of them.
 */
#include "../store/records_support.h"
#include "server/app/bans.h"

/* Long ago by the clock of any store that a test starts. */
#define EARLY UINT64_C(1600000000000)

static struct tes_address_range network_of(const char *text)
{
    struct tes_address_range network;
    assert_true(tes_address_range_read(tes_slice_of(text), &network));
    tes_address_range_trim(&network);
    return network;
}

static struct records_ban make_ban(const char *network, const char *reason, uint64_t expires_at_ms)
{
    struct records_ban ban = {
        .network = network_of(network), .created_at_ms = T0 + 7, .expires_at_ms = expires_at_ms};
    snprintf(ban.reason, sizeof ban.reason, "%s", reason);
    return ban;
}

static void add(struct records *records, const char *network, uint64_t expires_at_ms)
{
    struct records_ban ban = make_ban(network, "", expires_at_ms);
    assert_int_equal(records_ban_add(records, &ban), RECORDS_OK);
}

static bool has(struct bans *bans, const char *text, uint64_t now_ms)
{
    struct tes_address address;
    assert_true(tes_address_read(tes_slice_of(text), &address));
    return bans_has(bans, &address, now_ms);
}

struct list {
    struct records_ban bans[8];
    size_t count, stop_after;
};

static bool collect(void *context, const struct records_ban *ban)
{
    struct list *list = context;
    list->bans[list->count++] = *ban;
    return list->count != list->stop_after;
}

static void assert_same(const struct records_ban *a, const struct records_ban *b)
{
    assert_memory_equal(&a->network, &b->network, sizeof a->network);
    assert_string_equal(a->reason, b->reason);
    assert_int_equal(a->created_at_ms, b->created_at_ms);
    assert_int_equal(a->expires_at_ms, b->expires_at_ms);
}

static void records_keep_them(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    static struct list list;
    struct records_ban one = make_ban("192.0.2.0/24", "caf\xc3\xa9, 'quoted' \"twice\"", T0 + 123),
                       two = make_ban("2001:db8::/32", "", 0);
    assert_int_equal(records_ban_add(records, &two), RECORDS_OK);
    assert_int_equal(records_ban_add(records, &one), RECORDS_OK);
    list = (struct list){0};
    assert_int_equal(records_ban_list(records, collect, &list), RECORDS_OK);
    assert_int_equal(list.count, 2);
    assert_same(&list.bans[0], &one);
    assert_same(&list.bans[1], &two);
    list = (struct list){.stop_after = 1};
    assert_int_equal(records_ban_list(records, collect, &list), RECORDS_OK);
    assert_int_equal(list.count, 1);

    /* One row for a network: the later word holds. */
    struct records_ban again = make_ban("192.0.2.0/24", "", 0);
    again.created_at_ms++;
    assert_int_equal(records_ban_add(records, &again), RECORDS_OK);
    list = (struct list){0};
    assert_int_equal(records_ban_list(records, collect, &list), RECORDS_OK);
    assert_int_equal(list.count, 2);
    assert_same(&list.bans[0], &again);

    /* Another network is another ban, be it within that one or around it. */
    struct tes_address_range within = network_of("192.0.2.0/25");
    assert_int_equal(records_ban_remove(records, &within), RECORDS_ABSENT);
    assert_int_equal(records_ban_remove(records, &one.network), RECORDS_OK);
    assert_int_equal(records_ban_remove(records, &one.network), RECORDS_ABSENT);
    assert_query(&scratch, "SELECT count(*) FROM bans", "1");
    records_close(records);
    scratch_remove(&scratch);
}

static void those_that_are_over_are_swept(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    add(records, "192.0.2.1", 1000000);
    add(records, "192.0.2.2", 1000000 + 5000);
    add(records, "192.0.2.3", 0);
    assert_int_equal(records_ban_sweep(records, 1000000), RECORDS_ABSENT);
    assert_int_equal(records_ban_sweep(records, 1000000 + 1), RECORDS_OK);
    assert_query(&scratch, "SELECT count(*) FROM bans", "2");
    assert_int_equal(records_ban_sweep(records, T0), RECORDS_OK);
    assert_query(&scratch, "SELECT network FROM bans", "192.0.2.3/32");
    records_close(records);
    scratch_remove(&scratch);
}

static const struct hit {
    const char *address;
    bool is_banned;
} HITS[] = {
    {"192.0.2.77", true},       {"192.0.3.1", false},
    {"192.0.2.0", true},        {"192.0.2.255", true},
    {"198.51.100.9", true},     {"198.51.100.8", false},
    {"::ffff:192.0.2.1", true}, {"2001:db8::1", true},
    {"2001:db8:ffff::", true},  {"2001:db9::1", false},
    {"2001:dba::5", true},      {"2001:dba::6", false},
    {"c000:24d::", false}, /* the bytes of 192.0.2.77, and no IPv4 */
    {"10.128.0.1", true},       {"10.127.255.255", false},
    {"127.0.0.1", false},       {"::1", false},
};

static void networks_are_hit_and_no_others(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct bans *bans = bans_new();
    assert_non_null(bans);
    assert_false(has(bans, "192.0.2.77", T0));
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED); /* the first look */
    assert_false(has(bans, "192.0.2.77", T0));
    static const char *const BANNED[] = {"192.0.2.0/24", "198.51.100.9", "2001:db8::/32",
                                         "2001:dba::5",  "10.128.0.0/9", "192.0.2.128/25"};
    for (size_t i = 0; i < sizeof BANNED / sizeof BANNED[0]; i++)
        add(records, BANNED[i], 0);
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    assert_int_equal(bans_refresh(bans, records, T0), BANS_SAME);
    assert_int_equal(bans_count(bans, T0), 6);
    for (size_t i = 0; i < sizeof HITS / sizeof HITS[0]; i++)
        if (has(bans, HITS[i].address, T0) != HITS[i].is_banned)
            fail_msg("%s", HITS[i].address);
    const struct tes_address nobody = {.length = 0};
    assert_false(bans_has(bans, &nobody, T0));

    struct tes_address_range all = network_of("0.0.0.0/0");
    add(records, "0.0.0.0/0", 0);
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    assert_true(has(bans, "203.0.113.1", T0));
    assert_false(has(bans, "2001:db9::1", T0));
    assert_int_equal(records_ban_remove(records, &all), RECORDS_OK);
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    assert_false(has(bans, "203.0.113.1", T0));
    bans_free(bans);
    records_close(records);
    scratch_remove(&scratch);
}

static void they_end_in_time(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch), *other = open_in(&scratch);
    struct bans *bans = bans_new();
    assert_non_null(bans);
    add(other, "192.0.2.1", EARLY + 1000);
    add(other, "192.0.2.0/30", EARLY + 2000);
    assert_int_equal(bans_refresh(bans, records, EARLY), BANS_CHANGED);
    assert_true(has(bans, "192.0.2.1", EARLY + 999));
    assert_int_equal(bans_count(bans, EARLY + 999), 2);
    /* The narrower one is over, the wider one is not. */
    assert_true(has(bans, "192.0.2.1", EARLY + 1000));
    assert_int_equal(bans_count(bans, EARLY + 1000), 1);
    assert_true(has(bans, "192.0.2.1", EARLY + 1999));
    assert_false(has(bans, "192.0.2.1", EARLY + 2000));
    assert_int_equal(bans_count(bans, EARLY + 2000), 0);
    /* And go from the records some time later; by the store's own clock they are long over. */
    assert_int_equal(bans_refresh(bans, records, EARLY + 1000 + BANS_KEPT_MS), BANS_SAME);
    assert_query(&scratch, "SELECT count(*) FROM bans", "2");
    assert_int_equal(bans_refresh(bans, records, EARLY + 1001 + BANS_KEPT_MS), BANS_SAME);
    assert_query(&scratch, "SELECT count(*) FROM bans", "1");
    assert_int_equal(bans_refresh(bans, records, EARLY + 1001 + BANS_KEPT_MS), BANS_CHANGED);
    bans_free(bans);
    records_close(other);
    records_close(records);
    scratch_remove(&scratch);
}

/* A server in whose records somebody has written what it can't read keeps what it knew. */
static void a_bad_row_changes_nothing(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct bans *bans = bans_new();
    assert_non_null(bans);
    add(records, "192.0.2.1", 0);
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    change(&scratch, "INSERT INTO bans(network, created_at) VALUES('192.0.2.300', "
                     "'2026-01-01T00:00:00.000Z')");
    assert_int_equal(bans_refresh(bans, records, T0), BANS_FAILED);
    assert_true(has(bans, "192.0.2.1", T0));
    change(&scratch, "DELETE FROM bans WHERE network = '192.0.2.300'");
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    bans_free(bans);
    records_close(records);
    scratch_remove(&scratch);
}

/* As many as there may be, of many lengths: each is found, and no neighbour is. */
static void many_are_found(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct bans *bans = bans_new();
    assert_non_null(bans);
    add(records, "203.0.113.7", 0);
    change(&scratch,
           records_is_postgres
               ? "INSERT INTO bans(network, created_at) SELECT '10.' || i / 256 || '.' || i % 256"
                 " || '.' || CASE WHEN i % 2 = 0 THEN '0/24' ELSE '8/29' END, now()"
                 " FROM generate_series(0, 49998) AS numbers(i)"
               : "WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers"
                 " WHERE i < 49998) INSERT INTO bans(network, created_at) SELECT '10.' || (i / 256)"
                 " || '.' || (i % 256) || '.' || iif(i % 2 = 0, '0/24', '8/29'),"
                 " '2026-01-01T00:00:00.000Z' FROM numbers");
    struct records_ban one_more = make_ban("192.0.2.1", "", 0);
    assert_int_equal(records_ban_add(records, &one_more), RECORDS_EXISTS);
    add(records, "203.0.113.7", T0 + 1); /* one that is there can be changed */
    assert_int_equal(bans_refresh(bans, records, T0), BANS_CHANGED);
    assert_int_equal(bans_count(bans, T0), RECORDS_BANS_MAX);
    for (unsigned i = 0; i < 49999; i++) {
        struct tes_address address = {.bytes = {10, (uint8_t)(i / 256), (uint8_t)i, 15},
                                      .length = 4};
        assert_true(bans_has(bans, &address, T0));
        address.bytes[3] = 16;
        assert_int_equal(bans_has(bans, &address, T0), i % 2 == 0);
    }
    bans_free(bans);
    records_close(records);
    scratch_remove(&scratch);
}

static const struct doubtful {
    const char *network;
    bool is_doubtful;
} DOUBTS[] = {
    {"192.0.2.1", false},     {"10.0.0.0/8", false},      {"10.0.0.0/7", true},
    {"0.0.0.0/0", true},      {"128.0.0.0/1", true},      {"127.0.0.1", true},
    {"127.255.0.0/16", true}, {"126.0.0.0/8", false},     {"::1", true},
    {"::/128", false},        {"::/127", true},           {"2001::/16", false},
    {"2000::/15", true},      {"::ffff:127.0.0.1", true}, {"::ffff:0.0.0.0/96", true},
};

static void wide_and_own_networks_are_in_doubt(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof DOUBTS / sizeof DOUBTS[0]; i++) {
        struct tes_address_range network = network_of(DOUBTS[i].network);
        if ((bans_doubt(&network) != NULL) != DOUBTS[i].is_doubtful)
            fail_msg("%s", DOUBTS[i].network);
    }
}

static void reasons_are_short_plain_texts(void **state)
{
    (void)state;
    char text[RECORDS_BAN_REASON_MAX + 1];
    memset(text, 'a', sizeof text);
    assert_true(bans_is_reason((struct tes_slice){text, RECORDS_BAN_REASON_MAX}));
    assert_false(bans_is_reason((struct tes_slice){text, sizeof text}));
    assert_true(bans_is_reason(TES_SLICE("")));
    assert_true(bans_is_reason(TES_SLICE("caf\xc3\xa9")));
    assert_false(bans_is_reason(TES_SLICE("a\nb")));
    assert_false(bans_is_reason(TES_SLICE("a\x1b[31m")));
    assert_false(bans_is_reason(TES_SLICE("a\0b")));
    assert_false(bans_is_reason(TES_SLICE("\xff")));
    assert_false(bans_is_reason(TES_SLICE("\xc2\x9b")));
}

int main(void)
{
    const struct CMUnitTest stored[] = {
        cmocka_unit_test(records_keep_them),
        cmocka_unit_test(those_that_are_over_are_swept),
        cmocka_unit_test(networks_are_hit_and_no_others),
        cmocka_unit_test(they_end_in_time),
        cmocka_unit_test(a_bad_row_changes_nothing),
        cmocka_unit_test(many_are_found),
    };
    const struct CMUnitTest plain[] = {
        cmocka_unit_test(wide_and_own_networks_are_in_doubt),
        cmocka_unit_test(reasons_are_short_plain_texts),
    };
    return records_run_each(stored, sizeof stored / sizeof stored[0]) +
           cmocka_run_group_tests(plain, NULL, NULL);
}

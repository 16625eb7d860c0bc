/* What bounds the history: the disk's room, the file's size, rows of a network, profiles. */
#include "records_support.h"

#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "os/clock.h"
#include "store/records/records_reviews.h"
#include "store/records/records_users.h"

#define MEGABYTE 1000000u
#define DAY_MS   86400000u

/* The disk, in place of the C library's word on it. */
static _Atomic uint64_t free_bytes;
static atomic_bool is_unknown;

int statvfs(const char *restrict path, struct statvfs *restrict disk)
{
    (void)path;
    *disk = (struct statvfs){.f_frsize = 1, .f_bavail = atomic_load(&free_bytes)};
    return atomic_load(&is_unknown) ? -1 : 0;
}

static struct scratch scratch;

static int make_scratch(void **state)
{
    (void)state;
    scratch = records_scratch();
    atomic_store(&free_bytes, UINT64_MAX / 2);
    atomic_store(&is_unknown, false);
    return 0;
}

static int remove_scratch(void **state)
{
    (void)state;
    scratch_remove(&scratch);
    return 0;
}

static struct records *open_bounded(struct records_settings settings)
{
    char error[256] = "";
    settings.where = "sqlite";
    settings.data = scratch.data;
    settings.migrate = true;
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        fail_msg("%s", error);
    return records;
}

/* Waits while the queue is full. */
static void add(struct records *records, unsigned number, const char *user, uint64_t at_ms)
{
    char id[24];
    snprintf(id, sizeof id, "c%08u", number);
    struct records_answer row = {.challenge_id = tes_slice_of(id),
                                 .user_id = tes_slice_of(user),
                                 .is_user_proven = true,
                                 .difficulty = TES_SLICE("easy"),
                                 .question_text = TES_SLICE("Which one?"),
                                 .user_answer = TES_SLICE("A"),
                                 .presented_at_ms = at_ms,
                                 .responded_at_ms = at_ms,
                                 .is_correct = true};
    bool is_taken = false;
    PATIENCE_UNTIL(is_taken = records_answered(records, &row));
    assert_true(is_taken);
}

static unsigned count(const char *sql)
{
    char text[32];
    query(&scratch, sql, text, sizeof text);
    return (unsigned)atoi(text);
}

/* Whether it comes to that: a thread of the records sees to it. */
static bool comes_to(const char *sql, unsigned least, unsigned most)
{
    unsigned found;
    PATIENCE_UNTIL((found = count(sql)) >= least && found <= most);
    return found >= least && found <= most;
}

#define ROWS     "SELECT count(*) FROM spatial_challenges"
#define PROFILES "SELECT count(*) FROM spatial_user_profiles"

/* ------------------------------------------------------------------ room */

static void test_little_room(void **state)
{
    (void)state;
    struct records *records = open_bounded((struct records_settings){.free_bytes_min = MEGABYTE});
    atomic_store(&free_bytes, MEGABYTE);
    assert_true(records_has_room(records));
    add(records, 1, "u", T0);
    assert_true(comes_to(ROWS, 1, 1));

    atomic_store(&free_bytes, MEGABYTE - 1);
    add(records, 2, "u", T0);
    PATIENCE_UNTIL(records_dropped(records, RECORDS_DROP_ROOM) == 1);
    assert_int_equal(records_dropped(records, RECORDS_DROP_ROOM), 1);
    assert_false(records_has_room(records));

    /* A little more is not enough: it would go to and fro. */
    atomic_store(&free_bytes, MEGABYTE + MEGABYTE / 4 - 1);
    assert_false(records_has_room(records));
    add(records, 3, "u", T0);
    PATIENCE_UNTIL(records_dropped(records, RECORDS_DROP_ROOM) == 2);
    assert_int_equal(records_dropped(records, RECORDS_DROP_ROOM), 2);
    /* A disk that can't be asked is as it was. */
    atomic_store(&is_unknown, true);
    assert_false(records_has_room(records));
    atomic_store(&is_unknown, false);

    atomic_store(&free_bytes, MEGABYTE + MEGABYTE / 4);
    assert_true(records_has_room(records));
    add(records, 4, "u", T0);
    assert_true(comes_to(ROWS, 2, 2));
    atomic_store(&free_bytes, MEGABYTE + 1);
    atomic_store(&is_unknown, true);
    assert_true(records_has_room(records));
    assert_int_equal(records_dropped(records, RECORDS_DROP_ROOM), 2);
    records_close(records);
    assert_query(&scratch,
                 "SELECT group_concat(challenge_id) FROM (SELECT challenge_id"
                 " FROM spatial_challenges ORDER BY challenge_id)",
                 "c00000001,c00000004");
    assert_query(&scratch, "SELECT challenges_completed FROM spatial_user_profiles", "2");
}

static void test_no_bound_does_not_look(void **state)
{
    (void)state;
    struct records *records = open_bounded((struct records_settings){0});
    atomic_store(&free_bytes, 0);
    assert_true(records_has_room(records));
    records_close(records);
}

/* ------------------------------------------------------------------ size */

static uint64_t used_bytes(void)
{
    return 4096u * (uint64_t)count("SELECT page_count - freelist_count"
                                   " FROM pragma_page_count, pragma_freelist_count");
}

static void test_file_has_a_ceiling(void **state)
{
    (void)state;
    enum { LIMIT = 1000000, ROWS_ADDED = 12000 };
    struct records *records = open_bounded((struct records_settings){.history_bytes_max = LIMIT});
    sqlite3 *db = open_file(&scratch);
    execute(db, "INSERT INTO sites(name, sitekey, secret_hash, created_at) VALUES('shop', "
                "'ts_shop', zeroblob(32), 'now')");
    sqlite3_close(db);
    for (unsigned i = 0; i < ROWS_ADDED; i++) {
        char user[160];
        snprintf(user, sizeof user, "%0128u", i);
        add(records, i, user, T0 + i);
        if (i % 1000 == 999)
            assert_true(used_bytes() < LIMIT + 300 * 2048);
    }
    records_close(records);
    assert_true(used_bytes() < LIMIT + LIMIT / 5);
    /* The newest are there, in one piece; the oldest are not; and nothing else went. */
    unsigned rows = count(ROWS);
    assert_true(rows > 200 && rows < ROWS_ADDED / 2);
    char sql[128];
    snprintf(sql, sizeof sql, ROWS " WHERE challenge_id >= 'c%08u'", ROWS_ADDED - 100);
    assert_int_equal(count(sql), 100);
    assert_query(&scratch, ROWS " WHERE challenge_id < 'c00000100'", "0");
    assert_query(&scratch, "SELECT count(*) FROM sites", "1");
    assert_query(&scratch, "PRAGMA integrity_check", "ok");
}

/* A file that has grown under other bounds gives back what it does not need. */
static void test_room_is_given_back(void **state)
{
    (void)state;
    struct stat before, after;
    char path[128];
    struct records *records = open_bounded((struct records_settings){.queue_max = 100000});
    for (unsigned i = 0; i < 20000; i++)
        add(records, i, "", T0 + i);
    records_close(records);
    snprintf(path, sizeof path, "%s/records.db", scratch.data);
    assert_int_equal(stat(path, &before), 0);
    records = open_bounded((struct records_settings){.history_bytes_max = 500000});
    assert_true(comes_to("SELECT page_count < 450 FROM pragma_page_count", 1, 1));
    records_close(records);
    assert_int_equal(stat(path, &after), 0);
    assert_true(after.st_size < before.st_size * 3 / 4);
    assert_query(&scratch, "PRAGMA integrity_check", "ok");
}

/* -------------------------------------------------------------- profiles */

static void test_profiles_are_forgotten(void **state)
{
    (void)state;
    uint64_t now_ms = tes_clock_wall_ms();
    struct records *records = open_bounded((struct records_settings){0});
    add(records, 1, "gone", now_ms - 3 * DAY_MS);
    add(records, 2, "stays", now_ms - 3 * DAY_MS);
    add(records, 3, "stays", now_ms);
    records_close(records);
    records = open_bounded((struct records_settings){.history_days = 2});
    assert_true(comes_to(PROFILES, 1, 1));
    records_close(records);
    assert_query(&scratch, "SELECT user_id || challenges_completed FROM spatial_user_profiles",
                 "stays2");
}

static void test_profiles_have_a_number(void **state)
{
    (void)state;
    struct records *records = open_bounded((struct records_settings){.queue_max = 10000});
    for (unsigned i = 0; i < 1000; i++) {
        char user[16];
        snprintf(user, sizeof user, "user%04u", i);
        add(records, i, user, T0 + i * 1000);
    }
    records_close(records);
    records = open_bounded((struct records_settings){.profiles_max = 300});
    assert_true(comes_to(PROFILES, 300, 300));
    /* Another look, which the row comes behind, takes away no more. */
    records_close(records);
    records = open_bounded((struct records_settings){.profiles_max = 300});
    add(records, 1000, "", T0 + 1000 * 1000);
    assert_true(comes_to(ROWS, 1001, 1001));
    records_close(records);
    assert_query(&scratch, PROFILES, "300");
    assert_query(&scratch, "SELECT min(user_id) FROM spatial_user_profiles", "user0700");
    assert_query(&scratch, ROWS, "1001");
}

/* ------------------------------------------------- states and reviews */

static void test_states_and_reviews_have_bounds(void **state)
{
    (void)state;
    static char large[60000];
    struct records *records = open_bounded((struct records_settings){0});
    for (unsigned i = 0; i < 40; i++) {
        char name[16];
        snprintf(name, sizeof name, "user%04u", i);
        struct records_user user = {"ts_one", name};
        assert_int_equal(
            records_state_write(records, &user, "style", (struct tes_slice){large, sizeof large}),
            RECORDS_OK);
    }
    struct records_review review = {
        .review_id = "OLD", .site = "s", .reason = "r", .created_at_ms = 1000};
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 5, .of_queue = 5}),
                     RECORDS_OK);
    strcpy(review.review_id, "NEW");
    review.created_at_ms = tes_clock_wall_ms();
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 5, .of_queue = 5}),
                     RECORDS_OK);
    records_close(records);
    /* A quarter of four megabytes, and no more than thirty. */
    records = open_bounded((struct records_settings){
        .history_days = 2, .profiles_max = 30, .history_bytes_max = 4000000});
    assert_true(comes_to("SELECT count(*) FROM reviews", 1, 1));
    assert_true(comes_to("SELECT sum(length(bytes)) FROM user_states", 1, 1000000));
    records_close(records);
    assert_query(&scratch, "SELECT review_id FROM reviews", "NEW");
    assert_true(count("SELECT count(*) FROM user_states") >= 8);
    assert_query(&scratch, "SELECT max(user_id) FROM user_states",
                 "user0039"); /* the newest stay */
    records = open_bounded((struct records_settings){.profiles_max = 3});
    assert_true(comes_to("SELECT count(*) FROM user_states", 3, 3));
    records_close(records);
    sqlite3 *db = open_file(&scratch);
    execute(db, "UPDATE user_states SET updated_at = '2020-01-01T00:00:00.000Z'");
    sqlite3_close(db);
    records = open_bounded((struct records_settings){.history_days = 2});
    assert_true(comes_to("SELECT count(*) FROM user_states", 0, 0));
    records_close(records);
}

/* A site that invents users does not make others' go. */
static void test_sites_make_room_among_their_own(void **state)
{
    (void)state;
    struct records *records = open_bounded((struct records_settings){.queue_max = 10000});
    for (unsigned i = 0; i < 600; i++) {
        char name[16];
        snprintf(name, sizeof name, "user%04u", i);
        struct records_user user = {i < 50 ? "ts_small" : "ts_large", name};
        assert_int_equal(records_state_write(records, &user, "style", TES_SLICE("state")),
                         RECORDS_OK);
    }
    records_close(records);
    records = open_bounded((struct records_settings){.profiles_max = 300});
    assert_true(comes_to("SELECT count(*) FROM user_states", 300, 300));
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM user_states WHERE site = 'ts_small'", "50");
    assert_query(&scratch, "SELECT min(user_id) FROM user_states WHERE site = 'ts_large'",
                 "user0350");
}

/* -------------------------------------------------------------- networks */

/* From "" for nobody. */
static bool answer_from(struct records *records, const char *id, const char *address,
                        uint64_t at_ms)
{
    struct tes_address client;
    bool is_somebody = tes_address_read(tes_slice_of(address), &client);
    return records_answered(records,
                            &(struct records_answer){.challenge_id = tes_slice_of(id),
                                                     .difficulty = TES_SLICE("easy"),
                                                     .client = is_somebody ? &client : NULL,
                                                     .presented_at_ms = at_ms,
                                                     .responded_at_ms = at_ms});
}

static void test_networks_have_a_number_a_day(void **state)
{
    (void)state;
    const uint64_t midnight_ms = T0 / DAY_MS * DAY_MS;
    struct records *records = open_bounded((struct records_settings){.network_rows_max = 3});
    for (int i = 0; i < 6; i++)
        assert_int_equal(answer_from(records, (char[]){'a', (char)('0' + i), '\0'}, "203.0.113.7",
                                     midnight_ms + (uint64_t)i * 3600000),
                         i < 3);
    assert_true(answer_from(records, "other", "198.51.100.7", midnight_ms));
    assert_true(answer_from(records, "nobody", "", midnight_ms));
    assert_true(answer_from(records, "next day", "203.0.113.7", midnight_ms + DAY_MS));
    assert_int_equal(records_dropped(records, RECORDS_DROP_NETWORK), 3);
    assert_int_equal(records_dropped(records, RECORDS_DROP_QUEUE), 0);
    records_close(records);
    assert_query(&scratch, ROWS, "6");
    /* Whom it was counted for is nowhere. */
    char command[160];
    snprintf(command, sizeof command, "grep -qa 203.0.113 %s/records.db*", scratch.data);
    assert_int_not_equal(system(command), 0);
}

enum { MOST = 2, ADDRESSES = 200, TRIES = ADDRESSES * (MOST + 1) };

/* How many rows are kept of addresses that differ where the pattern has its "*". */
static unsigned count_kept(struct records *records, const char *pattern)
{
    struct tes_slice after = tes_slice_of(pattern);
    struct tes_slice before = tes_slice_cut(&after, '*');
    unsigned kept = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        char address[64], id[80];
        snprintf(address, sizeof address, "%.*s%u%.*s", (int)before.length, before.at,
                 i / (MOST + 1) + 10, (int)after.length, after.at);
        snprintf(id, sizeof id, "%s-%u", pattern, i);
        kept += answer_from(records, id, address, T0);
    }
    return kept;
}

/* Rows are bounded for each network around an address: none of them can have as many as its
 * addresses together, and a refused row counts for none of them. */
static void test_wider_networks_have_a_number_a_day(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        unsigned kept;
    } cases[] = {{"203.0.113.*", 2 * MOST},
                 {"198.51.*.7", 8 * MOST},
                 {"192.*.2.1", ADDRESSES * MOST},
                 {"2001:db8:5:0:*::1", MOST},
                 {"2001:db8:6:*::1", 3 * 2 * MOST} /* in three of /56 */,
                 {"2001:db8:7:*0::1", 8 * MOST},
                 {"2001:db8:*:1::1", ADDRESSES * MOST}};
    struct records *records =
        open_bounded((struct records_settings){.network_rows_max = MOST, .queue_max = 65536});
    uint64_t dropped = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned kept = count_kept(records, cases[i].pattern);
        if (kept != cases[i].kept)
            fail_msg("%s: %u rows", cases[i].pattern, kept);
        dropped += TRIES - kept;
        assert_int_equal(records_dropped(records, RECORDS_DROP_NETWORK), dropped);
    }
    records_close(records);
}

/* ------------------------------------------------------------------ lost */

static void test_lost_files(void **state)
{
    (void)state;
    char path[128], away[160];
    snprintf(path, sizeof path, "%s/records.db", scratch.data);
    snprintf(away, sizeof away, "%s/away", scratch.base);
    struct records *records = open_bounded((struct records_settings){0});
    assert_true(records_ready(records));
    assert_false(records_is_lost(records));
    assert_int_equal(rename(path, away), 0);
    assert_false(records_ready(records));
    assert_true(records_is_lost(records));
    assert_int_equal(rename(away, path), 0);
    assert_false(records_ready(records));
    records_close(records);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_scratch, remove_scratch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_little_room),
        TEST(test_no_bound_does_not_look),
        TEST(test_file_has_a_ceiling),
        TEST(test_room_is_given_back),
        TEST(test_profiles_are_forgotten),
        TEST(test_profiles_have_a_number),
        TEST(test_states_and_reviews_have_bounds),
        TEST(test_sites_make_room_among_their_own),
        TEST(test_networks_have_a_number_a_day),
        TEST(test_wider_networks_have_a_number_a_day),
        TEST(test_lost_files),
    };
    return records_run_sqlite(tests, sizeof tests / sizeof tests[0]);
}

/* Records: the schema and how it grows, answered challenges, views and profiles. */
#include "records_support.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/own_clock.h"
#include "os/clock.h"
#include "store/records/sqlite/records_schema.h"

/* ---------------------------------------------------------------- schema */

static void test_migrates_from_nothing(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records_settings settings = settings_for(&scratch);
    assert_true(records_schema_latest(settings.where) >= 2);
    assert_int_equal(records_schema_version(&settings), 0);
    records_close(open_in(&scratch));
    assert_int_equal(records_schema_version(&settings), records_schema_latest(settings.where));
    records_close(open_in(&scratch)); /* and nothing more happens */
    assert_int_equal(records_schema_version(&settings), records_schema_latest(settings.where));

    static const struct {
        const char *name, *sql, *expected;
    } cases[] = {
        {"tables",
         "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE type = 'table'"
         " AND name NOT LIKE 'sqlite%' ORDER BY name)",
         "ban_changes,bans,codes,reviews,site_changes,site_hostnames,sites,spatial_challenges,"
         "spatial_user_profiles,user_states"},
        {"views",
         "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE type = 'view'"
         " ORDER BY name)",
         "spatial_challenge_stats,spatial_user_performance"},
        {"columns of stats", "SELECT count(*) FROM pragma_table_info('spatial_challenge_stats')",
         "10"},
        {"columns of performance",
         "SELECT count(*) FROM pragma_table_info('spatial_user_performance')", "8"},
        {"columns of challenges", "SELECT count(*) FROM pragma_table_info('spatial_challenges')",
         "25"},
        {"nobody is named in a review",
         "SELECT group_concat(name) FROM pragma_table_info('reviews')",
         "review_id,site,hostname,reason,difficulty,question_type,question_text,user_answer,"
         "state,created_at,decided_at"},
        {"write-ahead log", "PRAGMA journal_mode", "wal"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        assert_query(&scratch, cases[i].sql, cases[i].expected);
    }
    struct stat about;
    assert_int_equal(stat(scratch.data, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    char path[128];
    snprintf(path, sizeof path, "%s/records.db", scratch.data);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    scratch_remove(&scratch);
}

static bool remember_site(void *context, const struct records_site *site)
{
    memcpy(context, site, sizeof *site);
    return true;
}

static void test_migrates_from_each_older_version(void **state)
{
    (void)state;
    for (int version = 1; version < records_schema_latest("sqlite"); version++) {
        struct scratch scratch = records_scratch();
        assert_int_equal(mkdir(scratch.data, 0700), 0);
        sqlite3 *db = open_file(&scratch);
        assert_true(records_schema_migrate(db, version));
        execute(db, "INSERT INTO sites(name, sitekey, secret_hash, created_at) VALUES('old', "
                    "'ts_old', zeroblob(32),"
                    " '2026-11-15T04:05:06.789Z')");
        execute(db, "INSERT INTO spatial_challenges(challenge_id, difficulty, question_type,"
                    " presented_at, created_at, responded_at, user_id)"
                    " VALUES('c', 'easy', 'puzzle', 'p', 'c', 'r', 'ann')");
        sqlite3_close(db);

        struct records_settings settings = settings_for(&scratch);
        assert_int_equal(records_schema_version(&settings), version);
        char error[256] = "";
        settings.migrate = false;
        assert_null(records_open(&settings, error, sizeof error));
        assert_non_null(strstr(error, "tessera migrate"));
        assert_int_equal(records_schema_version(&settings), version);

        struct records *records = open_in(&scratch);
        assert_int_equal(records_schema_version(&settings), records_schema_latest(settings.where));
        struct records_site site;
        assert_int_equal(records_site_list(records, remember_site, &site), RECORDS_OK);
        assert_string_equal(site.name, "old");
        assert_int_equal(site.created_at_ms, 1794715506789);
        assert_int_equal(site.previous_until_ms, 0); /* it has one secret, and no wish of its own */
        assert_false(site.wishes.has_renew);
        assert_int_equal(site.wishes.lifetime_s, 0);
        assert_string_equal(site.wishes.theme, "");
        assert_string_equal(site.wishes.budgets, "");
        records_close(records);
        assert_query(&scratch, "SELECT challenge_id || coalesce(site, '-') FROM spatial_challenges",
                     "c-");
        assert_query(&scratch, "SELECT user_source FROM spatial_user_performance", "visitor");
        scratch_remove(&scratch);
    }
}

static void write_file(const struct scratch *scratch, const char *text)
{
    char path[128];
    assert_int_equal(mkdir(scratch->data, 0700), 0);
    snprintf(path, sizeof path, "%s/records.db", scratch->data);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs(text, file);
    fclose(file);
}

static void make_newer(const struct scratch *scratch)
{
    records_close(open_in(scratch));
    sqlite3 *db = open_file(scratch);
    execute(db, "PRAGMA user_version = 1000");
    sqlite3_close(db);
}

static void make_damaged(const struct scratch *scratch)
{
    write_file(scratch, "no database at all ");
}

static void make_folder_in_place_of_file(const struct scratch *scratch)
{
    char path[128];
    assert_int_equal(mkdir(scratch->data, 0700), 0);
    snprintf(path, sizeof path, "%s/records.db", scratch->data);
    assert_int_equal(mkdir(path, 0700), 0);
}

/* Root may write whatever the mode says: be somebody else until the case is over. */
static void make_read_only(const struct scratch *scratch)
{
    char path[128];
    records_close(open_in(scratch));
    snprintf(path, sizeof path, "%s/records.db", scratch->data);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(scratch->data, 0555), 0);
    assert_int_equal(chmod(scratch->base, 0755), 0);
    if (geteuid() == 0)
        assert_int_equal(seteuid(65534), 0);
}

static void make_none(const struct scratch *scratch)
{
    (void)scratch;
}

static void test_open_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*make)(const struct scratch *scratch);
        const char *where, *wanted;
        int version;
    } cases[] = {
        {"damaged", make_damaged, "sqlite", "not a database", -1},
        {"newer", make_newer, "sqlite", "newer", 1000},
        {"a folder", make_folder_in_place_of_file, "sqlite", "records.db", -1},
        {"read-only", make_read_only, "sqlite", "read-only", -1},
        {"unknown", make_none, "paper", "\"paper\"", -1},
        {"redis", make_none, "redis://me:hush@db/x", "\"redis://***\" is not", -1},
        {"memory", make_none, "memory", "sqlite", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        struct scratch scratch = records_scratch();
        cases[i].make(&scratch);
        struct records_settings settings = settings_for(&scratch);
        settings.where = cases[i].where;
        char error[256] = "";
        struct records *records = records_open(&settings, error, sizeof error);
        int version = records_schema_version(&settings);
        if (geteuid() != getuid())
            assert_int_equal(seteuid(getuid()), 0);
        chmod(scratch.data, 0700);
        assert_null(records);
        if (strstr(error, cases[i].wanted) == NULL)
            fail_msg("%s", error);
        assert_int_equal(version, cases[i].version);
        scratch_remove(&scratch);
    }
}

/* --------------------------------------------------------------- answers */

struct stats_list {
    struct records_stats_row rows[4];
    size_t count;
};

static bool collect_stats(void *context, const struct records_stats_row *row)
{
    struct stats_list *list = context;
    list->rows[list->count++] = *row;
    return true;
}

struct performance_list {
    struct records_performance_row rows[4];
    size_t count;
};

static bool collect_performance(void *context, const struct records_performance_row *row)
{
    struct performance_list *list = context;
    list->rows[list->count++] = *row;
    return list->count < 4;
}

static void assert_near(double value, double expected)
{
    if (fabs(value - expected) > 1e-6)
        fail_msg("%f, not %f", value, expected);
}

static void write_known_answers(const struct scratch *scratch)
{
    struct records *records = open_in(scratch);
    assert_true(answer(records, "c1", "ann", "easy", 1000, true, false));
    assert_true(answer(records, "c2", "ann", "easy", 2000, true, false));
    assert_true(answer(records, "c3", "ann", "easy", 6000, false, false));
    assert_true(answer(records, "c4", "ann", "hard", 4000, true, false));
    assert_true(answer(records, "c5", "bob", "easy", 400, true, true));
    assert_true(answer(records, "c6", "", "medium", 5000, false, false));
    assert_true(answer(records, "c7", NULL, "medium", 7000, true, false));
    assert_true(answer(records, "c1", "ann", "easy", 9000, false, true)); /* there already */
    assert_true(answer(records, "c8", "ann", "odd", 9000, false, true));  /* no such difficulty */
    assert_true(answer(records, NULL, "ann", "easy", 9000, false, true)); /* no id */
    records_close(records);
}

/* S3D-14, S3D-15, S3D-16, S3D-17 */
static void test_views_and_profiles(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_known_answers(&scratch);
    struct records *records = open_in(&scratch);

    struct stats_list stats = {.count = 0};
    assert_int_equal(records_stats(records, collect_stats, &stats), RECORDS_OK);
    static const struct records_stats_row expected[] = {
        {"easy", 4, 3, 1, 1, 2, 2350, 2521.243080, 0.75, 0.25},
        {"hard", 1, 1, 0, 0, 1, 4000, 0, 1, 0},
        {"medium", 2, 1, 1, 0, 0, 6000, 1414.213562, 0.5, 0.5},
    };
    assert_int_equal(stats.count, 3);
    for (size_t i = 0; i < stats.count; i++) {
        const struct records_stats_row *row = &stats.rows[i], *want = &expected[i];
        assert_string_equal(row->difficulty, want->difficulty);
        assert_int_equal(row->total_challenges, want->total_challenges);
        assert_int_equal(row->passed, want->passed);
        assert_int_equal(row->failed, want->failed);
        assert_int_equal(row->suspicious, want->suspicious);
        assert_int_equal(row->unique_users, want->unique_users);
        assert_near(row->avg_response_time_ms, want->avg_response_time_ms);
        assert_near(row->stddev_response_time_ms, want->stddev_response_time_ms);
        assert_near(row->pass_rate, want->pass_rate);
        assert_near(row->fail_rate, want->fail_rate);
    }

    struct performance_list users = {.count = 0};
    assert_int_equal(records_performance(records, NULL, collect_performance, &users), RECORDS_OK);
    assert_int_equal(users.count, 2);
    assert_string_equal(users.rows[0].user_id, "ann");
    assert_int_equal(users.rows[0].total_attempts, 4);
    assert_int_equal(users.rows[0].passed, 3);
    assert_int_equal(users.rows[0].suspicious_count, 0);
    assert_near(users.rows[0].pass_rate, 0.75);
    assert_near(users.rows[0].avg_response_time_ms, 3250);
    assert_string_equal(users.rows[0].last_attempt_at, "2026-09-21T14:13:26.000Z");
    users.count = 0;
    assert_int_equal(records_performance(records, "bob", collect_performance, &users), RECORDS_OK);
    assert_int_equal(users.count, 1);
    assert_int_equal(users.rows[0].suspicious_count, 1);
    users.count = 0;
    assert_int_equal(records_performance(records, "Bob", collect_performance, &users), RECORDS_OK);
    assert_int_equal(users.count, 0);
    records_close(records);

    scratch_remove(&scratch);
}

/* S3D-15: what a profile sums up, level by level, and when it was written last, whichever answer
 * came first. */
static void test_profiles_sum_up_each_level(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    assert_true(answer(records, "e1", "eve", "easy", 1000, true, false));
    records_close(records); /* what follows comes in another batch */
    records = open_in(&scratch);
    assert_true(answer(records, "e2", "eve", "easy", 9000, false, false));
    assert_true(answer(records, "m1", "eve", "medium", 2000, true, false));
    assert_true(answer(records, "m2", "eve", "medium", 3000, false, false));
    assert_true(answer(records, "m3", "eve", "medium", 4000, true, true));
    assert_true(answer(records, "h1", "eve", "hard", 5000, false, false));
    records_close(records);
    assert_query(&scratch,
                 "SELECT challenges_completed || '/' || challenges_passed || ' ' || easy_completed"
                 " || '/' || easy_passed || ' ' || medium_completed || '/' || medium_passed || ' '"
                 " || hard_completed || '/' || hard_passed || ' ' || response_time_sum_ms || ' '"
                 " || site FROM spatial_user_profiles",
                 "6/3 2/1 3/2 1/0 24000 blog");
    assert_query(&scratch,
                 records_is_postgres
                     ? "SELECT to_char(last_updated AT TIME ZONE 'UTC', 'HH24:MI:SS')"
                       " FROM spatial_user_profiles"
                     : "SELECT substr(last_updated, 12, 8) FROM spatial_user_profiles",
                 "14:13:29");
    scratch_remove(&scratch);
}

/* The same, as people who look into the file see it. */
static void test_rows_in_the_file(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_known_answers(&scratch);
    static const struct {
        const char *name, *sql, *expected;
    } cases[] = {
        {"rows", "SELECT count(*) FROM spatial_challenges", "7"},
        {"profiles", "SELECT group_concat(user_id) FROM spatial_user_profiles", "ann,bob"},
        {"a row",
         "SELECT user_id || session_id || site || difficulty || question_type || question_text"
         " || user_answer || presented_at || responded_at || response_time_ms || is_correct"
         " || is_suspicious FROM spatial_challenges WHERE challenge_id = 'c5'",
         "bobs1blogeasysceneWhich one?A2026-09-21T14:13:20.000Z2026-09-21T14:13:20.400Z40011"},
        {"no user is NULL", "SELECT count(*) FROM spatial_challenges WHERE user_id IS NULL", "2"},
        {"counts",
         "SELECT challenges_completed || '/' || challenges_passed FROM spatial_user_profiles"
         " WHERE user_id = 'ann'",
         "4/3"},
        {"average",
         "SELECT average_response_time_ms FROM spatial_user_profiles WHERE user_id = 'ann'",
         "3250.0"},
        {"easy", "SELECT round(easy_accuracy, 6) FROM spatial_user_profiles WHERE user_id = 'ann'",
         "0.666667"},
        {"medium", "SELECT medium_accuracy FROM spatial_user_profiles WHERE user_id = 'ann'",
         "NULL"},
        {"hard", "SELECT hard_accuracy FROM spatial_user_profiles WHERE user_id = 'ann'", "1.0"},
        {"by index",
         "SELECT group_concat(name) FROM (SELECT name FROM pragma_index_list('spatial_challenges')"
         " WHERE origin = 'c' ORDER BY name)",
         "spatial_challenges_user"},
        {"partial indexes",
         "SELECT count(*) FROM pragma_index_list('spatial_challenges') WHERE partial", "1"},
        {"a user is found by index",
         "SELECT count(*) FROM (SELECT * FROM spatial_challenges INDEXED BY spatial_challenges_user"
         " WHERE user_id = 'ann')",
         "4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        assert_query(&scratch, cases[i].sql, cases[i].expected);
    }
    scratch_remove(&scratch);
}

/* S3D-18: the original's three queries, as they stand in its manual. */
static void test_monitoring_queries_run_as_written(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_known_answers(&scratch);
    assert_query(&scratch, "SELECT * FROM spatial_challenge_stats;", "easy");
    assert_query(&scratch, "SELECT * FROM spatial_user_performance WHERE user_id = 'ann';", "ann");
    assert_query(&scratch,
                 "SELECT challenge_id FROM (SELECT * FROM spatial_challenges WHERE is_suspicious ="
                 " true ORDER BY presented_at DESC LIMIT 10) AS found;",
                 "c5");
    scratch_remove(&scratch);
}

/* Anybody can say that they are ann: what her site vouches for stays apart from that. */
static void test_unproven_users_stay_apart(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    assert_true(answer(records, "c1", "ann", "easy", 1000, true, false));
    for (int i = 0; i < 3; i++) {
        char id[8];
        snprintf(id, sizeof id, "v%d", i);
        assert_true(records_answered(records, &(struct records_answer){
                                                  .challenge_id = tes_slice_of(id),
                                                  .user_id = TES_SLICE("ann"),
                                                  .difficulty = TES_SLICE("easy"),
                                                  .presented_at_ms = T0,
                                                  .responded_at_ms = T0 + 1,
                                              }));
    }
    assert_true(answer(records, "c2", NULL, "easy", 1000, true, false));
    records_close(records);
    records = open_in(&scratch);
    struct performance_list users = {.count = 0};
    assert_int_equal(records_performance(records, "ann", collect_performance, &users), RECORDS_OK);
    assert_int_equal(users.count, 2);
    assert_string_equal(users.rows[0].user_source, "site");
    assert_int_equal(users.rows[0].total_attempts, 1);
    assert_near(users.rows[0].pass_rate, 1);
    assert_string_equal(users.rows[1].user_source, "visitor");
    assert_int_equal(users.rows[1].total_attempts, 3);
    assert_near(users.rows[1].pass_rate, 0);
    records_close(records);
    assert_query(&scratch, "SELECT sum(challenges_completed) FROM spatial_user_profiles", "1");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges WHERE user_source IS NULL",
                 "1");
    scratch_remove(&scratch);
}

/* The views are for people too: they must work in SQLite's own shell. */
static void test_views_work_in_the_shell(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_known_answers(&scratch);
    char command[256], text[128] = "";
    snprintf(command, sizeof command,
             "sqlite3 %s/records.db 'SELECT difficulty, round(stddev_response_time_ms, 3)"
             " FROM spatial_challenge_stats' 'SELECT sum(passed) FROM spatial_user_performance'",
             scratch.data);
    FILE *shell = popen(command, "r");
    assert_non_null(shell);
    text[fread(text, 1, sizeof text - 1, shell)] = '\0';
    assert_int_equal(pclose(shell), 0);
    assert_string_equal(text, "easy|2521.243\nhard|\nmedium|1414.214\n4\n");
    scratch_remove(&scratch);
}

static void test_texts_have_ceilings(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    static char longest[5000];
    memset(longest, 'x', sizeof longest);
    memcpy(longest + 126, "a\xc3\xa9", 3); /* the 128 bytes of a user end within a character */
    assert_true(records_answered(records, &(struct records_answer){
                                              .challenge_id = TES_SLICE("long"),
                                              .user_id = {longest, sizeof longest},
                                              .difficulty = TES_SLICE("easy"),
                                              .question_text = {longest, sizeof longest},
                                              .user_answer = {"ok\0hidden", 9},
                                              .session_id = {"bad\xff", 4},
                                              .presented_at_ms = T0,
                                              .responded_at_ms = T0 - 5,
                                          }));
    records_close(records);
    assert_query(
        &scratch,
        records_is_postgres
            ? "SELECT octet_length(user_id) || '/' || octet_length(question_text) || '/' ||"
              " user_answer || '/' || session_id || '/' || response_time_ms"
              " FROM spatial_challenges"
            : "SELECT length(CAST(user_id AS BLOB)) || '/' ||"
              " length(CAST(question_text AS BLOB)) || '/' || user_answer || '/' ||"
              " session_id || '/' || response_time_ms FROM spatial_challenges",
        "127/256/ok/bad/0");
    scratch_remove(&scratch);
}

static void test_full_queue_drops(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    char error[256] = "", id[16];
    struct records_settings settings = settings_for(&scratch);
    settings.queue_max = 10;
    struct records *records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    sqlite3 *db = open_file(&scratch);
    execute(db, "BEGIN IMMEDIATE"); /* the writer can write nothing */
    uint64_t before_us = own_clock_slept_here_us();
    for (int i = 0; i < 20; i++) {
        snprintf(id, sizeof id, "q%d", i);
        assert_int_equal(answer(records, id, "u", "easy", 1000, true, false), i < 10);
    }
    assert_int_equal(own_clock_slept_here_us(), before_us); /* nobody waited for the lock */
    execute(db, "COMMIT");
    sqlite3_close(db);
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "10");
    assert_query(&scratch, "SELECT challenges_completed FROM spatial_user_profiles", "10");
    scratch_remove(&scratch);
}

static void test_close_gives_up_on_a_locked_store(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    sqlite3 *db = open_file(&scratch);
    execute(db, "BEGIN IMMEDIATE");
    for (int i = 0; i < 1000; i++) {
        char id[16];
        snprintf(id, sizeof id, "l%d", i);
        assert_true(answer(records, id, "u", "easy", 1000, true, false));
    }
    uint64_t before_us = own_clock_slept_us();
    records_close(records);
    /* One wait for the lock, 2.5 s at most, not one for each batch. */
    assert_in_range(own_clock_slept_us() - before_us, 0, 2500000);
    execute(db, "COMMIT");
    sqlite3_close(db);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "0");
    scratch_remove(&scratch);
}

/* ----------------------------------------------------------------- forget */

#define DAY_MS       86400000u
#define MANY_EXPIRED 300 /* more than are deleted at once */

static struct records *open_with_history(const struct scratch *scratch, unsigned history_days)
{
    char error[256] = "";
    struct records_settings settings = settings_for(scratch);
    settings.history_days = history_days;
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        fail_msg("%s", error);
    return records;
}

static void add_aged(struct records *records, const char *id, uint64_t age_ms)
{
    uint64_t presented_at_ms = tes_clock_wall_ms() - age_ms;
    assert_true(records_answered(records, &(struct records_answer){
                                              .challenge_id = tes_slice_of(id),
                                              .user_id = TES_SLICE("ann"),
                                              .difficulty = TES_SLICE("easy"),
                                              .presented_at_ms = presented_at_ms,
                                              .responded_at_ms = presented_at_ms + 2000,
                                              .is_correct = true,
                                              .is_user_proven = true,
                                          }));
}

/* Whether the rows get down to this many. */
static bool falls_to(const struct scratch *scratch, const char *wanted)
{
    char text[32] = "";
    PATIENCE_UNTIL((query(scratch, "SELECT count(*) FROM spatial_challenges", text, sizeof text),
                    strcmp(text, wanted) == 0));
    return strcmp(text, wanted) == 0;
}

static void test_forgets_what_is_old(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    static const struct {
        const char *id;
        uint64_t age_ms;
    } rows[] = {
        {"now", 0},
        {"within two days", 2 * DAY_MS - 600000},
        {"over two days", 2 * DAY_MS + 1000},
        {"over a year", (uint64_t)400 * DAY_MS},
    };
    struct records *records = open_with_history(&scratch, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        add_aged(records, rows[i].id, rows[i].age_ms);
    for (int i = 0; i < MANY_EXPIRED; i++) {
        char id[16];
        snprintf(id, sizeof id, "old%d", i);
        add_aged(records, id, 3 * DAY_MS);
    }
    records_close(records);
    records = open_with_history(&scratch, 0);
    usleep(100000);
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "304"); /* 0: for ever */

    records = open_with_history(&scratch, 3650);
    usleep(100000);
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "304"); /* none is so old */

    records = open_with_history(&scratch, 2);
    add_aged(records, "new", 0);
    assert_true(falls_to(&scratch, "3"));
    records_close(records);
    static const struct {
        const char *name, *sql, *expected;
    } cases[] = {
        {"what stays",
         "SELECT count(*) FROM spatial_challenges"
         " WHERE challenge_id IN ('new', 'now', 'within two days')",
         "3"},
        {"profiles keep their sums",
         "SELECT challenges_completed || '/' || challenges_passed || '/' || response_time_sum_ms"
         " FROM spatial_user_profiles",
         "305/305/610000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        assert_query(&scratch, cases[i].sql, cases[i].expected);
    }
    scratch_remove(&scratch);
}

/* While another process writes, nothing is forgotten, and nothing waits for that. */
static void test_forgetting_waits_for_nobody(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_history(&scratch, 0);
    add_aged(records, "old", 3 * DAY_MS);
    records_close(records);
    sqlite3 *db = open_file(&scratch);
    execute(db, "BEGIN IMMEDIATE");
    records = open_with_history(&scratch, 2);
    usleep(100000);
    uint64_t before_us = own_clock_slept_us();
    records_close(records);
    assert_true(own_clock_slept_us() - before_us < 2400000);
    execute(db, "COMMIT");
    sqlite3_close(db);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "1");
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_and_profiles),
        cmocka_unit_test(test_profiles_sum_up_each_level),
        cmocka_unit_test(test_monitoring_queries_run_as_written),
        cmocka_unit_test(test_unproven_users_stay_apart),
        cmocka_unit_test(test_texts_have_ceilings),
        cmocka_unit_test(test_forgets_what_is_old),
    };
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(test_migrates_from_nothing),
        cmocka_unit_test(test_migrates_from_each_older_version),
        cmocka_unit_test(test_open_says_what_is_wrong),
        cmocka_unit_test(test_rows_in_the_file),
        cmocka_unit_test(test_views_work_in_the_shell),
        cmocka_unit_test(test_full_queue_drops),
        cmocka_unit_test(test_close_gives_up_on_a_locked_store),
        cmocka_unit_test(test_forgetting_waits_for_nobody),
    };
    int failed = records_run_sqlite(of_files, sizeof of_files / sizeof of_files[0]);
    return failed + records_run_each(tests, sizeof tests / sizeof tests[0]);
}

/* Records on PostgreSQL: the schema's files, and a server that is away, slow, restarted or refuses
 * to write; S3D-14 to S3D-18. */
#include "records_support.h"

#include <pthread.h>
#include <sys/wait.h>

#include "os/clock.h"
#include "store/records/records_reviews.h"
#include "store/records/records_users.h"

#define ROWS "SELECT count(*) FROM spatial_challenges"

static struct records *open_with(struct records_settings settings)
{
    char error[512] = "";
    settings.where = postgres_test.where;
    settings.migrate_shared = true;
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        fail_msg("%s", error);
    return records;
}

static struct records *open_fresh(void)
{
    postgres_fresh();
    return open_with((struct records_settings){.queue_max = 100000});
}

static void assert_sql(const char *sql, const char *expected)
{
    char text[512];
    const char *error = postgres_sql(sql, text, sizeof text);
    if (error != NULL || strcmp(text, expected) != 0)
        fail_msg("%s: %s, not %s", sql, error != NULL ? error : text, expected);
}

static void run_sql(const char *sql)
{
    const char *error = postgres_sql(sql, NULL, 0);
    if (error != NULL)
        fail_msg("%s: %s", sql, error);
}

/* Whether it comes to that. */
static bool comes_to(const char *sql, const char *expected)
{
    char text[64] = "";
    uint64_t since_us = patience_now_us();
    while (strcmp(text, expected) != 0 && patience_left(since_us))
        if (postgres_sql(sql, text, sizeof text) != NULL)
            postgres_down(0); /* its connection is of the server before */
    return strcmp(text, expected) == 0;
}

/* ----------------------------------------------------------------- schema */

static int psql(const char *file)
{
    char command[512];
    snprintf(command, sizeof command, "psql -q -X -v ON_ERROR_STOP=1 -f %s '%s' >/dev/null 2>&1",
             file, postgres_test.where);
    return system(command);
}

#define FIRST_FILE "migrations/postgres/005_spatial_challenges.sql"

/* The original's own way of installing, and from there on by `tessera migrate`; S3D-14, S3D-15. */
static void first_file_by_psql(void **state)
{
    (void)state;
    char error[512] = "";
    postgres_fresh();
    struct records_settings settings = {.where = postgres_test.where, .migrate = true};
    assert_int_equal(records_schema_version(&settings), 0);
    assert_null(records_open(&settings, error, sizeof error)); /* the database is not ours alone */
    assert_non_null(strstr(error, "tessera migrate"));
    assert_int_equal(records_schema_version(&settings), 0);
    assert_int_equal(psql(FIRST_FILE), 0);
    assert_int_equal(records_schema_version(&settings), 5);
    run_sql("INSERT INTO spatial_challenges(challenge_id, difficulty, presented_at, responded_at,"
            " user_id, is_correct) VALUES('old', 'easy', now(), now(), 'ann', true)");
    assert_int_not_equal(psql(FIRST_FILE), 0); /* again: nothing changes */
    assert_null(records_open(&settings, error, sizeof error));
    assert_non_null(strstr(error, "version 5"));
    settings.migrate_shared = true;
    struct records *records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    records_close(records);
    settings.migrate_shared = false;
    assert_int_equal(records_schema_version(&settings), records_schema_latest(settings.where));
    records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    records_close(records);
    assert_sql("SELECT passed FROM spatial_user_performance WHERE user_id = 'ann'", "1");
    run_sql("UPDATE tessera_schema SET version = 1000");
    assert_null(records_open(&settings, error, sizeof error));
    assert_non_null(strstr(error, "newer"));
}

static bool remember_site(void *context, const struct records_site *site)
{
    memcpy(context, site, sizeof *site);
    return true;
}

/* From the schema before the last that sites changed with: they stay, with one secret and no wish.
 */
static void sites_of_an_older_schema_stay(void **state)
{
    (void)state;
    static const char *const FILES[] = {
        FIRST_FILE,
        "migrations/postgres/006_sites.sql",
        "migrations/postgres/007_users_and_reviews.sql",
        "migrations/postgres/008_wishes_of_sites.sql",
        "migrations/postgres/009_signing_keys.sql",
        "migrations/postgres/010_bans.sql",
        "migrations/postgres/011_fail_of_sites.sql",
        "migrations/postgres/012_profile_of_sites.sql",
    };
    char error[512] = "";
    postgres_fresh();
    struct records_settings settings = {.where = postgres_test.where, .migrate_shared = true};
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        assert_int_equal(psql(FILES[i]), 0);
    assert_int_equal(records_schema_version(&settings), 12);
    run_sql("INSERT INTO sites(name, sitekey, secret_hash, created_at, profile) VALUES('old',"
            " 'ts_old', decode(repeat('07', 32), 'hex'), now(), 'login')");
    run_sql("INSERT INTO site_hostnames VALUES('old', 0, 'www.example.org')");
    struct records *records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    struct records_site site = {0};
    assert_int_equal(records_site_list(records, remember_site, &site), RECORDS_OK);
    assert_string_equal(site.name, "old");
    assert_string_equal(site.hostnames[0], "www.example.org");
    assert_string_equal(site.wishes.profile, "login");
    assert_int_equal(site.secret_hash[31], 7);
    assert_int_equal(site.previous_until_ms, 0);
    assert_false(site.wishes.has_renew);
    assert_int_equal(site.wishes.lifetime_s, 0);
    assert_string_equal(site.wishes.theme, "");
    assert_string_equal(site.wishes.budgets, "");
    records_close(records);
}

/* Each column is of the type that people would expect. */
static void columns_have_types(void **state)
{
    (void)state;
    records_close(open_fresh());
    static const struct {
        const char *type, *count;
    } cases[] = {
        {"jsonb", "3"},   {"timestamp with time zone", "3"}, {"boolean", "3"},
        {"integer", "1"}, {"double precision", "1"},         {"text", "13"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sql[256];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM information_schema.columns WHERE table_name ="
                 " 'spatial_challenges' AND data_type = '%s'",
                 cases[i].type);
        print_message("%s\n", cases[i].type);
        assert_sql(sql, cases[i].count);
    }
}

static void *migrate(void *context)
{
    char error[512] = "";
    struct records_settings settings = {.where = postgres_test.where, .migrate_shared = true};
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        print_message("%s\n", error);
    *(bool *)context = records != NULL;
    records_close(records);
    return NULL;
}

static void several_migrate_at_once(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    bool done[THREADS] = {false};
    postgres_fresh();
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, migrate, &done[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert_true(done[i]);
    char latest[16];
    snprintf(latest, sizeof latest, "1/%d", records_schema_latest(postgres_test.where));
    assert_sql("SELECT count(*) || '/' || max(version) FROM tessera_schema", latest);
}

/* S3D-16, S3D-17, S3D-18: the original's three queries, as they stand in its manual. */
static void monitoring_queries_run_as_written(void **state)
{
    (void)state;
    struct records *records = open_fresh();
    assert_true(answer(records, "c1", "user123", "easy", 1000, true, false));
    assert_true(answer(records, "c2", "user123", "easy", 3000, false, true));
    assert_true(answer(records, "c3", "other", "hard", 3000, true, false));
    records_close(records);
    run_sql("SELECT * FROM spatial_challenge_stats;");
    assert_sql("SELECT * FROM spatial_user_performance WHERE user_id = 'user123';", "user123");
    assert_sql("SELECT * FROM spatial_challenges WHERE is_suspicious = true"
               " ORDER BY presented_at DESC LIMIT 10;",
               "c2");
    assert_sql("SELECT difficulty || total_challenges || passed || failed || suspicious ||"
               " unique_users || avg_response_time_ms || round(stddev_response_time_ms) ||"
               " '/' || pass_rate || '/' || fail_rate"
               " FROM spatial_challenge_stats WHERE difficulty = 'easy'",
               "easy2111120001414/0.5/0.5");
    assert_sql("SELECT total_attempts || '/' || passed || '/' || pass_rate || '/' ||"
               " suspicious_count || '/' || (last_attempt_at AT TIME ZONE 'UTC')"
               " FROM spatial_user_performance WHERE user_id = 'user123'",
               "2/1/0.5/1/2026-09-21 14:13:23");
}

/* ---------------------------------------------------------------- address */

static void messages_hold_no_password(void **state)
{
    (void)state;
    static const char *const ADDRESSES[] = {
        "postgres://me:hush@[bad/x",
        "postgres://me:hush@127.0.0.1:1/x",
        "postgres://me:hush@127.0.0.1:1/x?connect_timeout=1&sslmode=require",
        "postgresql://127.0.0.1:1/x?password=hush",
        "postgres://me:hush@127.0.0.1:99999/x",
        "postgres://me:hush@/x?host=/nowhere",
        "postgres://me:hush@127.0.0.1:1/x?hush=hush",
        "postgres://me:%zzhush@127.0.0.1:1/x",
    };
    for (size_t i = 0; i < sizeof ADDRESSES / sizeof ADDRESSES[0]; i++) {
        char error[512] = "";
        struct records_settings settings = {.where = ADDRESSES[i], .migrate = true};
        assert_null(records_open(&settings, error, sizeof error));
        print_message("%s\n", error);
        assert_true(strlen(error) > 10);
        assert_null(strstr(error, "hush"));
        assert_int_equal(records_schema_version(&settings), -1);
    }
}

/* ------------------------------------------------------------------ rows */

/* One row that the server refuses takes no other with it. */
static void bad_rows_go_alone(void **state)
{
    (void)state;
    struct records *records = open_fresh();
    for (int i = 0; i < 40; i++) {
        char id[16];
        snprintf(id, sizeof id, "b%d", i);
        struct records_answer row = {.challenge_id = tes_slice_of(i == 20 ? "" : id),
                                     .difficulty = tes_slice_of(i == 30 ? "odd" : "easy"),
                                     .options = tes_slice_of(i == 10 ? "[broken" : "[1]"),
                                     .presented_at_ms = T0,
                                     .responded_at_ms = T0 + 1};
        assert_true(records_answered(records, &row));
    }
    records_close(records);
    assert_sql(ROWS, "37");
}

/* ------------------------------------------------------------- bad times */

static void add_rows(struct records *records, const char *prefix, int count)
{
    for (int i = 0; i < count; i++) {
        char id[24];
        snprintf(id, sizeof id, "%s%d", prefix, i);
        assert_true(answer(records, id, "ann", "easy", 1000, i % 2 == 0, false));
    }
}

static bool ignore_site(void *context, const struct records_site *site)
{
    (void)context, (void)site;
    return true;
}

/* Killed again and again while rows come: none is lost, none is counted twice. */
static void killed_under_load(void **state)
{
    (void)state;
    struct records *records = open_fresh();
    for (int round = 0; round < 3; round++) {
        char prefix[8];
        snprintf(prefix, sizeof prefix, "k%d-", round);
        add_rows(records, prefix, 1500);
        usleep(60000 + 20000 * (unsigned)round); /* in the midst of a batch */
        postgres_down(SIGKILL);
        snprintf(prefix, sizeof prefix, "d%d-", round);
        uint64_t start_us = tes_clock_steady_us();
        add_rows(records, prefix, 100);
        /* If each waited for its limit, it would be five minutes. */
        assert_true(tes_clock_steady_us() - start_us < patience_s(0) * 1000000);
        /* The process behind a connection may answer a moment longer than the one that was killed.
         */
        PATIENCE_UNTIL(!records_ready(records));
        assert_false(records_ready(records));
        postgres_up();
    }
    assert_true(comes_to(ROWS, "4800"));
    assert_int_equal(records_dropped(records, RECORDS_DROP_QUEUE), 0);
    assert_true(records_ready(records));
    records_close(records);
    assert_sql("SELECT challenges_completed || '/' || challenges_passed FROM spatial_user_profiles",
               "4800/2400");
}

/* A server that hangs: who asks it waits for some seconds, once; and those behind them not at all.
 * What comes meanwhile is written later. */
static void stopped_and_continued(void **state)
{
    (void)state;
    struct records *records = open_fresh();
    assert_int_equal(records_site_list(records, ignore_site, NULL), RECORDS_OK);
    assert_true(records_ready(records));
    /* Its connections' processes, too: they would go on. */
    char sql[128], pids[512] = "";
    snprintf(sql, sizeof sql,
             "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity"
             " WHERE application_name = 'tessera'");
    assert_null(postgres_sql(sql, pids, sizeof pids));
    char command[640];
    snprintf(command, sizeof command, "kill -STOP %d %s", postgres_test.pid, pids);
    assert_int_equal(system(command), 0);
    assert_int_equal(records_site_list(records, ignore_site, NULL), RECORDS_FAILED);
    uint64_t start_us = tes_clock_steady_us();
    for (int i = 0; i < 100; i++)
        (void)records_ready(records);
    add_rows(records, "s", 500);
    /* One of them looks whether it is back. If each did, it would be half an hour. */
    assert_true(tes_clock_steady_us() - start_us < patience_s(0) * 1000000);
    snprintf(command, sizeof command, "kill -CONT %d %s", postgres_test.pid, pids);
    assert_int_equal(system(command), 0);
    assert_true(comes_to(ROWS, "500"));
    PATIENCE_UNTIL(records_ready(records));
    assert_int_equal(records_site_list(records, ignore_site, NULL), RECORDS_OK);
    records_close(records);
    assert_sql("SELECT challenges_completed FROM spatial_user_profiles", "500");
}

/* It can be read and not written, as a standby: rows wait. */
static void read_only_for_a_while(void **state)
{
    (void)state;
    struct records *records = open_fresh();
    run_sql("ALTER SYSTEM SET default_transaction_read_only = on");
    run_sql("SELECT pg_reload_conf()");
    assert_true(comes_to("SHOW default_transaction_read_only", "on"));
    add_rows(records, "r", 300);
    struct records_site site = {.name = "shop", .sitekey = "ts_1", .created_at_ms = T0};
    assert_int_equal(records_site_add(records, &site), RECORDS_FAILED);
    assert_int_equal(records_site_list(records, ignore_site, NULL), RECORDS_OK);
    assert_true(records_ready(records));
    usleep(300000);
    assert_sql(ROWS, "0");
    run_sql("SET default_transaction_read_only = off");
    run_sql("ALTER SYSTEM RESET default_transaction_read_only");
    run_sql("SELECT pg_reload_conf()");
    assert_true(comes_to(ROWS, "300"));
    assert_int_equal(records_site_add(records, &site), RECORDS_OK);
    records_close(records);
}

/* ----------------------------------------------------------------- limits */

static void everything_has_a_bound(void **state)
{
    (void)state;
    static char large[60000];
    struct records *records = open_fresh();
    for (int i = 0; i < 600; i++) {
        char name[16];
        snprintf(name, sizeof name, "u%03d", i);
        assert_true(answer(records, name, name, "easy", 1000u + (unsigned)i, true, false));
        struct records_user user = {"ts_one", name};
        if (i < 40)
            assert_int_equal(records_state_write(records, &user, "style",
                                                 (struct tes_slice){large, sizeof large}),
                             RECORDS_OK);
    }
    struct records_review review = {
        .review_id = "OLD", .site = "s", .reason = "r", .created_at_ms = 1000};
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 5, .of_queue = 5}),
                     RECORDS_OK);
    records_close(records);
    assert_sql(ROWS, "600");
    run_sql("UPDATE spatial_challenges SET presented_at = now()");
    run_sql("UPDATE user_states SET updated_at = now()");
    run_sql("UPDATE spatial_user_profiles SET last_updated = now()"
            " + substr(user_id, 2)::integer * interval '1 ms'");
    records = open_with((struct records_settings){
        .history_days = 1, .profiles_max = 100, .history_bytes_max = 4000000});
    assert_true(comes_to("SELECT count(*) FROM spatial_user_profiles", "100"));
    assert_true(comes_to("SELECT count(*) FROM reviews", "0"));
    /* A quarter of four megabytes. */
    assert_true(comes_to("SELECT sum(length(bytes)) <= 1000000 FROM user_states", "t"));
    records_close(records);
    assert_sql("SELECT min(user_id) FROM spatial_user_profiles", "u500"); /* the last seen stay */
    assert_sql("SELECT count(*) >= 8 FROM user_states", "t");
    assert_sql(ROWS, "600");
    records = open_with((struct records_settings){.history_bytes_max = 200000}); /* 200 rows */
    assert_true(comes_to("SELECT count(*) BETWEEN 1 AND 200 FROM spatial_challenges", "t"));
    records_close(records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_hold_no_password),
        cmocka_unit_test(first_file_by_psql),
        cmocka_unit_test(sites_of_an_older_schema_stay),
        cmocka_unit_test(columns_have_types),
        cmocka_unit_test(several_migrate_at_once),
        cmocka_unit_test(monitoring_queries_run_as_written),
        cmocka_unit_test(bad_rows_go_alone),
        cmocka_unit_test(everything_has_a_bound),
        cmocka_unit_test(read_only_for_a_while),
        cmocka_unit_test(stopped_and_continued),
        cmocka_unit_test(killed_under_load),
    };
    postgres_make();
    return records_run_postgres(tests, sizeof tests / sizeof tests[0]);
}

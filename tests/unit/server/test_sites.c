/* Sites: their life, their names, how a server learns of changes, and all of records.h at once. */
#include "../store/records_support.h"

#include <pthread.h>
#include <stdatomic.h>

static struct records_site make_site(const char *name, const char *sitekey)
{
    struct records_site site = {.hostname_count = 2, .created_at_ms = T0 + 7};
    snprintf(site.name, sizeof site.name, "%s", name);
    snprintf(site.sitekey, sizeof site.sitekey, "%s", sitekey);
    memset(site.secret_hash, 0xA5, sizeof site.secret_hash);
    strcpy(site.hostnames[0], "www.example.org");
    strcpy(site.hostnames[1], "example.org");
    return site;
}

struct site_list {
    struct records_site sites[8];
    size_t count, stop_after;
};

static bool collect_site(void *context, const struct records_site *site)
{
    struct site_list *list = context;
    list->sites[list->count++] = *site;
    return list->count != list->stop_after;
}

static void assert_same_site(const struct records_site *a, const struct records_site *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->sitekey, b->sitekey);
    assert_memory_equal(a->secret_hash, b->secret_hash, RECORDS_HASH_BYTES);
    assert_int_equal(a->created_at_ms, b->created_at_ms);
    assert_int_equal(a->hostname_count, b->hostname_count);
    for (size_t i = 0; i < a->hostname_count; i++)
        assert_string_equal(a->hostnames[i], b->hostnames[i]);
}

static void test_site_lifecycle(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct records_site blog = make_site("blog", "ts_1"), shop = make_site("Shop", "ts_2"), got;
    static struct site_list list;

    assert_int_equal(records_site_add(records, &shop), RECORDS_OK);
    assert_int_equal(records_site_add(records, &blog), RECORDS_OK);
    list = (struct site_list){0};
    assert_int_equal(records_site_list(records, collect_site, &list), RECORDS_OK);
    assert_int_equal(list.count, 2);
    assert_same_site(&list.sites[0], &shop); /* capitals come first */
    assert_same_site(&list.sites[1], &blog);
    list = (struct site_list){.stop_after = 1};
    assert_int_equal(records_site_list(records, collect_site, &list), RECORDS_OK);
    assert_int_equal(list.count, 1);

    uint8_t hash[RECORDS_HASH_BYTES] = {1, 2, 3};
    memcpy(blog.secret_hash, hash, sizeof hash);
    assert_int_equal(records_site_rotate(records, "blog", hash, 0, &got), RECORDS_OK);
    assert_same_site(&got, &blog);
    assert_int_equal(records_site_rotate(records, "Blog", hash, 0, &got), RECORDS_ABSENT);

    assert_int_equal(records_site_remove(records, "blog"), RECORDS_OK);
    assert_int_equal(records_site_remove(records, "blog"), RECORDS_ABSENT);
    assert_query(&scratch, "SELECT count(*) FROM site_hostnames", "2");
    records_close(records);

    records = open_in(&scratch);
    list = (struct site_list){0};
    assert_int_equal(records_site_list(records, collect_site, &list), RECORDS_OK);
    assert_int_equal(list.count, 1);
    assert_same_site(&list.sites[0], &shop);
    records_close(records);
    scratch_remove(&scratch);
}

static void test_site_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *site, *sitekey;
        enum records_result expected;
    } cases[] = {
        {"first", "site", "ts_a", RECORDS_OK},
        {"same name", "site", "ts_b", RECORDS_EXISTS},
        {"same sitekey", "other", "ts_a", RECORDS_EXISTS},
        {"other case", "Site", "ts_c", RECORDS_OK},
        {"no name", "", "ts_d", RECORDS_FAILED},
        {"quotes", "'); DROP TABLE sites; --", "ts_e", RECORDS_OK},
        {"beyond ASCII", "caf\xc3\xa9", "ts_f", RECORDS_OK},
    };
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].name);
        struct records_site site = make_site(cases[i].site, cases[i].sitekey);
        assert_int_equal(records_site_add(records, &site), cases[i].expected);
    }
    struct records_site crowded = make_site("crowded", "ts_g");
    crowded.hostname_count = RECORDS_HOSTNAMES_MAX + 1;
    assert_int_equal(records_site_add(records, &crowded), RECORDS_FAILED);
    /* A site that failed half-way leaves nothing behind. */
    struct records_site half = make_site("half", "ts_h");
    half.hostnames[1][0] = '\0';
    assert_int_equal(records_site_add(records, &half), RECORDS_FAILED);
    static struct site_list list;
    list = (struct site_list){0};
    assert_int_equal(records_site_list(records, collect_site, &list), RECORDS_OK);
    assert_int_equal(list.count, 4);
    assert_query(&scratch, "SELECT count(*) FROM site_hostnames", "8");
    records_close(records);
    scratch_remove(&scratch);
}

static void test_site_version_follows_changes(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *server = open_in(&scratch), *tool = open_in(&scratch);
    struct records_site site = make_site("blog", "ts_1");
    uint8_t hash[RECORDS_HASH_BYTES] = {9};

    uint64_t before = records_site_version(server);
    assert_int_equal(records_site_version(server), before);
    assert_int_equal(records_site_add(tool, &site), RECORDS_OK);
    uint64_t added = records_site_version(server);
    assert_true(added != before);
    assert_int_equal(records_site_rotate(tool, "blog", hash, 0, NULL), RECORDS_OK);
    uint64_t rotated = records_site_version(server);
    assert_true(rotated != added);
    assert_int_equal(records_site_remove(server, "blog"), RECORDS_OK);
    uint64_t removed = records_site_version(server);
    assert_true(removed != rotated);
    change(&scratch, records_is_postgres
                         ? "INSERT INTO sites(name, sitekey, secret_hash, created_at)"
                           " VALUES('x', 'ts_x', decode(repeat('00', 32), 'hex'), now())"
                         : "INSERT INTO sites(name, sitekey, secret_hash, created_at)"
                           " VALUES('x', 'ts_x', zeroblob(32), '2026-11-15T04:05:06.789Z')");
    assert_true(records_site_version(server) != removed);

    /* Answers are no change of the sites. */
    uint64_t last = records_site_version(server);
    assert_true(answer(tool, "c1", "u", "easy", 1000, true, false));
    records_close(tool);
    assert_int_equal(records_site_version(server), last);
    assert_true(records_ready(server));
    records_close(server);
    scratch_remove(&scratch);
}

/* ------------------------------------------------------------ concurrent */

#define THREADS 8
#define ROUNDS  50

struct shared {
    struct records *records;
    atomic_uint next, failures, versions;
};

static bool count_site(void *context, const struct records_site *site)
{
    *(size_t *)context += site->hostname_count;
    return true;
}

static bool ignore_stats(void *context, const struct records_stats_row *row)
{
    (void)context;
    return row->total_challenges > 0;
}

static void *use_everything(void *context)
{
    struct shared *shared = context;
    unsigned number = atomic_fetch_add(&shared->next, 1);
    for (unsigned i = 0; i < ROUNDS; i++) {
        char name[32];
        size_t hostnames = 0;
        uint8_t hash[RECORDS_HASH_BYTES] = {0};
        snprintf(name, sizeof name, "t%u-%u", number, i);
        struct records_site site = make_site(name, name);
        bool fine = records_site_add(shared->records, &site) == RECORDS_OK &&
                    records_site_rotate(shared->records, name, hash, 0, NULL) == RECORDS_OK &&
                    answer(shared->records, name, "u", "easy", 1000, i % 2 == 0, false) &&
                    records_site_list(shared->records, count_site, &hostnames) == RECORDS_OK &&
                    hostnames >= 2 && hostnames % 2 == 0 &&
                    records_stats(shared->records, ignore_stats, NULL) == RECORDS_OK &&
                    records_site_version(shared->records) > 0 &&
                    records_site_remove(shared->records, name) == RECORDS_OK;
        if (!fine)
            atomic_fetch_add(&shared->failures, 1);
    }
    return NULL;
}

static void test_concurrent_use(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct shared shared = {.records = open_in(&scratch)};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_everything, &shared), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    records_close(shared.records);
    assert_int_equal(atomic_load(&shared.failures), 0);
    assert_query(&scratch, "SELECT count(*) FROM sites", "0");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "400");
    assert_query(&scratch,
                 "SELECT challenges_completed || '/' || challenges_passed || '/' || easy_accuracy"
                 " FROM spatial_user_profiles",
                 "400/200/0.5");
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_site_lifecycle),
        cmocka_unit_test(test_site_names),
        cmocka_unit_test(test_site_version_follows_changes),
        cmocka_unit_test(test_concurrent_use),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}

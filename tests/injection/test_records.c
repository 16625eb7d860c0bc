/*
 * Records and sites when memory is out: a site is there as a whole or not at all, a list of them is
 * complete, and afterwards they work as before. What is not forgotten then is forgotten later.
 */
#include "stores.h"

#include "server/app/sites.h"
#include "store/records/records_backend.h"

#define SITES 6

static struct {
    struct records_settings settings;
    struct records *records;
    struct sites *sites;
    struct records_site site;
    unsigned number;
    unsigned listed;
    enum records_result list, add, rotate, remove;
    struct records_site rotated;
    bool is_right, is_answered, is_refreshed, has_more;
} book;

static void fill_site(struct records_site *site, unsigned number)
{
    memset(site, 0, sizeof *site);
    snprintf(site->name, sizeof site->name, "site-%04u", number);
    snprintf(site->sitekey, sizeof site->sitekey, "ts_%04u", number);
    snprintf(site->hostnames[0], sizeof site->hostnames[0], "www%u.example.org", number);
    site->hostname_count = 1;
    site->secret_hash[0] = (uint8_t)number;
    site->created_at_ms = NOW_MS;
}

/* Sites are listed whole: with their name, their key and their hostname. */
static bool look_at_site(void *context, const struct records_site *site)
{
    struct records_site right;
    (void)context;
    unsigned number = (unsigned)strtoul(site->sitekey + 3, NULL, 10);
    fill_site(&right, number);
    if (strcmp(site->name, right.name) != 0 || strcmp(site->sitekey, right.sitekey) != 0 ||
        site->hostname_count != 1 || strcmp(site->hostnames[0], right.hostnames[0]) != 0 ||
        site->created_at_ms != NOW_MS)
        book.is_right = false;
    book.listed++;
    return true;
}

static void list_sites(void)
{
    book.listed = 0;
    book.is_right = true;
    book.list = records_site_list(book.records, look_at_site, NULL);
}

static void assert_sites(unsigned count)
{
    list_sites();
    assert_int_equal(book.list, RECORDS_OK);
    assert_true(book.is_right);
    assert_int_equal(book.listed, count);
}

static void records_open_run(void *context)
{
    (void)context;
    error.text[0] = '\0';
    book.records = records_open(&book.settings, error.text, sizeof error.text);
}

static void records_open_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_non_null(book.records);
    if (book.records == NULL) {
        assert_explained();
        return;
    }
    assert_true(records_ready(book.records));
    list_sites();
    assert_int_equal(book.list, RECORDS_OK);
    assert_true(book.is_right);
    records_close(book.records);
}

static void sites_before(void *context)
{
    (void)context;
    fill_site(&book.site, 1000 + ++book.number);
}

static void sites_run(void *context)
{
    (void)context;
    book.add = records_site_add(book.records, &book.site);
    list_sites();
    book.rotate =
        records_site_rotate(book.records, book.site.name, book.site.secret_hash, 0, &book.rotated);
    book.remove = records_site_remove(book.records, book.site.name);
}

static void sites_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit) {
        assert_int_equal(book.add, RECORDS_OK);
        assert_int_equal(book.list, RECORDS_OK);
        assert_int_equal(book.rotate, RECORDS_OK);
        assert_int_equal(book.remove, RECORDS_OK);
    }
    assert_true(book.is_right);
    if (book.list == RECORDS_OK)
        assert_int_equal(book.listed, SITES + (book.add == RECORDS_OK ? 1U : 0U));
    if (book.rotate == RECORDS_OK) {
        assert_string_equal(book.rotated.name, book.site.name);
        assert_string_equal(book.rotated.sitekey, book.site.sitekey);
        assert_string_equal(book.rotated.hostnames[0], book.site.hostnames[0]);
    }
    /* What failed has left nothing half done, and may be done again. */
    bool is_there = book.add == RECORDS_OK && book.remove != RECORDS_OK;
    assert_sites(SITES + (is_there ? 1U : 0U));
    assert_int_equal(records_site_add(book.records, &book.site),
                     is_there ? RECORDS_EXISTS : RECORDS_OK);
    assert_int_equal(records_site_remove(book.records, book.site.name), RECORDS_OK);
    assert_sites(SITES);
}

static void refresh_run(void *context)
{
    (void)context;
    book.sites = sites_new();
    book.is_refreshed = book.sites != NULL && sites_refresh(book.sites, book.records);
}

static void refresh_after(void *context, bool was_hit)
{
    (void)context;
    struct records_site site;
    if (!was_hit)
        assert_true(book.is_refreshed);
    /* Where it says that it has read them, it has read them all. */
    if (book.sites != NULL && !book.is_refreshed)
        assert_true(sites_refresh(book.sites, book.records));
    const struct sites_list *list = book.sites != NULL ? sites_get(book.sites) : NULL;
    for (unsigned i = 0; list != NULL && i < SITES; i++) {
        fill_site(&site, i);
        const struct site *found = sites_find(list, tes_slice_of(site.sitekey));
        assert_int_equal(sites_check(found, tes_slice_of(site.hostnames[0])), SITES_KNOWN);
        assert_int_equal(sites_check(found, TES_SLICE("elsewhere.example")), SITES_WRONG_HOST);
    }
    sites_put(list);
    sites_free(book.sites);
}

static bool count_answers(void *context, const struct records_stats_row *row)
{
    *(uint64_t *)context += row->total_challenges;
    return true;
}

static void answer_before(void *context)
{
    (void)context;
    book.number++;
}

static void answer_run(void *context)
{
    (void)context;
    char id[32];
    int length = snprintf(id, sizeof id, "challenge-%u", book.number);
    book.is_answered = records_answered(
        book.records, &(struct records_answer){.challenge_id = {id, (size_t)length},
                                               .user_id = TES_SLICE("user"),
                                               .site = TES_SLICE("ts_0001"),
                                               .difficulty = TES_SLICE("easy"),
                                               .question_type = TES_SLICE("puzzle"),
                                               .presented_at_ms = NOW_MS,
                                               .responded_at_ms = LATER_MS,
                                               .is_correct = true,
                                               .is_user_proven = true});
    /* Waits for the writer: closing writes what is queued, or gives it up. */
    records_close(book.records);
}

static uint64_t answers_before;

static void answer_after(void *context, bool was_hit)
{
    (void)context;
    uint64_t count = 0;
    book.records = records_open(&book.settings, error.text, sizeof error.text);
    assert_non_null(book.records);
    assert_int_equal(records_stats(book.records, count_answers, &count), RECORDS_OK);
    if (!was_hit) {
        assert_true(book.is_answered);
        assert_int_equal(count, answers_before + 1);
    }
    /* It is there once or, where it was dropped, not at all. */
    assert_true(count == answers_before || count == answers_before + 1);
    if (!book.is_answered)
        assert_int_equal(count, answers_before);
    answers_before = count;
}

static void test_records(void **state)
{
    (void)state;
    book.settings =
        (struct records_settings){.where = "sqlite", .data = folder.data, .migrate = true};
    inject_each(&(struct inject_trial){.name = "open the records",
                                       .scope = INJECT_ALL_THREADS,
                                       .library_every = 16,
                                       .is_counted = true,
                                       .run = records_open_run,
                                       .after = records_open_after},
                NULL);

    book.records = records_open(&book.settings, error.text, sizeof error.text);
    assert_non_null(book.records);
    for (unsigned i = 0; i < SITES; i++) {
        fill_site(&book.site, i);
        assert_int_equal(records_site_add(book.records, &book.site), RECORDS_OK);
    }
    inject_each(&(struct inject_trial){.name = "add, list, rotate and remove a site",
                                       .scope = INJECT_ALL_THREADS,
                                       .library_every = 4,
                                       .before = sites_before,
                                       .run = sites_run,
                                       .after = sites_after},
                NULL);
    inject_each(&(struct inject_trial){.name = "refresh the sites",
                                       .run = refresh_run,
                                       .after = refresh_after},
                NULL);
    inject_each(&(struct inject_trial){.name = "keep an answer",
                                       .scope = INJECT_ALL_THREADS,
                                       .before = answer_before,
                                       .run = answer_run,
                                       .after = answer_after},
                NULL);
    records_close(book.records);
}

/* Forgetting is the writer's, whose thread comes when it likes: here the back end is called
 * itself. The answer is of NOW_MS, years ago. */
static void forget_before(void *store)
{
    const struct answer old = {.row = {.challenge_id = TES_SLICE("old"),
                                       .user_id = TES_SLICE("user"),
                                       .difficulty = TES_SLICE("easy"),
                                       .presented_at_ms = NOW_MS,
                                       .responded_at_ms = LATER_MS}};
    assert_true(records_sqlite.write_answers(store, &old));
}

static void forget_run(void *store)
{
    book.has_more = records_sqlite.forget_answers(store);
}

static void forget_after(void *store, bool was_hit)
{
    uint64_t count = 0;
    assert_false(book.has_more); /* of one row there are no more to come */
    if (was_hit)
        assert_false(records_sqlite.forget_answers(store));
    struct records reader = {.backend = &records_sqlite, .store = store};
    assert_int_equal(records_stats(&reader, count_answers, &count), RECORDS_OK);
    assert_int_equal(count, 0);
}

static void test_forgetting(void **state)
{
    (void)state;
    struct records_settings settings = {
        .where = "sqlite", .data = folder.data, .migrate = true, .history_days = 1};
    void *store = records_sqlite.open(&settings, error.text, sizeof error.text);
    assert_non_null(store);
    while (records_sqlite.forget_answers(store)) /* what other tests have left */
        ;
    inject_each(&(struct inject_trial){.name = "forget an answer",
                                       .before = forget_before,
                                       .run = forget_run,
                                       .after = forget_after},
                store);
    records_sqlite.close(store);
}

/* Making the schema: half of it must not stay. */
static void migrate_before(void *context)
{
    (void)context;
    static const char *const FILES[] = {"records.db", "records.db-wal", "records.db-shm"};
    char path[160];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder.data, FILES[i]);
        unlink(path);
    }
}

static void migrate_after(void *context, bool was_hit)
{
    if (book.records != NULL) {
        records_open_after(context, was_hit);
        return;
    }
    assert_true(was_hit);
    assert_explained();
    records_open_run(context);
    records_open_after(context, false);
}

static void test_records_schema(void **state)
{
    (void)state;
    inject_each(
        &(struct inject_trial){.name = "make the records",
                               .scope = INJECT_ALL_THREADS,
                               .library_every = 32,
                               /* 36,000 allocations, each of 7 ms: all would be 8 minutes. */
                               .library_every_all = 4,
                               .before = migrate_before,
                               .run = records_open_run,
                               .after = migrate_after},
        NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_forgetting),
        cmocka_unit_test(test_records_schema),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

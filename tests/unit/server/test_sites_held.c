/* The sites that a server holds in memory: each is found by its key, and by nothing else; what was
 * found stays as it is. */
#include "../store/records_support.h"
#include "server/app/sites.h"

enum { SITES = 200 };

static void name_site(struct records_site *site, unsigned i)
{
    static const char *const LEVELS[] = {"", "easy", "medium", "hard"};
    /* Keys in another order than names. */
    *site = (struct records_site){.created_at_ms = T0};
    snprintf(site->name, sizeof site->name, "site %u", i);
    snprintf(site->sitekey, sizeof site->sitekey, "ts_%u", i * 7919 % SITES);
    snprintf(site->difficulty, sizeof site->difficulty, "%s", LEVELS[i % 4]);
    memset(site->secret_hash, (int)i, sizeof site->secret_hash);
}

/* What a request that names this key gets; compared at once, before the sites change. */
static const struct site *find(struct sites *sites, struct tes_slice key)
{
    const struct sites_list *list = sites_get(sites);
    const struct site *site = sites_find(list, key);
    sites_put(list);
    return site;
}

static void each_is_found_by_its_key(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct sites *sites = sites_new();
    struct records_site site;
    assert_non_null(sites);
    assert_ptr_equal(find(sites, TES_SLICE("ts_1")), &sites_not_found);
    for (unsigned i = 0; i < SITES; i++) {
        name_site(&site, i);
        assert_int_equal(records_site_add(records, &site), RECORDS_OK);
    }
    assert_true(sites_refresh(sites, records));
    for (unsigned i = 0; i < SITES; i++) {
        name_site(&site, i);
        struct tes_slice key = tes_slice_of(site.sitekey);
        const struct site *found = find(sites, key);
        assert_int_equal(sites_check(found, TES_SLICE("")), SITES_KNOWN);
        assert_memory_equal(sites_secret_hash(found, 0), site.secret_hash, RECORDS_HASH_BYTES);
        assert_null(sites_secret_hash(found, 1));
        assert_int_equal(found->difficulty, i % 4);
    }
    static const struct tes_slice NONE[] = {
        TES_SLICE_INIT(""),       TES_SLICE_INIT("ts_"),
        TES_SLICE_INIT("ts_200"), TES_SLICE_INIT("TS_1"),
        TES_SLICE_INIT("ts_1\0"), TES_SLICE_INIT("ts_1\0x"),
        TES_SLICE_INIT("ts_1 "),  TES_SLICE_INIT("\0"),
        TES_SLICE_INIT("zz"),     TES_SLICE_INIT("ts_1234567890123456789012345678901234567890"),
    };
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        const struct site *found = find(sites, NONE[i]);
        assert_ptr_equal(found, NONE[i].length > 0 ? &sites_not_found : &sites_not_named);
        assert_int_equal(sites_check(found, TES_SLICE("")), SITES_UNKNOWN);
        assert_null(sites_secret_hash(found, 0));
        assert_int_equal(found->difficulty, 0);
    }
    sites_free(sites);
    records_close(records);
    scratch_remove(&scratch);
}

static void a_difficulty_is_seen_once_it_is_set(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch), *other = open_in(&scratch);
    struct sites *sites = sites_new();
    struct records_site site;
    static const char *const LEVELS[] = {"hard", "", "easy", "medium"};
    static const enum tes_difficulty EXPECTED[] = {TES_HARD, 0, TES_EASY, TES_MEDIUM};
    assert_non_null(sites);
    name_site(&site, 0);
    assert_int_equal(records_site_add(other, &site), RECORDS_OK);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(records_site_set_difficulty(other, site.name, LEVELS[i]), RECORDS_OK);
        assert_true(sites_refresh(sites, records));
        assert_int_equal(find(sites, tes_slice_of(site.sitekey))->difficulty, EXPECTED[i]);
    }
    assert_int_equal(records_site_set_difficulty(other, "none", "hard"), RECORDS_ABSENT);
    assert_int_equal(records_site_set_difficulty(other, site.name, "harder"), RECORDS_FAILED);
    sites_free(sites);
    records_close(other);
    records_close(records);
    scratch_remove(&scratch);
}

/* A request that has the sites goes on with what it has, whatever the records say by then. */
static void what_was_found_stays_until_it_is_put_back(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct sites *sites = sites_new();
    struct records_site site;
    assert_non_null(sites);
    name_site(&site, 3);
    assert_int_equal(records_site_add(records, &site), RECORDS_OK);
    assert_true(sites_refresh(sites, records));
    const struct sites_list *before = sites_get(sites);
    const struct site *found = sites_find(before, tes_slice_of(site.sitekey));
    assert_int_equal(records_site_remove(records, site.name), RECORDS_OK);
    assert_true(sites_refresh(sites, records));
    assert_int_equal(found->difficulty, TES_HARD);
    assert_string_equal(found->record.name, site.name);
    assert_ptr_equal(sites_find(before, tes_slice_of(site.sitekey)), found);
    assert_ptr_equal(find(sites, tes_slice_of(site.sitekey)), &sites_not_found);
    sites_free(sites); /* only the list that is current goes with it */
    assert_string_equal(found->record.name, site.name);
    sites_put(before);
    sites_put(NULL);
    records_close(records);
    scratch_remove(&scratch);
}

/* What a site asks and takes is seen once it is set, is all that was set, and can be taken back. */
static void a_policy_is_seen_once_it_is_set(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch), *other = open_in(&scratch);
    struct sites *sites = sites_new();
    struct records_site site;
    struct sites_policy policy;
    static const struct {
        struct records_wishes words;
        const char *kinds, *alternatives; /* that are then held */
        bool has_alternatives, has_strength;
        enum tes_strength_class strength;
    } ROWS[] = {
        {{.types = "human,scene",
          .strength = "friction",
          .alternatives = "still,pow",
          .rounds = 2,
          .fail = "open",
          .profile = "login"},
         "human,scene",
         "still,pow",
         true,
         true,
         TES_STRENGTH_FRICTION},
        {{.strength = "off-the-shelf", .alternatives = SITES_NONE, .rounds = 5, .fail = "closed"},
         "",
         "",
         true,
         true,
         TES_STRENGTH_OFF_THE_SHELF},
        {{.types = "hidden"}, "hidden", "", false, false, TES_STRENGTH_OFF_THE_SHELF},
        /* Of a newer server, maybe: no wish, and no way that nobody here knows. */
        {{.types = "labyrinth", .alternatives = "telepathy", .rounds = 99},
         "",
         "",
         true,
         false,
         TES_STRENGTH_OFF_THE_SHELF},
        {{.rounds = 0}, "", "", false, false, TES_STRENGTH_OFF_THE_SHELF},
    };
    assert_non_null(sites);
    name_site(&site, 0);
    snprintf(site.wishes.profile, sizeof site.wishes.profile, "login"); /* from the start */
    assert_int_equal(records_site_add(other, &site), RECORDS_OK);
    assert_true(sites_refresh(sites, records));
    assert_int_equal(find(sites, tes_slice_of(site.sitekey))->policy.profile, ACCEPT_LOGIN);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        unsigned kinds, alternatives;
        assert_true(accept_kinds_read(tes_slice_of(ROWS[i].kinds), &kinds));
        assert_true(accept_alternatives_read(tes_slice_of(ROWS[i].alternatives), &alternatives));
        assert_int_equal(records_site_set_wishes(other, site.name, &ROWS[i].words), RECORDS_OK);
        assert_true(sites_refresh(sites, records));
        policy = find(sites, tes_slice_of(site.sitekey))->policy;
        assert_int_equal(policy.kinds, kinds);
        assert_int_equal(policy.alternatives, alternatives);
        assert_int_equal(policy.has_alternatives, ROWS[i].has_alternatives);
        assert_int_equal(policy.has_strength, ROWS[i].has_strength);
        assert_int_equal(policy.strength, ROWS[i].strength);
        assert_int_equal(policy.rounds, ROWS[i].words.rounds);
        assert_int_equal(policy.profile,
                         ROWS[i].words.profile[0] != '\0' ? ACCEPT_LOGIN : ACCEPT_ANY);
        bool is_open = strcmp(ROWS[i].words.fail, "open") == 0;
        assert_int_equal(policy.has_fail, ROWS[i].words.fail[0] != '\0');
        assert_int_equal(policy.fails_open, is_open);
        assert_int_equal(sites_open(sites, false).open, is_open);
        assert_int_equal(sites_open(sites, true).open, is_open || !policy.has_fail);
        assert_int_equal(sites_open(sites, true).all, 1);
    }
    /* Neither a difficulty nor a new secret changes them. */
    const struct records_wishes kept = {.types = "human",
                                        .strength = "friction",
                                        .alternatives = "pow",
                                        .rounds = 3,
                                        .fail = "open",
                                        .profile = "login"};
    assert_int_equal(records_site_set_wishes(other, site.name, &kept), RECORDS_OK);
    assert_int_equal(records_site_set_difficulty(other, site.name, "hard"), RECORDS_OK);
    assert_int_equal(records_site_rotate(other, site.name, site.secret_hash, 0, &site), RECORDS_OK);
    assert_string_equal(site.wishes.types, "human");
    assert_string_equal(site.wishes.strength, "friction");
    assert_string_equal(site.wishes.alternatives, "pow");
    assert_int_equal(site.wishes.rounds, 3);
    assert_string_equal(site.wishes.fail, "open");
    assert_string_equal(site.wishes.profile, "login");
    const struct records_wishes unknown = {.strength = "proof"}, too_many = {.rounds = 100},
                                ajar = {.fail = "ajar"}, lobby = {.profile = "lobby"};
    assert_int_equal(records_site_set_wishes(other, site.name, &lobby), RECORDS_FAILED);
    assert_int_equal(records_site_set_wishes(other, site.name, &ajar), RECORDS_FAILED);
    assert_int_equal(records_site_set_wishes(other, site.name, &unknown), RECORDS_FAILED);
    assert_int_equal(records_site_set_wishes(other, site.name, &too_many), RECORDS_FAILED);
    assert_int_equal(records_site_set_wishes(other, "none", &kept), RECORDS_ABSENT);
    assert_string_equal(find(sites, tes_slice_of(site.sitekey))->record.name, site.name);
    sites_free(sites);
    records_close(other);
    records_close(records);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_found_by_its_key),
        cmocka_unit_test(a_difficulty_is_seen_once_it_is_set),
        cmocka_unit_test(what_was_found_stays_until_it_is_put_back),
        cmocka_unit_test(a_policy_is_seen_once_it_is_set),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}

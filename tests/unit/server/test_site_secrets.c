/* A site's two secrets, its hostnames, and what else it has of its own: as they are kept, and as a
 * server holds them. */
#include "../store/records_support.h"

#include <time.h>

#include "os/clock.h"
#include "server/app/sites.h"

struct both {
    struct scratch scratch;
    struct records *server, *tool;
    struct sites *sites;
    struct records_site site;
    const struct sites_list *list; /* what a request has */
};

/* Has the server see what the tool has changed. */
static void refresh(struct both *both)
{
    assert_true(sites_refresh(both->sites, both->server));
    sites_put(both->list);
    both->list = sites_get(both->sites);
}

static const struct site *shop(const struct both *both)
{
    return sites_find(both->list, TES_SLICE("ts_shop"));
}

static void start(struct both *both)
{
    both->list = NULL;
    both->scratch = records_scratch();
    both->server = open_in(&both->scratch);
    both->tool = open_in(&both->scratch);
    both->sites = sites_new();
    assert_non_null(both->sites);
    both->site = (struct records_site){.name = "shop", .sitekey = "ts_shop"};
    memset(both->site.secret_hash, 1, RECORDS_HASH_BYTES);
    assert_int_equal(records_site_add(both->tool, &both->site), RECORDS_OK);
    refresh(both);
}

static void end(struct both *both)
{
    sites_put(both->list);
    sites_free(both->sites);
    records_close(both->tool);
    records_close(both->server);
    scratch_remove(&both->scratch);
}

static bool remember(void *context, const struct records_site *site)
{
    memcpy(context, site, sizeof *site);
    return true;
}

/* The site as another process reads it. */
static struct records_site read_back(const struct both *both)
{
    struct records_site site = {0};
    assert_int_equal(records_site_list(both->server, remember, &site), RECORDS_OK);
    return site;
}

static void rotate(struct both *both, int number, uint64_t until_ms)
{
    uint8_t hash[RECORDS_HASH_BYTES];
    memset(hash, number, sizeof hash);
    assert_int_equal(records_site_rotate(both->tool, "shop", hash, until_ms, &both->site),
                     RECORDS_OK);
    assert_int_equal(both->site.previous_until_ms, until_ms);
    refresh(both);
}

static bool is_good(const struct both *both, int number)
{
    uint8_t hash[RECORDS_HASH_BYTES];
    memset(hash, number, sizeof hash);
    const struct site *found = sites_find_secret(both->list, hash);
    /* What is found by its site's key is the same. */
    bool is_among = false;
    const uint8_t *own;
    for (unsigned i = 0; (own = sites_secret_hash(shop(both), i)) != NULL; i++)
        is_among = is_among || memcmp(own, hash, sizeof hash) == 0;
    assert_ptr_equal(found, is_among ? shop(both) : &sites_not_found);
    return is_among;
}

static void both_are_good_until_the_overlap_ends(void **state)
{
    (void)state;
    struct both both;
    start(&both);
    uint64_t later_ms = tes_clock_wall_ms() + 3600000;
    assert_true(is_good(&both, 1));
    assert_false(is_good(&both, 0)); /* no hash of a secret that there never was */
    rotate(&both, 2, later_ms);
    assert_true(is_good(&both, 1) && is_good(&both, 2));
    rotate(&both, 3, later_ms); /* the two newest alone */
    assert_false(is_good(&both, 1));
    assert_true(is_good(&both, 2) && is_good(&both, 3));
    rotate(&both, 4, 0); /* the newest alone */
    assert_false(is_good(&both, 2) || is_good(&both, 3));
    assert_true(is_good(&both, 4));
    assert_int_equal(read_back(&both).previous_until_ms, 0);
    rotate(&both, 5, tes_clock_wall_ms() - 1); /* is over already */
    assert_false(is_good(&both, 4));
    assert_true(is_good(&both, 5));
    end(&both);
}

/* The clock ends it: nothing is read anew. */
static void the_clock_ends_the_overlap(void **state)
{
    (void)state;
    struct both both;
    start(&both);
    uint64_t until_ms = tes_clock_wall_ms() + 1500;
    rotate(&both, 2, until_ms);
    bool was_good = is_good(&both, 1);
    assert_true(was_good || tes_clock_wall_ms() >= until_ms);
    const struct timespec moment = {.tv_nsec = 10000000};
    while (tes_clock_wall_ms() < until_ms)
        nanosleep(&moment, NULL);
    assert_false(is_good(&both, 1));
    assert_true(is_good(&both, 2));
    end(&both);
}

/* Of many, whose hashes begin alike or are alike but for a bit, each is found, and no other. */
static void each_of_many_is_found(void **state)
{
    (void)state;
    enum { SITES = 60 };
    struct both both;
    start(&both);
    for (unsigned i = 0; i < SITES; i++) {
        struct records_site site = {.created_at_ms = T0};
        snprintf(site.name, sizeof site.name, "s%u", i);
        snprintf(site.sitekey, sizeof site.sitekey, "ts_%u", i * 7919 % SITES);
        site.secret_hash[0] = (uint8_t)(i / 20); /* those of 20 sites begin alike */
        site.secret_hash[RECORDS_HASH_BYTES - 1] = (uint8_t)(i % 20);
        assert_int_equal(records_site_add(both.tool, &site), RECORDS_OK);
    }
    refresh(&both);
    for (unsigned i = 0; i < SITES; i++) {
        char expected[RECORDS_SITEKEY_MAX + 1];
        uint8_t hash[RECORDS_HASH_BYTES] = {(uint8_t)(i / 20)};
        hash[RECORDS_HASH_BYTES - 1] = (uint8_t)(i % 20);
        snprintf(expected, sizeof expected, "ts_%u", i * 7919 % SITES);
        assert_string_equal(sites_find_secret(both.list, hash)->record.sitekey, expected);
        hash[9] ^= 0x80; /* beyond what the search looks at */
        assert_ptr_equal(sites_find_secret(both.list, hash), &sites_not_found);
        hash[9] ^= 0x80;
        hash[3] ^= 1;
        assert_ptr_equal(sites_find_secret(both.list, hash), &sites_not_found);
    }
    end(&both);
}

static void hostnames_are_replaced(void **state)
{
    (void)state;
    struct both both;
    start(&both);
    assert_int_equal(sites_check(shop(&both), TES_SLICE("a.example")), SITES_KNOWN);
    both.site.hostname_count = 2;
    strcpy(both.site.hostnames[0], "*.shop.example");
    strcpy(both.site.hostnames[1], "shop.example");
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site), RECORDS_OK);
    refresh(&both);
    assert_int_equal(sites_check(shop(&both), TES_SLICE("a.example")), SITES_WRONG_HOST);
    assert_int_equal(sites_check(shop(&both), TES_SLICE("b.a.shop.example")), SITES_KNOWN);
    struct records_site got = read_back(&both);
    assert_int_equal(got.hostname_count, 2);
    assert_string_equal(got.hostnames[0], "*.shop.example");
    both.site.hostname_count = 0;
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site), RECORDS_OK);
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site),
                     RECORDS_OK); /* none: none */
    refresh(&both);
    assert_int_equal(sites_check(shop(&both), TES_SLICE("a.example")), SITES_KNOWN);
    both.site.hostname_count = 2;
    both.site.hostnames[1][0] = '\0'; /* fails half-way: nothing of it is left */
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site), RECORDS_FAILED);
    both.site.hostname_count = RECORDS_HOSTNAMES_MAX + 1;
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site), RECORDS_FAILED);
    assert_int_equal(read_back(&both).hostname_count, 0);
    strcpy(both.site.name, "none");
    both.site.hostname_count = 1;
    assert_int_equal(records_site_set_hostnames(both.tool, &both.site), RECORDS_ABSENT);
    end(&both);
}

static void assert_same_wishes(const struct records_wishes *one, const struct records_wishes *other)
{
    assert_string_equal(one->theme, other->theme);
    assert_string_equal(one->budgets, other->budgets);
    assert_int_equal(one->lifetime_s, other->lifetime_s);
    assert_int_equal(one->has_renew, other->has_renew);
    assert_int_equal(one->renew_s, other->renew_s);
}

static void wishes_are_kept_and_held(void **state)
{
    (void)state;
    static const struct {
        struct records_wishes words;
        const char *theme;
        unsigned lifetime_s, renew_s, challenge, answer; /* that are then held */
    } ROWS[] = {
        {{.theme = "dark", .lifetime_s = 30, .has_renew = true, .budgets = "challenge=7,answer=9"},
         "dark",
         30,
         0,
         7,
         9},
        {{.theme = "auto", .lifetime_s = 3600, .has_renew = true, .renew_s = 7200},
         "auto",
         3600,
         7200,
         0,
         0},
        /* Of a newer server, maybe: what can be read is held. */
        {{.theme = "light", .budgets = "telepathy=3,challenge=1000000,answer=x"},
         "light",
         0,
         0,
         1000000,
         0},
        {{.rounds = 0}, "", 0, 0, 0, 0},
    };
    struct both both;
    start(&both);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        assert_int_equal(records_site_set_wishes(both.tool, "shop", &ROWS[i].words), RECORDS_OK);
        rotate(&both, (int)i + 2, 0); /* changes none of them */
        const struct records_site got = read_back(&both);
        assert_same_wishes(&got.wishes, &ROWS[i].words);
        assert_same_wishes(&both.site.wishes, &ROWS[i].words);
        const struct site *held = shop(&both);
        assert_string_equal(held->policy.theme, ROWS[i].theme);
        assert_int_equal(held->policy.lifetime_s, ROWS[i].lifetime_s);
        assert_int_equal(held->policy.has_renew, ROWS[i].words.has_renew);
        assert_int_equal(held->policy.renew_s, ROWS[i].renew_s);
        assert_int_equal(held->limits.has_any, ROWS[i].challenge > 0);
        assert_int_equal(held->limits.of[BUDGET_CHALLENGE], ROWS[i].challenge);
        assert_int_equal(held->limits.of[BUDGET_ANSWER], ROWS[i].answer);
    }
    end(&both);
}

static void a_store_keeps_no_nonsense(void **state)
{
    (void)state;
    static const struct records_wishes BAD[] = {
        {.theme = "pink"},
        {.lifetime_s = 29},
        {.lifetime_s = 3601},
        {.has_renew = true, .renew_s = 7201},
    };
    struct both both;
    start(&both);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(records_site_set_wishes(both.tool, "shop", &BAD[i]), RECORDS_FAILED);
    end(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_good_until_the_overlap_ends),
        cmocka_unit_test(the_clock_ends_the_overlap),
        cmocka_unit_test(each_of_many_is_found),
        cmocka_unit_test(hostnames_are_replaced),
        cmocka_unit_test(wishes_are_kept_and_held),
        cmocka_unit_test(a_store_keeps_no_nonsense),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}

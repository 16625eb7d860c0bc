/*
 * The randomness of challenges on the server: where it comes from, and that all of it is used. The
 * kernel's getrandom() is replaced by a function of this file, which gives known bytes: nothing
 * here depends on chance.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>
#include <sys/random.h>

#include "challenge/random.h"
#include "flow/issue/issue.h"

enum { ARENA_MAX = 1 << 20, KERNEL_MAX = 1 << 16 };

#define NOW_MS ((uint64_t)1800000000 * 1000)

static uint8_t kernel_bytes[KERNEL_MAX]; /* what the kernel gives, one after the other */
static size_t kernel_given;

static bool is_kernel_replaced; /* other files of this program need the kernel's */

/* The linker redirects calls of getrandom() to the first, and __real_getrandom() is the kernel's:
 * --wrap. */
ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags);
ssize_t __real_getrandom(void *buffer, size_t length, unsigned flags);

ssize_t __wrap_getrandom(void *buffer, size_t length, unsigned flags)
{
    if (!is_kernel_replaced)
        return __real_getrandom(buffer, length, flags);
    assert_true(length <= sizeof kernel_bytes - kernel_given);
    memcpy(buffer, kernel_bytes + kernel_given, length);
    kernel_given += length;
    return (ssize_t)length;
}

static struct config config;
static struct tes_sealer *sealer;
static struct app app;

static int load_server(void **state)
{
    static const struct metrics_options OPTIONS = {.version = "0"};
    static const uint8_t KEY[TES_KEY_BYTES] = "any key whose stream is used";
    struct tes_error error;
    struct tes_random random;
    (void)state;
    is_kernel_replaced = true;
    tes_random_start(&random, KEY);
    for (size_t i = 0; i < sizeof kernel_bytes; i++)
        kernel_bytes[i] = (uint8_t)tes_random_below(&random, 256);
    sealer = tes_sealer_new("a secret of some length", 23);
    app.metrics = metrics_new(&OPTIONS);
    bool is_loaded = config_load(NULL, NULL, &config, &error);
    config.budget_enabled = false;
    config.store_history = false;
    return is_loaded && sealer != NULL && app.metrics != NULL ? 0 : -1;
}

static int unload_server(void **state)
{
    (void)state;
    tes_sealer_free(sealer);
    metrics_free(app.metrics);
    config_free(&config);
    return 0;
}

/* Where these bytes stand in what the kernel gave from `from` on. Eight random bytes or more stand
 * there once. */
static size_t find_given(const uint8_t *bytes, size_t length, size_t from)
{
    const uint8_t *found = memmem(kernel_bytes + from, kernel_given - from, bytes, length);
    assert_non_null(found);
    return (size_t)(found - kernel_bytes);
}

/* PRE-S-3, HUM-S-3, SPA-S-3, R4: each byte that a request gets is one of the kernel's, and none is
 * given out twice. */
static void requests_get_each_byte_of_the_kernel_once(void **state)
{
    (void)state;
    static bool is_used[KERNEL_MAX];
    static const size_t SIZES[] = {50, 16, 16, 8, 32, 96, 16, 9, 64, 8, 8, 50};
    struct visit visit = {0};
    memset(is_used, 0, sizeof is_used);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        uint8_t bytes[VISIT_RANDOM_BYTES] = {0};
        assert_true(visit_random(&visit, bytes, SIZES[i]));
        size_t at = find_given(bytes, SIZES[i], 0);
        for (size_t j = 0; j < SIZES[i]; j++) {
            assert_false(is_used[at + j]);
            is_used[at + j] = true;
        }
    }
}

/* PRE-S-3, HUM-S-3, SPA-S-3, R2: the id and the seed of a challenge are bytes of the kernel, all
 * of them, and others for each challenge. (That each of their bits changes the challenge's key is
 * tested in test_token.c, and that each bit of the key counts in test_sprites.c.) */
static void challenges_have_whole_seeds_of_their_own(void **state)
{
    (void)state;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++) {
        struct tes_arena arena = tes_arena_new(ARENA_MAX);
        struct http_request request = {.arena = &arena};
        struct visit visit = {.app = &app,
                              .site = &sites_not_named,
                              .request = &request,
                              .config = &config,
                              .sealer = sealer,
                              .now_ms = NOW_MS};
        struct issue_order order = {.entry = ISSUE_ENTRY_API,
                                    .kind = tes_slice_of(tes_kind_name(i))};
        struct issued issued;
        size_t before = kernel_given;
        assert_int_equal(issue_challenge(&visit, &order, &issued), ISSUE_DONE);
        size_t id = find_given(issued.claims.id, TES_ID_BYTES, before);
        size_t seed = find_given(issued.claims.seed, TES_SEED_BYTES, before);
        assert_true(id + TES_ID_BYTES <= seed || seed + TES_SEED_BYTES <= id);
        tes_arena_free(&arena);
    }
}

/* Each token is accepted at the entry point that is sealed into it, and only there. One of a
 * release that sealed none is accepted by what it names: only the gate's names no site. */
static void tokens_belong_to_their_entry_point(void **state)
{
    (void)state;
    static const enum issue_entry PLACES[] = {ISSUE_ENTRY_API, ISSUE_ENTRY_FORM, ISSUE_ENTRY_GATE,
                                              ISSUE_ENTRY_STUDY};
    enum { COUNT = sizeof PLACES / sizeof PLACES[0] };
    for (size_t sealed = 0; sealed < COUNT; sealed++)
        for (size_t at = 0; at < COUNT; at++) {
            struct tes_claims claims = {.entry = PLACES[sealed]};
            assert_int_equal(issue_is_for(&claims, PLACES[at]), sealed == at);
            claims.site = TES_SLICE("ts_example");
            assert_int_equal(issue_is_for(&claims, PLACES[at]), sealed == at);
            assert_true(issue_is_for(&claims, ISSUE_ENTRY_ANY));
            assert_false(issue_is_for(&claims, ISSUE_ENTRY_NONE));
        }
    struct tes_claims of_gate = {0}, of_site = {.site = TES_SLICE("ts_example")};
    for (size_t at = 0; at < COUNT; at++) {
        assert_int_equal(issue_is_for(&of_gate, PLACES[at]), PLACES[at] == ISSUE_ENTRY_GATE);
        assert_int_equal(issue_is_for(&of_site, PLACES[at]), PLACES[at] != ISSUE_ENTRY_GATE);
    }
}

/* Any entry point of sites would accept it. */
static void no_challenge_is_issued_without_an_entry_point(void **state)
{
    (void)state;
    struct visit visit = {.app = &app,
                          .site = &sites_not_named,
                          .config = &config,
                          .sealer = sealer,
                          .now_ms = NOW_MS};
    struct issue_order order = {.kind = TES_SLICE("puzzle")};
    struct issued issued;
    assert_int_equal(issue_challenge(&visit, &order, &issued), ISSUE_FAILED);
}

/* A challenge's seed alone generates nothing: the secret of the server enters the key. Only a
 * server for tests (serve --seed) derives it from the seed. */
static void keys_follow_from_the_secret(void **state)
{
    (void)state;
    struct tes_claims claims = {.kind = tes_slice_of("puzzle"), .seed = {1, 2, 3}};
    struct app tested = {.is_seeded = true};
    struct visit visit = {.app = &app, .site = &sites_not_named, .sealer = sealer};
    struct visit other = {.app = &app, .sealer = tes_sealer_new("another secret of length", 24)};
    struct visit seeded = {.app = &tested, .sealer = sealer};
    uint8_t key[TES_KEY_BYTES], expected[TES_KEY_BYTES];
    assert_int_equal(tes_challenge_key(sealer, &claims, expected), TES_OK);
    assert_int_equal(visit_challenge_key(&visit, &claims, key), TES_OK);
    assert_memory_equal(key, expected, TES_KEY_BYTES);
    assert_int_equal(visit_challenge_key(&other, &claims, key), TES_OK);
    assert_memory_not_equal(key, expected, TES_KEY_BYTES);
    assert_int_equal(visit_challenge_key(&seeded, &claims, key), TES_OK);
    assert_memory_not_equal(key, expected, TES_KEY_BYTES);
    tes_sealer_free(other.sealer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_get_each_byte_of_the_kernel_once),
        cmocka_unit_test(challenges_have_whole_seeds_of_their_own),
        cmocka_unit_test(tokens_belong_to_their_entry_point),
        cmocka_unit_test(no_challenge_is_issued_without_an_entry_point),
        cmocka_unit_test(keys_follow_from_the_secret),
    };
    return cmocka_run_group_tests_name("issue", tests, load_server, unload_server);
}

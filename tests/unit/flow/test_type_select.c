/*
 * Which type somebody gets who may not choose: the same for the network and its time, whatever
 * happens meanwhile, and of those that stand against something.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "challenge/kinds.h"
#include "challenge/strength.h"
#include "crypto/keyed_number.h"
#include "flow/issue/type_select.h"

#define DAY_MS  ((uint64_t)24 * 3600 * 1000)
#define NOW_MS  ((uint64_t)1800000000 * 1000)
#define LAST_MS ((uint64_t)TYPE_SELECT_WINDOW_S * 1000)

static struct config config;
static struct tes_sealer *sealer;
static struct app app;

static int load(void **state)
{
    (void)state;
    struct tes_error error;
    sealer = tes_sealer_new("a secret of some length", 23);
    bool is_loaded = config_load(NULL, NULL, &config, &error);
    config.challenge_strength = TES_STRENGTH_FRICTION;
    return is_loaded && sealer != NULL ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    tes_sealer_free(sealer);
    config_free(&config);
    return 0;
}

static const char *pick(const char *address, const char *site, uint64_t now_ms)
{
    struct visit visit = {.app = &app,
                          .site = &sites_not_named,
                          .config = &config,
                          .sealer = sealer,
                          .now_ms = now_ms};
    struct issue_order order = {.site = tes_slice_of(site)};
    assert_true(tes_address_read(tes_slice_of(address), &visit.client));
    assert_true(type_select(&visit, &order));
    return tes_kind_find(order.kind)->name;
}

/* How often the type changes within that time, looked at so often. */
static unsigned changes(const char *address, uint64_t from_ms, uint64_t for_ms, uint64_t every_ms)
{
    unsigned count = 0;
    const char *before = pick(address, "ts_a", from_ms);
    for (uint64_t ms = every_ms; ms <= for_ms; ms += every_ms) {
        const char *now = pick(address, "ts_a", from_ms + ms);
        count += now != before ? 1 : 0;
        before = now;
    }
    return count;
}

/* A part of the number that never changed would make some types more frequent than others. */
static void every_bit_of_a_lot_is_used(void **state)
{
    (void)state;
    uint64_t ones = 0, zeros = 0;
    for (uint8_t i = 0; i < 64; i++) {
        struct tes_slice part = {(const char *)&i, 1};
        uint64_t lot = 0;
        assert_int_equal(tes_keyed_number(sealer, &part, 1, &lot), TES_OK);
        ones |= lot;
        zeros |= ~lot;
    }
    assert_true(ones == UINT64_MAX && zeros == UINT64_MAX);
}

static void a_type_lasts_as_long_as_the_longest_challenge(void **state)
{
    (void)state;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++)
        assert_true(tes_kind_find(tes_slice_of(tes_kind_name(i)))->time_limit_s <=
                    TYPE_SELECT_WINDOW_S);
    for (unsigned i = 0; i < 50; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.0.%u.1", i);
        assert_true(changes(address, NOW_MS + i * DAY_MS, LAST_MS - 1, 1000) <= 1);
    }
}

/* Three of four times another one comes: a day has 288. */
static void it_changes_in_the_long_run(void **state)
{
    (void)state;
    assert_in_range(changes("192.0.2.1", NOW_MS, DAY_MS, LAST_MS), 180, 250);
    assert_in_range(changes("2001:db8::1", NOW_MS, DAY_MS, LAST_MS), 180, 250);
}

/* SPA-6-2, PRE-6.1-3, HUM-6.1-3: each type has an equal share, to eight deviations. The secret is
 * fixed, so that chance plays no part. */
static void types_have_equal_shares(void **state)
{
    (void)state;
    unsigned counts[TES_KIND_COUNT] = {0}, kinds = 0;
    for (unsigned i = 0; i < 10000; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.%u.%u.1", i / 250, i % 250);
        counts[tes_kind_number(tes_kind_find(tes_slice_of(pick(address, "ts_a", NOW_MS))))]++;
    }
    for (size_t i = 0; i < TES_KIND_COUNT; i++)
        kinds += counts[i] > 0;
    assert_int_equal(kinds, 5); /* all but those that scripts pass each time */
    for (size_t i = 0; i < TES_KIND_COUNT; i++)
        if (counts[i] > 0)
            assert_in_range(counts[i], 2000 - 320, 2000 + 320);
}

/* Or every network would pick anew at the same moment, and a program would wait for that. */
static void networks_begin_at_moments_of_their_own(void **state)
{
    (void)state;
    unsigned changed[10] = {0};
    for (unsigned i = 0; i < 250; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.1.%u.1", i);
        for (unsigned part = 0; part < 10; part++)
            changed[part] +=
                changes(address, NOW_MS + part * (LAST_MS / 10), LAST_MS / 10, LAST_MS / 10);
    }
    for (unsigned part = 0; part < 10; part++) /* 250 x 3/4 / 10 = 19 +- four deviations */
        assert_in_range(changed[part], 3, 36);
}

static void neighbours_draw_alike_and_sites_do_not(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        bool are_near;
    } ROWS[] = {
        {"192.0.2.1", "192.0.2.254", true},
        {"192.0.2.1", "192.0.3.1", false},
        {"2001:db8:1::1", "2001:db8:1:ffff:ffff::9", true},
        {"2001:db8:1::1", "2001:db8:2::1", false},
        {"192.0.2.1", "::ffff:192.0.2.77", true},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        unsigned alike = 0, alike_elsewhere = 0;
        for (unsigned hour = 0; hour < 100; hour++) {
            uint64_t now_ms = NOW_MS + hour * DAY_MS / 24;
            const char *type = pick(ROWS[i].one, "ts_a", now_ms);
            alike += type == pick(ROWS[i].other, "ts_a", now_ms) ? 1 : 0;
            alike_elsewhere += type == pick(ROWS[i].one, "ts_b", now_ms) ? 1 : 0;
        }
        assert_in_range(alike, ROWS[i].are_near ? 100 : 3, ROWS[i].are_near ? 100 : 50);
        assert_in_range(alike_elsewhere, 3, 50);
    }
}

/* What is picked for one thing is not what is picked for another that reads the same. */
static void parts_have_their_lengths(void **state)
{
    (void)state;
    const struct tes_slice one[] = {TES_SLICE("ab"), TES_SLICE("c")};
    const struct tes_slice other[] = {TES_SLICE("a"), TES_SLICE("bc")};
    uint64_t first, second, again;
    assert_int_equal(tes_keyed_number(sealer, one, 2, &first), TES_OK);
    assert_int_equal(tes_keyed_number(sealer, other, 2, &second), TES_OK);
    assert_int_equal(tes_keyed_number(sealer, one, 2, &again), TES_OK);
    assert_true(first != second && first == again);
}

/* ----------------------------------------------------------------- strength */

/* What a site gets that wants at least so much, with these types and wishes; NULL: nothing. */
static const char *pick_for(enum tes_strength_class least, const char *types, bool is_still,
                            bool (*from)(struct visit *visit, struct issue_order *order))
{
    struct config own = config;
    struct visit visit = {
        .app = &app, .site = &sites_not_named, .config = &own, .sealer = sealer, .now_ms = NOW_MS};
    struct issue_order order = {.site = TES_SLICE("ts_a"), .is_still = is_still};
    struct tes_slice rest = tes_slice_of(types);
    own.challenge_strength = least;
    own.challenge_types.count = 0;
    assert_true(accept_kinds_read(rest, &own.challenge_types.bits));
    while (rest.at != NULL)
        own.challenge_types.items[own.challenge_types.count++] =
            tes_kind_find(tes_slice_cut(&rest, ','))->name;
    assert_true(tes_address_read(TES_SLICE("192.0.2.1"), &visit.client));
    assert_true(from(&visit, &order));
    return order.kind.length > 0 ? tes_kind_find(order.kind)->name : NULL;
}

static void sites_get_what_is_strong_enough(void **state)
{
    (void)state;
    static const struct {
        enum tes_strength_class least;
        const char *types;
        bool is_still;
        const char *asked, *still; /* one of these; NULL: nothing */
    } ROWS[] = {
        /* Where scripts solve all of it, it is asked all the same, by whoever wants friction. */
        {TES_STRENGTH_FRICTION, "puzzle", false, "puzzle", "puzzle"},
        {TES_STRENGTH_FRICTION, "puzzle,human", false, "puzzle,human", "puzzle,human"},
        {TES_STRENGTH_OFF_THE_SHELF, "puzzle,predator", false, NULL, "puzzle,predator"},
        {TES_STRENGTH_OFF_THE_SHELF, "spatial", false, NULL, "spatial"},
        {TES_STRENGTH_OFF_THE_SHELF, "puzzle,hidden,scene", false, "hidden", "puzzle,scene"},
        /* Who wants no motion gets none, where there is something else that is strong enough. */
        {TES_STRENGTH_OFF_THE_SHELF, "hidden,human", true, NULL, "human"},
        {TES_STRENGTH_FRICTION, "hidden,human", true, "human", "human"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const char *asked = pick_for(ROWS[i].least, ROWS[i].types, ROWS[i].is_still, type_select);
        const char *still = pick_for(ROWS[i].least, ROWS[i].types, true, type_select_still);
        assert_true((asked == NULL) == (ROWS[i].asked == NULL));
        if (asked != NULL)
            assert_non_null(strstr(ROWS[i].asked, asked));
        assert_non_null(strstr(ROWS[i].still, still));
    }
}

/* Hearing is friction only, whatever the same kind is worth to whoever sees it. */
static void what_is_heard_is_worth_nothing(void **state)
{
    (void)state;
    const struct tes_options options = {.is_heard = true};
    struct tes_challenge challenge;
    uint8_t key[TES_KEY_BYTES] = {0};
    assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
    assert_int_equal(tes_evidence(&challenge), 50);
}

/* Not above what a blind guess leaves, whatever the table says, and never below a coin. */
static void confidence_is_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++) {
        for (enum tes_difficulty difficulty = TES_EASY; difficulty <= TES_HARD; difficulty++) {
            for (unsigned profile = 0; profile < TES_PROFILE_COUNT; profile++) {
                const struct tes_options options = {.difficulty = difficulty,
                                                    .profile = (enum tes_profile)profile};
                struct tes_challenge challenge;
                uint8_t key[TES_KEY_BYTES];
                tes_key_from_seed(i, key);
                assert_int_equal(tes_generate(tes_kind_name(i), key, &options, &challenge), TES_OK);
                unsigned guess = challenge.kind->guess_percent(&challenge);
                assert_in_range(tes_evidence(&challenge), 50, 10000 / (100 + guess));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_of_a_lot_is_used),
        cmocka_unit_test(a_type_lasts_as_long_as_the_longest_challenge),
        cmocka_unit_test(it_changes_in_the_long_run),
        cmocka_unit_test(types_have_equal_shares),
        cmocka_unit_test(networks_begin_at_moments_of_their_own),
        cmocka_unit_test(neighbours_draw_alike_and_sites_do_not),
        cmocka_unit_test(parts_have_their_lengths),
        cmocka_unit_test(sites_get_what_is_strong_enough),
        cmocka_unit_test(what_is_heard_is_worth_nothing),
        cmocka_unit_test(confidence_is_bounded),
    };
    return cmocka_run_group_tests_name("lot", tests, load, unload);
}

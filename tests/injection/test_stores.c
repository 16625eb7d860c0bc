/*
 * Config, metrics, keys and the ledger when memory is out: what is opened is whole or not there at
 * all, what is spent is spent once, and afterwards they work as before.
 */
#include "stores.h"

#include "base/arena.h"
#include "crypto/keys.h"
#include "os/clock.h"
#include "server/config/config_holder.h"
#include "server/metrics/metrics.h"
#include "store/ledger/settle.h"

/* --------------------------------------------------------------------- config */

static struct {
    char path[160];
    struct config config;
    struct config_error error;
    bool is_loaded;
} load;

static const char YAML[] = "listen: 127.0.0.1:0\n"
                           "trusted_proxies: [10.0.0.0/8, '192.168.0.0/16']\n"
                           "challenge:\n"
                           "  types: [puzzle]\n"
                           "  transform_count: 7\n"
                           "store:\n"
                           "  ledger: memory\n";

static void config_run(void *context)
{
    (void)context;
    load.is_loaded = config_load(load.path, NULL, &load.config, &load.error);
}

static void config_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_true(load.is_loaded);
    if (load.is_loaded) {
        assert_string_equal(load.config.listen, "127.0.0.1:0");
        assert_int_equal(load.config.trusted_proxies.count, 2);
        assert_int_equal(load.config.challenge_transform_count, 7);
        assert_string_equal(load.config.store_ledger, "memory");
    } else {
        assert_non_null(strstr(load.error.text, "out of memory"));
    }
}

static void test_config(void **state)
{
    (void)state;
    snprintf(load.path, sizeof load.path, "%s/tessera.yaml", folder.base);
    FILE *file = fopen(load.path, "w");
    assert_non_null(file);
    assert_true(fputs(YAML, file) >= 0);
    assert_int_equal(fclose(file), 0);
    inject_each(&(struct inject_trial){.name = "load the config",
                                       .is_counted = true,
                                       .run = config_run,
                                       .after = config_after},
                NULL);
}

static struct {
    struct config_holder *holder;
    struct config config;
    const struct config *seen;
    bool is_replaced;
} hold;

static void holder_run(void *context)
{
    (void)context;
    hold.seen = NULL;
    hold.is_replaced = false;
    hold.config.challenge_transform_count = 4;
    hold.holder = config_holder_new(&hold.config);
    if (hold.holder == NULL)
        return;
    hold.seen = config_holder_get(hold.holder);
    hold.config.challenge_transform_count = 8;
    hold.is_replaced = config_holder_replace(hold.holder, &hold.config);
}

static void holder_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_true(hold.is_replaced);
    if (hold.holder == NULL)
        return;
    assert_int_equal(hold.seen->challenge_transform_count, 4);
    config_holder_put(hold.seen);
    hold.seen = config_holder_get(hold.holder);
    assert_int_equal(hold.seen->challenge_transform_count, hold.is_replaced ? 8 : 4);
    config_holder_put(hold.seen);
    config_holder_free(hold.holder);
}

static void test_config_holder(void **state)
{
    (void)state;
    inject_each(
        &(struct inject_trial){
            .name = "hold a config", .is_counted = true, .run = holder_run, .after = holder_after},
        NULL);
}

/* -------------------------------------------------------------------- metrics */

static struct {
    struct metrics *metrics;
    struct tes_arena arena;
    struct tes_buf text;
} figures;

static void metrics_run(void *context)
{
    static const char *const ROUTES[] = {"GET /"};
    (void)context;
    figures.arena = tes_arena_new((size_t)1 << 20);
    figures.text = tes_arena_buf(&figures.arena, METRICS_TEXT_MAX);
    figures.metrics = metrics_new(&(struct metrics_options){"1", ROUTES, 1});
    if (figures.metrics == NULL)
        return;
    metrics_count(figures.metrics, METRICS_SERVED);
    metrics_set_process(figures.metrics);
    metrics_write(figures.metrics, &figures.text);
}

static void metrics_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit) {
        assert_non_null(figures.metrics);
        assert_false(figures.text.failed);
    }
    /* Whole, or known to be none. */
    if (figures.metrics != NULL && !figures.text.failed)
        assert_int_equal(figures.text.at[figures.text.length - 1], '\n');
    metrics_free(figures.metrics);
    tes_arena_free(&figures.arena);
}

static void test_metrics(void **state)
{
    (void)state;
    inject_each(&(struct inject_trial){.name = "count and write metrics",
                                       .is_counted = true,
                                       .run = metrics_run,
                                       .after = metrics_after},
                NULL);
}

/* ----------------------------------------------------------------------- keys */

static struct {
    struct tes_keys keys;
    bool is_loaded, is_rotated;
    uint64_t now_ms;
} secrets;

static char *no_variable(const char *name)
{
    (void)name;
    return NULL;
}

static void keys_run(void *context)
{
    (void)context;
    secrets.now_ms++;
    secrets.is_rotated =
        tes_keys_rotate(folder.data, no_variable, secrets.now_ms, error, sizeof error);
    secrets.is_loaded =
        tes_keys_load(folder.data, no_variable, secrets.now_ms + TES_KEYS_SETTLED_MS, &secrets.keys,
                      error, sizeof error);
}

static void keys_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit) {
        assert_true(secrets.is_rotated);
        assert_true(secrets.is_loaded);
    }
    if (secrets.is_rotated && secrets.is_loaded)
        assert_int_equal(secrets.keys.items[0].created_at_ms, secrets.now_ms);
    if (!secrets.is_rotated || !secrets.is_loaded)
        assert_explained();
    tes_keys_wipe(&secrets.keys);
}

static void test_keys(void **state)
{
    (void)state;
    secrets.now_ms = NOW_MS;
    assert_true(tes_keys_make(folder.data, no_variable, NOW_MS, error, sizeof error));
    inject_each(&(struct inject_trial){.name = "rotate and load keys",
                                       .is_counted = true,
                                       .run = keys_run,
                                       .after = keys_after},
                NULL);

    /* No randomness: no key, and none is lost. */
    assert_true(tes_keys_load(folder.data, no_variable, secrets.now_ms, &secrets.keys, error,
                              sizeof error));
    struct tes_keys before = secrets.keys;
    inject_no_entropy(true);
    bool is_rotated =
        tes_keys_rotate(folder.data, no_variable, secrets.now_ms, error, sizeof error);
    inject_no_entropy(false);
    assert_false(is_rotated);
    assert_explained();
    assert_true(tes_keys_load(folder.data, no_variable, secrets.now_ms, &secrets.keys, error,
                              sizeof error));
    assert_true(tes_keys_equal(&before, &secrets.keys));
}

/* --------------------------------------------------------------------- ledger */

static struct {
    struct ledger_settings settings;
    struct ledger *ledger;
    unsigned number; /* of the key; one for each try */
    enum outcome results[3];
} spend;

static struct tes_slice spend_key(char text[32], unsigned salt)
{
    int length = snprintf(text, 32, "key-%u-%u", spend.number, salt);
    return (struct tes_slice){text, (size_t)length};
}

static enum outcome spend_one(unsigned salt)
{
    char text[32];
    return ledger_spend(spend.ledger, spend_key(text, salt), NOW_MS, LATER_MS);
}

static void ledger_open_run(void *context)
{
    (void)context;
    error[0] = '\0';
    spend.ledger = ledger_open(&spend.settings, error, sizeof error);
}

static void ledger_open_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_non_null(spend.ledger);
    if (spend.ledger == NULL) {
        assert_explained();
        return;
    }
    spend.number++;
    assert_int_equal(spend_one(0), OUTCOME_OK);
    assert_int_equal(spend_one(0), OUTCOME_REPLAYED);
    ledger_close(spend.ledger);
}

static void ledger_use_before(void *context)
{
    (void)context;
    spend.number++;
}

static void ledger_use_run(void *context)
{
    (void)context;
    for (unsigned i = 0; i < 2; i++)
        spend.results[i] = spend_one(i);
    spend.results[2] = spend_one(0);
}

static void ledger_use_after(void *context, bool was_hit)
{
    (void)context;
    static const enum outcome RIGHT[] = {OUTCOME_OK, OUTCOME_OK, OUTCOME_REPLAYED};
    if (!was_hit)
        assert_memory_equal(spend.results, RIGHT, sizeof RIGHT);
    /* Once is never twice: what was told to be the first time is remembered, and what failed may
     * have been spent or not, but is from now on. */
    bool was_first = spend.results[0] == OUTCOME_OK || spend.results[2] == OUTCOME_OK;
    if (spend.results[0] == OUTCOME_OK)
        assert_int_not_equal(spend.results[2], OUTCOME_OK);
    enum outcome now = spend_one(0);
    assert_int_not_equal(now, OUTCOME_UNAVAILABLE);
    if (was_first)
        assert_int_equal(now, OUTCOME_REPLAYED);
    assert_int_equal(spend_one(0), OUTCOME_REPLAYED);
    assert_int_equal(spend_one(2), OUTCOME_OK);
}

/* ------------------------------------------------------------- shared counts */

static struct {
    struct counters *counters;
    struct settle *settle;
    bool is_taken;
} shared;

static bool take_one(void)
{
    struct counters_row row = {.key = {1, 1}, .limit = UINT64_MAX};
    struct counters_order order = {
        .rows = &row, .count = 1, .window_s = 3600, .amount = 1, .now_ms = tes_clock_wall_ms()};
    return counters_take(shared.counters, &order) == COUNTERS_TAKEN;
}

static void share_run(void *context)
{
    (void)context;
    shared.settle = NULL;
    shared.counters = counters_new(1000);
    if (shared.counters == NULL)
        return;
    shared.settle = settle_start(shared.counters, spend.ledger);
    if (shared.settle != NULL)
        shared.is_taken = take_one();
    settle_stop(shared.settle);
}

/* Counting needs no memory, whatever becomes of sharing; and the ledger goes on. */
static void share_after(void *context, bool was_hit)
{
    (void)context;
    struct counters_change look = {.key = 1, .ends_at_s = UINT32_MAX};
    if (!was_hit)
        assert_non_null(shared.settle);
    assert_true(shared.settle == NULL || shared.is_taken);
    assert_true(ledger_count(spend.ledger, &look, 1, tes_clock_wall_ms()));
    counters_free(shared.counters);
}

static void ledger_trials(const char *where)
{
    char name[64];
    spend.settings = (struct ledger_settings){.where = where,
                                              .data = folder.data,
                                              .entries_max = 100000,
                                              .has_counts = ledger_can_count(where)};
    snprintf(name, sizeof name, "open the %s ledger", where);
    inject_each(&(struct inject_trial){.name = name,
                                       .scope = INJECT_ALL_THREADS,
                                       .is_counted = true,
                                       .run = ledger_open_run,
                                       .after = ledger_open_after},
                NULL);
    spend.ledger = ledger_open(&spend.settings, error, sizeof error);
    assert_non_null(spend.ledger);
    snprintf(name, sizeof name, "spend in the %s ledger", where);
    inject_each(&(struct inject_trial){.name = name,
                                       .scope = INJECT_ALL_THREADS,
                                       .before = ledger_use_before,
                                       .run = ledger_use_run,
                                       .after = ledger_use_after},
                NULL);
    if (spend.settings.has_counts)
        inject_each(&(struct inject_trial){.name = "share counts",
                                           .scope = INJECT_ALL_THREADS,
                                           .run = share_run,
                                           .after = share_after},
                    NULL);
    ledger_close(spend.ledger);
}

static void test_ledger_memory(void **state)
{
    (void)state;
    ledger_trials("memory");
}

static void test_ledger_sqlite(void **state)
{
    (void)state;
    ledger_trials("sqlite");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_config),        cmocka_unit_test(test_config_holder),
        cmocka_unit_test(test_metrics),       cmocka_unit_test(test_keys),
        cmocka_unit_test(test_ledger_memory), cmocka_unit_test(test_ledger_sqlite),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

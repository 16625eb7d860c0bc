/* Which settings should be the same on all servers, and that a difference shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/config/config.h"

static uint64_t with(const char *path, const char *value)
{
    struct config config;
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    if (path != NULL && !config_set(&config, path, tes_slice_of(value), &error))
        fail_msg("%s", error.text);
    uint64_t number = config_fingerprint(&config);
    config_free(&config);
    return number;
}

static void test_differences(void **state)
{
    static const struct {
        const char *path, *value;
        bool shows;
    } CASES[] = {
        {"challenge.types", "scene", true},
        {"challenge.transform_count", "7", true},
        {"challenge.strength", "friction", true},
        {"challenge.accepts", "", true},
        {"challenge.rounds_min", "2", true},
        {"budget.answer", "121", true},
        {"budget.shared", "true", true},
        {"response.lifetime_s", "301", true},
        {"response.renew_s", "1801", true},
        {"response.code_lifetime_s", "601", true},
        {"gate.rate_limit", "7", true},
        {"profile", "paranoid", true},
        {"listen", "127.0.0.1:9", false},
        {"data", "/elsewhere", false},
        {"threads", "3", false},
        {"node.name", "web2", false},
        {"store.ledger", "memory", false},
        {"challenge.pictures_kb", "1", false},
        {"challenge.audio", "/opt/espeak", false},
        {"monitoring.webhook.url", "https://example.org/hook", false},
    };
    (void)state;
    assert_true(with(NULL, NULL) == with(NULL, NULL));
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        print_message("%s\n", CASES[i].path);
        assert_int_equal(with(CASES[i].path, CASES[i].value) != with(NULL, NULL), CASES[i].shows);
    }
    /* Two differences do not undo each other: each stands behind its own name. */
    assert_true(with("budget.answer", "240") != with("budget.image", "120"));
}

/* Whoever reads the ledger could try values until the number is the same. */
static void test_no_secret(void **state)
{
    (void)state;
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if ((config_rows[i].flags & CONFIG_PRIVATE) != 0)
            assert_false(config_fingerprint_has(&config_rows[i]));
}

/* No key of those sections is private today; the first one that is must stay out, too. */
static void test_no_secret_in_sections(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        struct config_row row = config_rows[i];
        count += config_fingerprint_has(&row);
        row.flags |= CONFIG_PRIVATE;
        assert_false(config_fingerprint_has(&row));
    }
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_no_secret),
        cmocka_unit_test(test_no_secret_in_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

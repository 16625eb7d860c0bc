/*
 * test_config_original.c: the YAML of the original plugin, block by block as its readers know it,
 * and what each of its keys comes to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/config/config_yaml.h"

static const char PROFILES[] = "profiles:\n"
                               "  fast:\n"
                               "    # no challenges\n"
                               "    spatial_captcha:\n"
                               "      enabled: false\n"
                               "  \n"
                               "  balanced:\n"
                               "    spatial_captcha:\n"
                               "      enabled: true\n"
                               "      trigger_mode: \"conditional\"\n"
                               "      trigger_threshold: 0.85\n"
                               "      default_difficulty: \"medium\"\n"
                               "      time_budget_ms: 8000\n"
                               "  \n"
                               "  paranoid:\n"
                               "    spatial_captcha:\n"
                               "      enabled: true\n"
                               "      trigger_mode: \"periodic\"\n"
                               "      trigger_frequency: 10  # every tenth\n"
                               "      default_difficulty: \"hard\"\n";

static const char ACCESSIBILITY[] = "accessibility:\n"
                                    "  fallback_enabled: true\n"
                                    "  fallback_method: \"human_review\"  # or another\n"
                                    "  max_failures_before_fallback: 3\n";

static const char INTEGRATION[] = "integration:\n"
                                  "  cultural_biometrics:\n"
                                  "    enabled: true\n"
                                  "    trigger_spatial_on_low_cb: true\n"
                                  "    cb_threshold: 0.85  # below it\n";

/* Each key starts from another value, so that it must really come from the text. */
static struct config read_over_others(const char *text)
{
    static const char *const OTHERS[][2] = {
        {"profiles.fast.spatial_captcha.enabled", "true"},
        {"profiles.balanced.spatial_captcha.enabled", "false"},
        {"profiles.balanced.spatial_captcha.trigger_mode", "periodic"},
        {"profiles.balanced.spatial_captcha.trigger_threshold", "0.1"},
        {"profiles.balanced.spatial_captcha.default_difficulty", "easy"},
        {"profiles.balanced.spatial_captcha.time_budget_ms", "1000"},
        {"profiles.paranoid.spatial_captcha.enabled", "false"},
        {"profiles.paranoid.spatial_captcha.trigger_mode", "conditional"},
        {"profiles.paranoid.spatial_captcha.trigger_frequency", "3"},
        {"profiles.paranoid.spatial_captcha.default_difficulty", "easy"},
        {"accessibility.fallback_enabled", "false"},
        {"accessibility.fallback_method", "alternative_challenge"},
        {"accessibility.max_failures_before_fallback", "9"},
        {"integration.cultural_biometrics.enabled", "false"},
        {"integration.cultural_biometrics.trigger_spatial_on_low_cb", "false"},
        {"integration.cultural_biometrics.cb_threshold", "0.2"},
    };
    struct config config;
    struct tes_error error = {""};

    assert_true(config_load(NULL, NULL, &config, &error));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_true(config_set(&config, OTHERS[i][0], tes_slice_of(OTHERS[i][1]), &error));
    if (!config_yaml_read("original", tes_slice_of(text), &config, &error))
        fail_msg("%s", error.text);
    return config;
}

/* S3D-7 */
static void test_profiles(void **state)
{
    struct config config = read_over_others(PROFILES);
    struct config_spatial spatial;

    (void)state;
    config.profile = CONFIG_FAST;
    spatial = config_spatial(&config, config.profile);
    assert_false(spatial.is_enabled);

    config.profile = CONFIG_BALANCED;
    spatial = config_spatial(&config, config.profile);
    assert_true(spatial.is_enabled);
    assert_int_equal(spatial.trigger_mode, CONFIG_CONDITIONAL);
    assert_int_equal(spatial.trigger_threshold, 850);
    assert_int_equal(spatial.default_difficulty, TES_MEDIUM);
    assert_int_equal(spatial.time_budget_ms, 8000);
    assert_int_equal(spatial.max_attempts, 3);

    config.profile = CONFIG_PARANOID;
    spatial = config_spatial(&config, config.profile);
    assert_true(spatial.is_enabled);
    assert_int_equal(spatial.trigger_mode, CONFIG_PERIODIC);
    assert_int_equal(spatial.trigger_frequency, 10);
    assert_int_equal(spatial.default_difficulty, TES_HARD);
    assert_int_equal(spatial.time_budget_ms, 10000);
    assert_int_equal(spatial.max_attempts, 2);
}

/* S3D-30 */
static void test_accessibility(void **state)
{
    struct config config = read_over_others(ACCESSIBILITY);

    (void)state;
    assert_true(config.accessibility_fallback_enabled);
    assert_int_equal(config.accessibility_fallback_method, CONFIG_HUMAN_REVIEW);
    assert_int_equal(config.accessibility_max_failures_before_fallback, 3);
}

/* S3D-30 */
static void test_integration(void **state)
{
    struct config config = read_over_others(INTEGRATION);

    (void)state;
    assert_true(config.integration_cultural_biometrics_enabled);
    assert_true(config.integration_cultural_biometrics_trigger_spatial_on_low_cb);
    assert_int_equal(config.integration_cultural_biometrics_cb_threshold, 850);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_accessibility),
        cmocka_unit_test(test_integration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

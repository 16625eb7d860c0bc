/*
 * test_config_yaml.c: what the YAML file may say and what is said about a bad one, with its line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../lib/patience.h"
#include "server/config/config_yaml.h"

static struct config defaults(void)
{
    struct config config;
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    return config;
}

struct good_case {
    const char *name, *yaml;
    const char *path, *text; /* the one key that differs from the defaults, NULL: none does */
};

static const struct good_case GOOD[] = {
    {"empty", "", NULL, NULL},
    {"comments only", "# nothing\n\n# here\n", NULL, NULL},
    {"an empty document", "---\n...\n", NULL, NULL},
    {"null", "~\n", NULL, NULL},
    {"an empty map", "{}\n", NULL, NULL},
    {"a version", "%YAML 1.1\n---\nthreads: 2\n", "threads", "2"},
    {"a byte order mark", "\xEF\xBB\xBFthreads: 2\n", "threads", "2"},
    {"block", "challenge:\n  risk_threshold: 5\n", "challenge.risk_threshold", "5"},
    {"flow", "{challenge: {risk_threshold: 5}}", "challenge.risk_threshold", "5"},
    {"JSON", "{\"challenge\": {\"risk_threshold\": 5}}", "challenge.risk_threshold", "5"},
    {"a path as key", "challenge.risk_threshold: 5\n", "challenge.risk_threshold", "5"},
    {"a section with nothing in it", "store:\n  # ledger: memory\nthreads: 2\n", "threads", "2"},
    {"yes", "challenge: {test_mode: yes}", "challenge.test_mode", "true"},
    {"True", "challenge: {test_mode: True}", "challenge.test_mode", "true"},
    {"on", "challenge: {test_mode: on}", "challenge.test_mode", "true"},
    {"OFF", "demo: OFF", "demo", "false"},
    {"No", "demo: No", "demo", "false"},
    {"plain address", "listen: 0.0.0.0:80\n", "listen", "0.0.0.0:80"},
    {"quoted address", "listen: '[::1]:80'\n", "listen", "[::1]:80"},
    {"text that looks like a number", "data: 123\n", "data", "123"},
    {"text that is the word null", "data: \"null\"\n", "data", "null"},
    {"UTF-8", "data: \"d\\u00e4ta\"\n", "data", "d\xC3\xA4ta"},
    {"list in blocks", "trusted_proxies:\n- 10.0.0.0/8\n- '::1'\n", "trusted_proxies",
     "10.0.0.0/8,::1"},
    {"list in flow", "trusted_proxies: [10.0.0.0/8, '::1']\n", "trusted_proxies", "10.0.0.0/8,::1"},
    {"words", "challenge:\n  types: [scene, \"puzzle\"]\n", "challenge.types", "scene,puzzle"},
    {"a decimal", "monitoring: {failure_rate_threshold: 0.755}",
     "monitoring.failure_rate_threshold", "0.755"},
    {"a whole decimal", "monitoring: {failure_rate_threshold: 1}",
     "monitoring.failure_rate_threshold", "1.000"},
    {"a choice in quotes", "profile: \"paranoid\"\n", "profile", "paranoid"},
    {"a section in a section in a section",
     "profiles:\n  fast:\n    spatial_captcha:\n      enabled: true\n",
     "profiles.fast.spatial_captcha.enabled", "true"},
    {"another name", "test_mode: true\n", "challenge.test_mode", "true"},
    {"both names, the same", "test_mode: true\nchallenge: {test_mode: yes}\n",
     "challenge.test_mode", "true"},
    {"a name in sections of its own", "database: {retention_days: 7}\n", "store.history_days", "7"},
    /* S3D-30: every other name of config_names.def is that of its own key. */
    {"ocr_optical_memory", "integration: {ocr_optical_memory: {enabled: true}}",
     "integration.optical_memory.enabled", "true"},
    {"accessibility.fallback_enabled",
     "spatial_captcha: {accessibility: {fallback_enabled: false}}",
     "accessibility.fallback_enabled", "false"},
    {"accessibility.fallback_method",
     "spatial_captcha: {accessibility: {fallback_method: human_review}}",
     "accessibility.fallback_method", "human_review"},
    {"accessibility.max_failures",
     "spatial_captcha: {accessibility: {max_failures_before_fallback: 5}}",
     "accessibility.max_failures_before_fallback", "5"},
    {"adaptive.enabled", "spatial_captcha: {adaptive: {enabled: false}}", "adaptive.enabled",
     "false"},
    {"adaptive.min_attempts", "spatial_captcha: {adaptive: {min_attempts_before_adapt: 5}}",
     "adaptive.min_attempts_before_adapt", "5"},
    {"fusion.cb_weight", "spatial_captcha: {fusion: {cb_weight: 0.7}}",
     "authentication.weight_cultural_biometrics", "0.7"},
    {"fusion.spatial_weight", "spatial_captcha: {fusion: {spatial_weight: 0.3}}",
     "authentication.weight_spatial_captcha", "0.3"},
    {"fusion.combined_threshold", "spatial_captcha: {fusion: {combined_threshold: 0.8}}",
     "authentication.threshold", "0.8"},
    {"clamped", "challenge: {transform_count: 99}", "challenge.transform_count", "8"}, /* PUZ-23 */
    {"clamped from below 0", "challenge: {transform_count: -1}", "challenge.transform_count", "4"},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        const struct good_case *c = &GOOD[i];
        struct config config = defaults(), expected = config;
        struct tes_error error = {""};

        if (!config_yaml_read("f", tes_slice_of(c->yaml), &config, &error))
            fail_msg("%s: %s", c->name, error.text);
        if (c->path != NULL)
            assert_true(config_set(&expected, c->path, tes_slice_of(c->text), &error));
        if (!config_equal(&config, &expected))
            fail_msg("%s: another value", c->name);
    }
}

struct bad_case {
    const char *name, *yaml, *error;
};

#define EXTRAS " anchors, aliases and tags are not taken"
#define NOT_RANGES                                                                                 \
    "trusted_proxies: expected a list of 0 to 32 address ranges such as 10.0.0.0/8, found "

#define DECIMAL_REST                                                                               \
    ": monitoring.failure_rate_threshold: expected a number from 0 to 1, with at most three "      \
    "decimals, found "
#define DECIMAL "f:1" DECIMAL_REST

static const struct bad_case BAD[] = {
    {"unknown key", "threads: 1\nchallenge:\n  enabled: true\n  transform_cuont: 6\n",
     "f:4: challenge.transform_cuont: unknown key, did you mean challenge.transform_count?"},
    {"unknown section", "\nchalenge:\n  enabled: true\n",
     "f:2: chalenge: unknown key, did you mean challenge?"},
    {"key outside its section", "ledger: memory\n",
     "f:1: ledger: unknown key, did you mean store.ledger?"},
    {"unknown key, near nothing", "frobnication: 1\n", "f:1: frobnication: unknown key"},
    {"key below a key", "threads.x: 1\n", "f:1: threads.x: unknown key, did you mean threads?"},
    {"empty key", "challenge: {'': 1}", "f:1: challenge.: unknown key, did you mean challenge?"},
    {"key with a NUL", "\"listen\\0\": 1\n", "f:1: listen?: unknown key"},
    {"key with a line break", "\"a\\nb\": 1\n", "f:1: a?b: unknown key"},
    {"key that is too long",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1\n",
     "f:1: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...: "
     "unknown "
     "key"},
    {"merge key", "<<: {threads: 1}\n", "f:1: <<: unknown key"},
    {"duplicate key", "threads: 1\nworkers: 2\nthreads: 1\n",
     "f:3: threads: this key stands here for the second time"},
    {"duplicate section", "store: {ledger: memory}\nstore:\n  records: sqlite\n",
     "f:2: store: this key stands here for the second time"},
    {"duplicate by path", "store: {ledger: memory}\nstore.ledger: sqlite\n",
     "f:2: store.ledger: this key stands here for the second time"},
    {"duplicate section in a section", "profiles:\n  fast: {}\n  fast:\n    spatial_captcha: {}\n",
     "f:3: profiles.fast: this key stands here for the second time"},
    {"duplicate key deep down",
     "profiles: {fast: {spatial_captcha: {enabled: true, enabled: true}}}\n",
     "f:1: profiles.fast.spatial_captcha.enabled: this key stands here for the second time"},
    {"unknown section in a section", "profiles:\n  fasst:\n",
     "f:2: profiles.fasst: unknown key, did you mean profiles.fast?"},
    {"both names, not the same", "test_mode: true\nchallenge:\n  test_mode: false\n",
     "f:3: challenge.test_mode: challenge.test_mode has two names here, with different values"},
    {"both names, in the other order", "challenge: {test_mode: false}\ntest_mode: true\n",
     "f:2: test_mode: challenge.test_mode has two names here, with different values"},
    {"a choice that is none", "profile: quick\n",
     "f:1: profile: expected fast, balanced or paranoid, found \"quick\""},
    {"a decimal past its bounds", "monitoring: {failure_rate_threshold: 1.001}",
     DECIMAL "\"1.001\""},
    {"a decimal far past its bounds",
     "monitoring: {failure_rate_threshold: 99999999999999999999.5}",
     DECIMAL "\"99999999999999999999.5\""},
    {"a decimal below 0", "monitoring: {failure_rate_threshold: -0.0}", DECIMAL "\"-0.0\""},
    {"a decimal that would be rounded", "monitoring: {failure_rate_threshold: 0.1234}",
     DECIMAL "\"0.1234\""},
    {"a decimal without its end", "monitoring: {failure_rate_threshold: 0.}", DECIMAL "\"0.\""},
    {"a decimal without its start", "monitoring: {failure_rate_threshold: .5}", DECIMAL "\".5\""},
    {"a decimal with two points", "monitoring: {failure_rate_threshold: 0.5.1}",
     DECIMAL "\"0.5.1\""},
    {"a decimal with an exponent", "monitoring: {failure_rate_threshold: 5e-1}",
     DECIMAL "\"5e-1\""},
    {"a decimal with a comma", "monitoring:\n  failure_rate_threshold: 0,5\n",
     "f:2" DECIMAL_REST "\"0,5\""},
    {"a decimal in quotes", "monitoring: {failure_rate_threshold: '0.5'}",
     DECIMAL "text in quotes"},
    {"an address with a quote in it", "monitoring: {webhook: {url: 'http://a/\"x'}}",
     "f:1: monitoring.webhook.url: expected an address that begins with http:// or https://, or "
     "off"},
    {"what is shown of an address", "monitoring: {webhook: {url: 'https://***'}}",
     "f:1: monitoring.webhook.url: expected an address that begins with http:// or https://, or "
     "off"},
    {"an address without a host", "monitoring: {webhook: {url: 'http:///x'}}",
     "f:1: monitoring.webhook.url: expected an address that begins with http:// or https://, or "
     "off"},
    {"not a number", "threads: many\n",
     "f:1: threads: expected a whole number from 0 to 64, found \"many\""},
    {"a fraction", "threads: 1.5\n",
     "f:1: threads: expected a whole number from 0 to 64, found \"1.5\""},
    {"octal", "threads: 010\n",
     "f:1: threads: expected a whole number from 0 to 64, found \"010\""},
    {"number in quotes", "threads: \"1\"\n",
     "f:1: threads: expected a whole number from 0 to 64, found text in quotes"},
    {"a list for a number", "threads: [1]\n",
     "f:1: threads: expected a whole number from 0 to 64, found a list"},
    {"a map for a number", "threads: {a: 1}\n",
     "f:1: threads: expected a whole number from 0 to 64, found a map"},
    {"nothing for a number", "\nthreads:\n",
     "f:2: threads: expected a whole number from 0 to 64, found nothing"},
    {"null for a text", "data: null\n",
     "f:1: data: expected text of 1 to 1023 bytes without control characters, found nothing"},
    {"a NUL in a text", "data: \"a\\0b\"\n",
     "f:1: data: expected text of 1 to 1023 bytes without control characters, found \"a?b\""},
    {"too large", "threads: 65\n",
     "f:1: threads: expected a whole number from 0 to 64, found \"65\""},
    {"too small", "budget:\n  window_s: 9\n",
     "f:2: budget.window_s: expected a whole number from 10 to 3600, found \"9\""},
    {"nonsense where numbers are clamped", "challenge:\n  transform_count: six\n", /* PUZ-23 */
     "f:2: challenge.transform_count: expected a whole number from 4 to 8, found \"six\""},
    {"1 for true", "demo: 1\n", "f:1: demo: expected true or false, found \"1\""},
    {"true in quotes", "demo: 'true'\n", "f:1: demo: expected true or false, found text in quotes"},
    {"1 for a switch", "budget:\n  shared: 1\n",
     "f:2: budget.shared: expected true, false or auto, found \"1\""},
    {"a switch in capitals", "budget:\n  shared: Auto\n",
     "f:2: budget.shared: expected true, false or auto, found \"Auto\""},
    {"y for yes", "demo: y\n", "f:1: demo: expected true or false, found \"y\""},
    {"bad address", "listen: localhost\n",
     "f:1: listen: expected HOST:PORT such as 127.0.0.1:8080 or [::1]:8080, found \"localhost\""},
    {"bad store", "store:\n  ledger: oracle\n",
     "f:2: store.ledger: expected memory or sqlite or redis:// or rediss:// or redis+sentinel:// "
     "or "
     "rediss+sentinel:// or postgres:// or postgresql://"},
    {"text for a list", "trusted_proxies: 10.0.0.0/8\n", "f:1: " NOT_RANGES "text"},
    {"a bad item, on its own line", "trusted_proxies:\n- 10.0.0.0/8\n- 10.0.0\n- 10.0.0.1\n",
     "f:3: " NOT_RANGES "\"10.0.0\""},
    {"a list in a list", "trusted_proxies:\n- 10.0.0.0/8\n- [10.0.0.1]\n",
     "f:3: " NOT_RANGES "a list"},
    {"nothing in a list", "trusted_proxies:\n- ~\n", "f:2: " NOT_RANGES "nothing"},
    {"too long a list",
     "trusted_proxies: [1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, "
     "1.1.1.1, 1.1.1.1, 1.1.1.1, \n"
     "1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, "
     "1.1.1.1, \n"
     "1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, 1.1.1.1, "
     "1.1.1.1]\n",
     "f:1: " NOT_RANGES "33"},
    {"unknown word", "challenge:\n  types: [puzzle,\n    maze]\n",
     "f:3: challenge.types: expected a list of 1 to 7 of these, each once: spatial, predator, "
     "human, emotions, puzzle, scene, hidden, found \"maze\""},
    {"text for a section", "store: sqlite\n", "f:1: store: expected a map of keys"},
    {"a list for a section", "store: [sqlite]\n", "f:1: store: expected a map of keys"},
    {"text alone", "hello\n", "f:1: expected a map of keys"},
    {"a list alone", "- threads\n", "f:1: expected a map of keys"},
    {"a map as key", "{threads: 1}: 2\n", "f:1: expected a key, found a map or a list"},
    {"a list as key", "store:\n  ? [ledger]\n  : 1\n",
     "f:2: store: expected a key, found a map or a list"},
    {"anchor", "threads: &a 1\n", "f:1: threads:" EXTRAS},
    {"alias", "threads: 1\nworkers: *a\n", "f:2: workers:" EXTRAS},
    {"tag", "threads: !!int 1\n", "f:1: threads:" EXTRAS},
    {"tag without a name", "data: ! x\n", "f:1: data:" EXTRAS},
    {"anchor of a map", "--- &a\nthreads: 1\n", "f:1:" EXTRAS},
    {"anchor of a list", "trusted_proxies: &a [::1]\n", "f:1: trusted_proxies:" EXTRAS},
    {"anchor of a key", "&a threads: 1\n", "f:1:" EXTRAS},
    {"two documents", "threads: 1\n---\nthreads: 2\n",
     "f:2: expected one document, found a second"},
    {"too deep", "challenge:\n  enabled: {a: {b: {c: {d: 1}}}}\n",
     "f:2: challenge.enabled: expected true or false, found a map"},
    {"too deep, in lists", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "f:1: expected a map of keys"},
    {"an address that wants quotes", "threads: 1\nlisten: [::1]:80\n",
     "f:2: listen: expected HOST:PORT such as 127.0.0.1:8080 or [::1]:8080, found a list"},
    {"not YAML", "threads: 1\n}\n", "f:2: this is not YAML: did not find expected key"},
    {"a tab", "store:\n\tledger: memory\n",
     "f:2: this is not YAML: found character that cannot start any token"},
    {"an open quote", "data: \"x\n", "f:2: this is not YAML: found unexpected end of stream"},
    {"not UTF-8", "threads: 1\ndata: \xFF\n", "f:2: this is not YAML: invalid leading UTF-8 octet"},
    {"UTF-16", "\xFF\xFE", "f:1: this is not YAML: invalid leading UTF-8 octet"},
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct config config = defaults();
        struct tes_error error = {""};

        if (config_yaml_read("f", tes_slice_of(BAD[i].yaml), &config, &error))
            fail_msg("%s: taken", BAD[i].name);
        if (strcmp(error.text, BAD[i].error) != 0)
            fail_msg("%s: %s", BAD[i].name, error.text);
    }
}

static void test_large(void **state)
{
    const struct tes_slice start = TES_SLICE("trusted_proxies: [");
    char *text = malloc(CONFIG_FILE_MAX + 1);
    struct config config = defaults();
    struct tes_error error = {""};

    (void)state;
    assert_non_null(text);
    memset(text, '#', CONFIG_FILE_MAX + 1);
    assert_true(config_yaml_read("f", (struct tes_slice){text, CONFIG_FILE_MAX}, &config, &error));
    assert_false(
        config_yaml_read("f", (struct tes_slice){text, CONFIG_FILE_MAX + 1}, &config, &error));
    assert_string_equal(error.text, "f: longer than 1 MiB");

    memcpy(text, start.at, start.length);
    assert_false(config_yaml_read("f", (struct tes_slice){text, CONFIG_FILE_MAX}, &config, &error));
    memset(text + start.length, '1', CONFIG_FILE_MAX - start.length);
    text[CONFIG_FILE_MAX - 1] = ']';
    assert_false(config_yaml_read("f", (struct tes_slice){text, CONFIG_FILE_MAX}, &config, &error));
    assert_string_equal(error.text, "f:1: trusted_proxies: the list is too long");
    free(text);
}

static void write_file(char path[128], const char *text)
{
    snprintf(path, 128, "%s/tessera-config-XXXXXX", patience_folder());
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
}

/* Defaults, then the file, then SHUMA_*, then TESSERA_*, then config_set(). */
static void test_sources(void **state)
{
    char path[128];
    char shuma[] = "SHUMA_CHALLENGE_RISK_THRESHOLD=5", own[] = "TESSERA_BUDGET_IMAGE=9";
    char *environment[] = {shuma, own, NULL};
    struct config config;
    struct tes_error error = {""};

    (void)state;
    write_file(path, "challenge: {risk_threshold: 4, transform_count: 5}\n"
                     "budget: {image: 8, answer: 8}\n");
    if (!config_load(path, environment, &config, &error))
        fail_msg("%s", error.text);
    assert_int_equal(config.workers, 64);
    assert_int_equal(config.budget_answer, 8);
    assert_int_equal(config.challenge_transform_count, 5); /* PUZ-23 */
    assert_int_equal(config.challenge_risk_threshold, 5);  /* PUZ-24 */
    assert_int_equal(config.budget_image, 9);
    assert_true(config_set(&config, "budget.image", TES_SLICE("10"), &error));
    assert_int_equal(config.budget_image, 10);
    unlink(path);
}

static void test_files(void **state)
{
    char path[128], expected[256];
    struct config config = defaults(), before = config;
    struct tes_error error = {""};

    (void)state;
    assert_false(config_load("/nonexistent/tessera.yaml", NULL, &config, &error));
    assert_string_equal(error.text, "/nonexistent/tessera.yaml: No such file or directory");
    assert_false(config_load("/tmp", NULL, &config, &error));
    assert_string_equal(error.text, "/tmp: Is a directory");
    assert_false(config_load("/dev/zero", NULL, &config, &error));
    assert_string_equal(error.text, "/dev/zero: longer than 1 MiB");

    write_file(path, "workers: 2\nthreads: x\n");
    assert_false(config_load(path, NULL, &config, &error));
    snprintf(expected, sizeof expected,
             "%s:2: threads: expected a whole number from 0 to 64, found \"x\"", path);
    assert_string_equal(error.text, expected);
    assert_true(config_equal(&config, &before));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),    cmocka_unit_test(test_bad),   cmocka_unit_test(test_large),
        cmocka_unit_test(test_sources), cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

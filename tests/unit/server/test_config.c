/*
 * test_config.c: the table of keys, its defaults, the environment, config_set() and what is written
 * from the table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/kind.h"
#include "server/config/config_yaml.h"

#define MAX_VARIABLES 4

static struct config defaults(void)
{
    struct config config;
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    return config;
}

static void writes(const struct config *config, const char *path, const char *expected)
{
    char memory[2048];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    const struct config_row *row = config_row_find(tes_slice_of(path));

    assert_non_null(row);
    config_write_value(&json, NULL, row, config);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
    assert_string_equal(memory, expected);
}

static void test_defaults(void **state)
{
    static const struct {
        const char *path, *json;
    } CASES[] = {
        {"listen", "\"127.0.0.1:8080\""},
        {"data", "\"./tessera-data\""},
        {"threads", "0"},
        {"workers", "64"},
        {"demo", "true"},
        {"sprites", "\"built-in\""},
        {"admin", "true"},
        {"trusted_proxies", "[]"},
        {"pages.lang", "\"auto\""},
        {"pages.address", "\"as-is\""},
        {"log.requests", "\"off\""},
        {"log.slow_ms", "1000"},
        {"log.requests_max", "100"},
        {"store.ledger", "\"sqlite\""},
        {"store.records", "\"sqlite\""},
        {"store.keys", "\"file\""},
        {"store.keys_secret_file", "\"off\""},
        {"store.history", "true"},
        {"store.history_presented", "true"},
        {"store.fail", "\"closed\""},
        {"store.device_info", "true"},
        {"store.history_days", "90"},
        {"store.history_max_mb", "512"},
        {"store.history_per_network", "5000"},
        {"store.profiles_max", "100000"},
        {"store.free_min_mb", "200"},
        {"store.memory_entries", "1000000"},
        {"metrics.allow", "[\"127.0.0.0/8\",\"::1/128\"]"},
        {"node.name", "\"hostname\""},
        {"budget.enabled", "true"},
        {"budget.shared", "\"auto\""},
        {"budget.window_s", "60"},
        {"budget.challenge", "120"},
        {"budget.image", "240"},
        {"budget.draw_ms", "4000"},
        {"budget.draw_all_ms", "16000"},
        {"budget.work_ms", "2000"},
        {"budget.work_all_ms", "8000"},
        {"budget.audio", "30"},
        {"budget.answer", "120"},
        {"budget.wrong_answer", "6"},
        {"budget.alternative", "30"},
        {"budget.still", "60"},
        {"budget.pass", "1000"},
        {"budget.pass_site", "0"},
        {"budget.code", "30"},
        {"budget.review", "3"},
        {"budget.junk", "600"},
        {"budget.middle_factor", "4"},
        {"budget.wide_factor", "32"},
        {"profile", "\"balanced\""},
        {"challenge.default_difficulty", "\"medium\""},
        {"challenge.rounds_min", "1"},
        {"profiles.fast.spatial_captcha.enabled", "false"},                     /* S3D-7 */
        {"profiles.fast.spatial_captcha.trigger_mode", "\"conditional\""},      /* S3D-7 */
        {"profiles.fast.spatial_captcha.trigger_threshold", "0.85"},            /* S3D-7 */
        {"profiles.fast.spatial_captcha.trigger_frequency", "10"},              /* S3D-7 */
        {"profiles.fast.spatial_captcha.default_difficulty", "\"medium\""},     /* S3D-7 */
        {"profiles.fast.spatial_captcha.time_budget_ms", "8000"},               /* S3D-7 */
        {"profiles.fast.spatial_captcha.max_attempts", "3"},                    /* S3D-7 */
        {"profiles.balanced.spatial_captcha.enabled", "true"},                  /* S3D-7 */
        {"profiles.balanced.spatial_captcha.trigger_mode", "\"conditional\""},  /* S3D-7 */
        {"profiles.balanced.spatial_captcha.trigger_threshold", "0.85"},        /* S3D-7 */
        {"profiles.balanced.spatial_captcha.trigger_frequency", "10"},          /* S3D-7 */
        {"profiles.balanced.spatial_captcha.default_difficulty", "\"medium\""}, /* S3D-7 */
        {"profiles.balanced.spatial_captcha.time_budget_ms", "8000"},           /* S3D-7 */
        {"profiles.balanced.spatial_captcha.max_attempts", "3"},                /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.enabled", "true"},                  /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.trigger_mode", "\"periodic\""},     /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.trigger_threshold", "0.85"},        /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.trigger_frequency", "10"},          /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.default_difficulty", "\"hard\""},   /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.time_budget_ms", "10000"},          /* S3D-7 */
        {"profiles.paranoid.spatial_captcha.max_attempts", "2"},                /* S3D-7 */
        {"integration.cultural_biometrics.enabled", "true"},
        {"integration.cultural_biometrics.trigger_spatial_on_low_cb", "true"},
        {"integration.cultural_biometrics.cb_threshold", "0.85"},
        {"integration.optical_memory.enabled", "false"},
        {"integration.optical_memory.folder", "\"optical-memory\""},
        {"integration.optical_memory.max_mb", "1024"},
        {"integration.optical_memory.max_days", "30"},
        {"accessibility.fallback_enabled", "true"},
        {"accessibility.fallback_method", "\"alternative_challenge\""},
        {"accessibility.max_failures_before_fallback", "3"},
        {"accessibility.review_queue_max", "100"},
        {"accessibility.review_lifetime_s", "7200"},
        {"accessibility.review_pass_s", "1800"},
        {"adaptive.enabled", "true"},
        {"adaptive.min_attempts_before_adapt", "3"},
        {"attack.enabled", "true"},
        {"monitoring.enabled", "true"},
        {"monitoring.window_s", "300"},
        {"monitoring.answers_min", "50"},
        {"monitoring.alert_on_high_failure_rate", "true"},
        {"monitoring.failure_rate_threshold", "0.5"}, /* S3D-19 */
        {"monitoring.alert_on_bot_pattern", "true"},
        {"monitoring.bot_pattern_threshold", "0.3"}, /* S3D-19 */
        {"monitoring.alert_on_suspicious_times", "true"},
        {"monitoring.suspicious_threshold", "0.3"}, /* S3D-19 */
        {"monitoring.alert_on_attack", "true"},
        {"monitoring.attack_threshold", "0.5"},
        {"monitoring.alert_on_no_challenge", "true"},
        {"monitoring.webhook.url", "\"off\""},
        {"monitoring.webhook.secret", "\"off\""},
        {"monitoring.webhook.timeout_ms", "5000"},
        {"monitoring.webhook.attempts", "8"},
        {"monitoring.webhook.pause_ms", "1000"},
        {"monitoring.webhook.program", "\"curl\""},
        {"authentication.threshold", "0.9"},
        {"authentication.weight_cultural_biometrics", "0.6"},
        {"authentication.weight_spatial_captcha", "0.4"},
        {"authentication.step_up", "true"},
        {"authentication.alternatives", "true"},
        {"authentication.order_lifetime_s", "600"},
        {"vendor.test_keys", "false"},
        {"challenge.enabled", "true"},         /* PUZ-22 */
        {"challenge.test_mode", "false"},      /* PUZ-6 */
        {"challenge.transform_count", "6"},    /* PUZ-23 */
        {"challenge.risk_threshold", "3"},     /* PUZ-24 */
        {"challenge.config_mutable", "false"}, /* PUZ-25 */
        {"challenge.types",
         "[\"spatial\",\"predator\",\"human\",\"emotions\",\"puzzle\",\"scene\",\"hidden\"]"},
        {"challenge.strength", "\"off-the-shelf\""},
        {"challenge.accepts", "[\"still\",\"audio\",\"pow\",\"review\"]"},
        {"challenge.pictures_kb", "8192"},
        {"challenge.client_may_choose", "false"},
        {"challenge.alternatives", "true"},
        {"challenge.work_min", "0"},
        {"challenge.pow_work", "8"},
        {"challenge.audio", "\"espeak-ng\""},
        {"challenge.renderer", "\"3d\""},
        {"challenge.profile", "\"default\""},
        {"challenge.submit_after_ms", "1000"},
        {"challenge.extensions_max", "10"},
        {"response.lifetime_s", "300"},
        {"response.renew_s", "1800"},
        {"response.code_lifetime_s", "600"},
        {"gate.rate_limit", "80"},
        {"gate.cookie_lifetime_s", "600"},
        {"gate.ticket_lifetime_s", "600"},
        {"http.request_timeout_ms", "10000"},
        {"http.send_rate_min", "1024"},
        {"http.idle_timeout_ms", "60000"},
        {"http.connections_max", "20000"},
        {"http.connections_per_network", "2000"},
        {"http.drain_s", "0"},
        {"http.queue_max", "1024"},
        {"http.request_memory_mb", "64"},
    };
    struct config config = defaults();

    (void)state;
    assert_int_equal(sizeof CASES / sizeof *CASES, CONFIG_KEYS);
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        writes(&config, CASES[i].path, CASES[i].json);
    assert_int_equal(config.challenge_transform_count, 6);
    assert_string_equal(config.listen, "127.0.0.1:8080");
    assert_int_equal(config.challenge_types.count, 7);
    assert_string_equal(config.challenge_types.items[4], "puzzle");
    unsigned bits = 0;
    for (size_t i = 0; i < config.challenge_types.count; i++)
        bits |= 1U << tes_kind_number(tes_kind_find(tes_slice_of(config.challenge_types.items[i])));
    assert_int_equal(config.challenge_types.bits, bits);
    config_free(&config);
    config_free(NULL);
}

/* What config.def promises to the code that reads it. */
static void test_table(void **state)
{
    char variables[CONFIG_NAMES][CONFIG_NAME_MAX];

    (void)state;
    for (size_t i = 0; i < CONFIG_NAMES; i++) {
        config_variable(config_names[i].path, variables[i]);
        assert_true(strlen(variables[i]) == strlen("TESSERA_") + strlen(config_names[i].path));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(variables[i], variables[j]);
        assert_true(i >= CONFIG_KEYS || config_names[i].row == &config_rows[i]);
        /* No name is a section of another, and none stands deeper than the reader has room for. */
        unsigned dots = 0;
        for (const char *c = config_names[i].path; *c != '\0'; c++)
            dots += *c == '.';
        assert_in_range(dots, 0, 3);
    }
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        const struct config_row *row = &config_rows[i];
        assert_true(row->meaning[strlen(row->meaning) - 1] == '.');
        assert_null(strchr(row->meaning, '|'));
        /* Keys of a section stand together, or the sample file would name it twice. */
        for (const char *dot = strchr(row->path, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
            size_t section = (size_t)(dot - row->path);
            bool left = false;
            for (size_t j = i + 1; j < CONFIG_KEYS; j++) {
                bool same = strncmp(config_rows[j].path, row->path, section + 1) == 0;
                assert_false(same && left);
                left = left || !same;
            }
        }
    }
}

struct environment_case {
    const char *name;
    const char *variables[MAX_VARIABLES];
    const char *path, *json; /* what comes out, or */
    const char *error;       /* what is said */
};

static const struct environment_case ENVIRONMENT_CASES[] = {
    {"nothing of ours", {"PATH=/bin", "HOME"}, "threads", "0", NULL},
    {"a number", {"TESSERA_THREADS=4"}, "threads", "4", NULL},
    {"a nested key", {"TESSERA_STORE_LEDGER=memory"}, "store.ledger", "\"memory\"", NULL},
    {"1 is true", {"TESSERA_CHALLENGE_TEST_MODE=1"}, "challenge.test_mode", "true", NULL},
    {"0 is false", {"TESSERA_DEMO=0"}, "demo", "false", NULL},
    {"on", {"TESSERA_CHALLENGE_TEST_MODE=on"}, "challenge.test_mode", "true", NULL},
    {"OFF", {"TESSERA_DEMO=OFF"}, "demo", "false", NULL},
    {"Yes", {"TESSERA_CHALLENGE_TEST_MODE=Yes"}, "challenge.test_mode", "true", NULL},
    {"no", {"TESSERA_DEMO=no"}, "demo", "false", NULL},
    {"a list",
     {"TESSERA_TRUSTED_PROXIES=10.0.0.0/8, ::1"},
     "trusted_proxies",
     "[\"10.0.0.0/8\",\"::1/128\"]",
     NULL},
    {"an empty list", {"TESSERA_TRUSTED_PROXIES="}, "trusted_proxies", "[]", NULL},
    {"words",
     {"TESSERA_CHALLENGE_TYPES=puzzle,scene"},
     "challenge.types",
     "[\"puzzle\",\"scene\"]",
     NULL},
    {"the keys' own variables",
     {"TESSERA_SECRET=0123456789abcdef", "TESSERA_SECRET_PREVIOUS=0123456789abcdee"},
     "threads",
     "0",
     NULL},
    /* PUZ-22 */
    {"SHUMA off", {"SHUMA_CHALLENGE_ENABLED=false"}, "challenge.enabled", "false", NULL},
    {"SHUMA 0", {"SHUMA_CHALLENGE_ENABLED=0"}, "challenge.enabled", "false", NULL},
    {"SHUMA nonsense",
     {"SHUMA_CHALLENGE_ENABLED=maybe"},
     NULL,
     NULL,
     "SHUMA_CHALLENGE_ENABLED: expected true or false, found \"maybe\""},
    /* PUZ-23 */
    {"count", {"SHUMA_CHALLENGE_TRANSFORM_COUNT=7"}, "challenge.transform_count", "7", NULL},
    {"renderer", {"TESSERA_CHALLENGE_RENDERER=2d"}, "challenge.renderer", "\"2d\"", NULL},
    {"renderer that is none",
     {"TESSERA_CHALLENGE_RENDERER=4d"},
     "challenge.renderer",
     NULL,
     "TESSERA_CHALLENGE_RENDERER: expected 3d, 2d or none, found \"4d\""},
    {"profile", {"TESSERA_CHALLENGE_PROFILE=seed"}, "challenge.profile", "\"seed\"", NULL},
    {"profile that is none",
     {"TESSERA_CHALLENGE_PROFILE=Seed"},
     "challenge.profile",
     NULL,
     "TESSERA_CHALLENGE_PROFILE: expected default or seed, found \"Seed\""},
    {"a decimal",
     {"TESSERA_MONITORING_BOT_PATTERN_THRESHOLD=0.25"},
     "monitoring.bot_pattern_threshold",
     "0.25",
     NULL},
    {"another name", {"TESSERA_TEST_MODE=1"}, "challenge.test_mode", "true", NULL},
    {"both names, the same",
     {"TESSERA_TEST_MODE=1", "TESSERA_CHALLENGE_TEST_MODE=true"},
     "challenge.test_mode",
     "true",
     NULL},
    {"both names, not the same",
     {"TESSERA_TEST_MODE=1", "TESSERA_CHALLENGE_TEST_MODE=0"},
     NULL,
     NULL,
     "TESSERA_TEST_MODE: challenge.test_mode has two names here, with different values"},
    {"another name, misspelt",
     {"TESSERA_TEST_MOD=1"},
     NULL,
     NULL,
     "TESSERA_TEST_MOD: unknown variable, did you mean TESSERA_TEST_MODE?"},
    {"a secret is not repeated",
     {"TESSERA_MONITORING_WEBHOOK_SECRET=hunter2"},
     NULL,
     NULL,
     "TESSERA_MONITORING_WEBHOOK_SECRET: expected text of 16 to 1023 bytes without control "
     "characters, or off"},
    {"a secret is not shown",
     {"TESSERA_MONITORING_WEBHOOK_SECRET=0123456789abcdef"},
     "monitoring.webhook.secret",
     "\"***\"",
     NULL},
    {"of an address, the scheme is",
     {"TESSERA_MONITORING_WEBHOOK_URL=https://hooks.example/T0/B1/secret"},
     "monitoring.webhook.url",
     "\"https://***\"",
     NULL},
    {"an address of another scheme",
     {"TESSERA_MONITORING_WEBHOOK_URL=file:///etc/passwd"},
     NULL,
     NULL,
     "TESSERA_MONITORING_WEBHOOK_URL: expected an address that begins with http:// or https://, "
     "or off"},
    {"count 2", {"SHUMA_CHALLENGE_TRANSFORM_COUNT=2"}, "challenge.transform_count", "4", NULL},
    {"count 99", {"SHUMA_CHALLENGE_TRANSFORM_COUNT=99"}, "challenge.transform_count", "8", NULL},
    {"count below 0",
     {"SHUMA_CHALLENGE_TRANSFORM_COUNT=-9"},
     "challenge.transform_count",
     "4",
     NULL},
    {"count past any",
     {"SHUMA_CHALLENGE_TRANSFORM_COUNT=99999999999999999999"},
     "challenge.transform_count",
     "8",
     NULL},
    {"count nonsense",
     {"SHUMA_CHALLENGE_TRANSFORM_COUNT=six"},
     NULL,
     NULL,
     "SHUMA_CHALLENGE_TRANSFORM_COUNT: expected a whole number from 4 to 8, found \"six\""},
    {"count empty",
     {"SHUMA_CHALLENGE_TRANSFORM_COUNT="},
     NULL,
     NULL,
     "SHUMA_CHALLENGE_TRANSFORM_COUNT: expected a whole number from 4 to 8, found \"\""},
    {"own count clamped",
     {"TESSERA_CHALLENGE_TRANSFORM_COUNT=99"},
     "challenge.transform_count",
     "8",
     NULL},
    {"own count nonsense",
     {"TESSERA_CHALLENGE_TRANSFORM_COUNT=six"},
     NULL,
     NULL,
     "TESSERA_CHALLENGE_TRANSFORM_COUNT: expected a whole number from 4 to 8, found \"six\""},
    /* PUZ-24 */
    {"threshold", {"SHUMA_CHALLENGE_RISK_THRESHOLD=5"}, "challenge.risk_threshold", "5", NULL},
    {"threshold too high",
     {"SHUMA_CHALLENGE_RISK_THRESHOLD=11"},
     NULL,
     NULL,
     "SHUMA_CHALLENGE_RISK_THRESHOLD: expected a whole number from 0 to 10, found \"11\""},
    /* PUZ-25 */
    {"mutable", {"SHUMA_CHALLENGE_CONFIG_MUTABLE=true"}, "challenge.config_mutable", "true", NULL},
    {"own name goes first",
     {"TESSERA_CHALLENGE_RISK_THRESHOLD=7", "SHUMA_CHALLENGE_RISK_THRESHOLD=5"},
     "challenge.risk_threshold",
     "7",
     NULL},
    {"own name goes first, in the other order",
     {"SHUMA_CHALLENGE_RISK_THRESHOLD=5", "TESSERA_CHALLENGE_RISK_THRESHOLD=7"},
     "challenge.risk_threshold",
     "7",
     NULL},
    {"unknown",
     {"TESSERA_THREDS=4"},
     NULL,
     NULL,
     "TESSERA_THREDS: unknown variable, did you mean TESSERA_THREADS?"},
    {"the secret's name, misspelt",
     {"TESSERA_SECRETS=0123456789abcdef"},
     NULL,
     NULL,
     "TESSERA_SECRETS: unknown variable, did you mean TESSERA_SECRET?"},
    {"the other secret's",
     {"TESSERA_SECRET_PREVIOU=0123456789abcdef"},
     NULL,
     NULL,
     "TESSERA_SECRET_PREVIOU: unknown variable, did you mean TESSERA_SECRET_PREVIOUS?"},
    {"what Kubernetes tells of a service",
     {"TESSERA_PORT=tcp://10.0.0.1:8080", "TESSERA_PORT_8080_TCP_ADDR=10.0.0.1"},
     "threads",
     "0",
     NULL},
    {"what else it tells",
     {"TESSERA_SERVICE_HOST=10.0.0.1", "TESSERA_SERVICE_PORT_HTTP=8080"},
     "threads",
     "0",
     NULL},
    {"a port of one's own", {"TESSERA_PORT=8080"}, NULL, NULL, "TESSERA_PORT: unknown variable"},
    {"an empty port", {"TESSERA_PORT="}, NULL, NULL, "TESSERA_PORT: unknown variable"},
    {"nothing of Kubernetes'", {"TESSERA_PORTS=1"}, NULL, NULL, "TESSERA_PORTS: unknown variable"},
    {"nor this", {"TESSERA_PORT_=1"}, NULL, NULL, "TESSERA_PORT_: unknown variable"},
    {"nor that", {"TESSERA_SERVICE_X=1"}, NULL, NULL, "TESSERA_SERVICE_X: unknown variable"},
    {"unknown, near nothing", {"TESSERA_=4"}, NULL, NULL, "TESSERA_: unknown variable"},
    {"unknown without a value",
     {"TESSERA_FROBNICATION"},
     NULL,
     NULL,
     "TESSERA_FROBNICATION: unknown variable"},
    {"too many",
     {"TESSERA_THREADS=65"},
     NULL,
     NULL,
     "TESSERA_THREADS: expected a whole number from 0 to 64, found \"65\""},
    {"empty number",
     {"TESSERA_THREADS="},
     NULL,
     NULL,
     "TESSERA_THREADS: expected a whole number from 0 to 64, found \"\""},
    {"a bad item",
     {"TESSERA_TRUSTED_PROXIES=10.0.0.0/8,10.0.0.0/33"},
     NULL,
     NULL,
     "TESSERA_TRUSTED_PROXIES: expected a list of 0 to 32 address ranges such as 10.0.0.0/8, found "
     "\"10.0.0.0/33\""},
    {"a password is not repeated",
     {"TESSERA_STORE_RECORDS=mysql://me:hunter2@host/db"},
     NULL,
     NULL,
     "TESSERA_STORE_RECORDS: expected sqlite or postgres:// or postgresql://"},
};

static void test_environment(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ENVIRONMENT_CASES / sizeof *ENVIRONMENT_CASES; i++) {
        const struct environment_case *c = &ENVIRONMENT_CASES[i];
        char *environment[MAX_VARIABLES + 1] = {NULL};
        struct config config = defaults(), before = config;
        struct tes_error error = {""};

        for (size_t v = 0; v < MAX_VARIABLES && c->variables[v] != NULL; v++)
            environment[v] = (char *)(uintptr_t)c->variables[v];
        bool is_good = config_load(NULL, environment, &config, &error);
        if (is_good != (c->error == NULL))
            fail_msg("%s: %s", c->name, error.text);
        if (is_good) {
            writes(&config, c->path, c->json);
        } else {
            assert_string_equal(error.text, c->error);
            assert_true(config_equal(&config, &before));
        }
    }
}

struct set_case {
    const char *path, *text;
    const char *json;  /* what comes out, or */
    const char *error; /* what is said */
};

#define NOT_LISTEN(text)                                                                           \
    "listen: expected HOST:PORT such as 127.0.0.1:8080 or [::1]:8080, found \"" text "\""
#define NOT_WAYS                                                                                   \
    "challenge.accepts: expected a list of 0 to 5 of these, each once: still, puzzle, audio, "     \
    "pow, review, found "
#define NOT_WORDS                                                                                  \
    "challenge.types: expected a list of 1 to 7 of these, each once: spatial, predator, human, "   \
    "emotions, puzzle, scene, hidden, found "

static const struct set_case SET_CASES[] = {
    {"listen", "0.0.0.0:0", "\"0.0.0.0:0\"", NULL},
    {"listen", "[::1]:8080", "\"[::1]:8080\"", NULL},
    {"listen", "localhost:80", "\"localhost:80\"", NULL},
    {"listen", "a-b.example:65535", "\"a-b.example:65535\"", NULL},
    {"listen", "", NULL, NOT_LISTEN("")},
    {"listen", "127.0.0.1", NULL, NOT_LISTEN("127.0.0.1")},
    {"listen", ":8080", NULL, NOT_LISTEN(":8080")},
    {"listen", "127.0.0.1:", NULL, NOT_LISTEN("127.0.0.1:")},
    {"listen", "127.0.0.1:65536", NULL, NOT_LISTEN("127.0.0.1:65536")},
    {"listen", "127.0.0.1:080808", NULL, NOT_LISTEN("127.0.0.1:080808")},
    {"listen", "127.0.0.256:80", NULL, NOT_LISTEN("127.0.0.256:80")},
    {"listen", "1.2.3:80", NULL, NOT_LISTEN("1.2.3:80")},
    {"listen", "::1:8080", NULL, NOT_LISTEN("::1:8080")},
    {"listen", "[::1]", NULL, NOT_LISTEN("[::1]")},
    {"listen", "[::1]8080", NULL, NOT_LISTEN("[::1]8080")},
    {"listen", "[127.0.0.1]:80", NULL, NOT_LISTEN("[127.0.0.1]:80")},
    {"listen", "[", NULL, NOT_LISTEN("[")},
    {"listen", "-x:80", NULL, NOT_LISTEN("-x:80")},
    {"listen", "a b:80", NULL, NOT_LISTEN("a b:80")},
    {"data", "/var/lib/tessera", "\"/var/lib/tessera\"", NULL},
    {"data", "", NULL,
     "data: expected text of 1 to 1023 bytes without control characters, found "
     "\"\""},
    {"data", "a\nb", NULL,
     "data: expected text of 1 to 1023 bytes without control characters, found \"a?b\""},
    {"threads", "64", "64", NULL},
    {"threads", "-1", NULL, "threads: expected a whole number from 0 to 64, found \"-1\""},
    {"threads", "08", NULL, "threads: expected a whole number from 0 to 64, found \"08\""},
    {"threads", "0x8", NULL, "threads: expected a whole number from 0 to 64, found \"0x8\""},
    {"threads", "1e1", NULL, "threads: expected a whole number from 0 to 64, found \"1e1\""},
    {"threads", "+1", NULL, "threads: expected a whole number from 0 to 64, found \"+1\""},
    {"threads", "-", NULL, "threads: expected a whole number from 0 to 64, found \"-\""},
    {"threads", " 1", NULL, "threads: expected a whole number from 0 to 64, found \" 1\""},
    {"threads", "18446744073709551616", NULL,
     "threads: expected a whole number from 0 to 64, found \"18446744073709551616\""},
    {"workers", "1", "1", NULL},
    {"workers", "0", NULL, "workers: expected a whole number from 1 to 256, found \"0\""},
    {"demo", "false", "false", NULL},
    {"demo", "2", NULL, "demo: expected true or false, found \"2\""},
    {"budget.shared", "true", "true", NULL},
    {"budget.shared", "no", "false", NULL},
    {"budget.shared", "auto", "\"auto\"", NULL},
    {"budget.shared", "maybe", NULL,
     "budget.shared: expected true, false or auto, found \"maybe\""},
    {"store.ledger", "redis://127.0.0.1:6379/0", "\"redis://127.0.0.1:6379/0\"", NULL},
    {"store.ledger", "redis://:pa@ss?@h/0", "\"redis://***\"", NULL},
    {"store.ledger", "redis://ann:hush", "\"redis://***\"", NULL},
    {"store.ledger", "redis+sentinel://a:1,b:22/m", "\"redis+sentinel://a:1,b:22/m\"", NULL},
    {"store.ledger", "postgres://h/db?password=x", "\"postgres://***\"", NULL},
    {"store.ledger", "redis://", NULL,
     "store.ledger: expected memory or sqlite or redis:// or rediss:// or redis+sentinel:// or "
     "rediss+sentinel:// or postgres:// or postgresql://"},
    {"store.ledger", "sqlite2", NULL,
     "store.ledger: expected memory or sqlite or redis:// or rediss:// or redis+sentinel:// or "
     "rediss+sentinel:// or postgres:// or postgresql://"},
    {"store.records", "memory", NULL,
     "store.records: expected sqlite or postgres:// or postgresql://"},
    {"store.keys", "records", "\"records\"", NULL},
    {"store.keys", "redis", NULL, "store.keys: expected file or records, found \"redis\""},
    {"store.memory_entries", "100000000", "100000000", NULL},
    {"challenge.transform_count", "99", "8", NULL}, /* PUZ-23 */
    {"challenge.transform_count", "x", NULL,
     "challenge.transform_count: expected a whole number from 4 to 8, found \"x\""},
    {"pages.lang", "de", "\"de\"", NULL},
    {"pages.lang", "auto", "\"auto\"", NULL},
    {"pages.lang", "xx", NULL,
     "pages.lang: expected auto or the tag of a language that is there, such as de, found \"xx\""},
    {"pages.lang", "de-x-formal", NULL,
     "pages.lang: expected auto or the tag of a language that is there, such as de, found "
     "\"de-x-formal\""},
    {"pages.address", "informal", "\"informal\"", NULL},
    {"pages.address", "Sie", NULL,
     "pages.address: expected as-is, formal or informal, found \"Sie\""},
    {"log.requests", "errors", "\"errors\"", NULL},
    {"log.requests", "some", NULL, "log.requests: expected off, errors or all, found \"some\""},
    {"log.slow_ms", "0", NULL,
     "log.slow_ms: expected a whole number from 1 to 600000, found \"0\""},
    {"log.requests_max", "100001", NULL,
     "log.requests_max: expected a whole number from 1 to 100000, found \"100001\""},
    {"store.fail", "open", "\"open\"", NULL},
    {"store.fail", "closed", "\"closed\"", NULL},
    {"store.fail", "ajar", NULL, "store.fail: expected closed or open, found \"ajar\""},
    {"challenge.strength", "friction", "\"friction\"", NULL},
    {"challenge.strength", "proof", NULL,
     "challenge.strength: expected friction or off-the-shelf, found \"proof\""},
    {"challenge.accepts", " pow , still ", "[\"still\",\"pow\"]", NULL},
    {"challenge.accepts", "", "[]", NULL},
    {"challenge.accepts", "other", NULL, NOT_WAYS "\"other\""},
    {"challenge.accepts", "pow,pow", NULL, NOT_WAYS "\"pow\""},
    {"challenge.accepts", "a,b,c,d,e,f,g", NULL, NOT_WAYS "7"},
    {"challenge.types", " scene , puzzle ", "[\"scene\",\"puzzle\"]", NULL},
    {"challenge.types", "", NULL, NOT_WORDS "0"},
    {"challenge.types", "puzzle,maze", NULL, NOT_WORDS "\"maze\""},
    {"challenge.types", "puzzle,puzzle", NULL, NOT_WORDS "\"puzzle\""},
    {"challenge.types", "a,b,c,d,e,f,g,h", NULL, NOT_WORDS "8"},
    {"challenge.transform_cuont", "6", NULL,
     "challenge.transform_cuont: unknown key, did you mean challenge.transform_count?"},
    {"transform_count", "6", NULL,
     "transform_count: unknown key, did you mean challenge.transform_count?"},
    {"chalenge", "6", NULL, "chalenge: unknown key, did you mean challenge?"},
    {"x", "6", NULL, "x: unknown key"},
    {"", "6", NULL, ": unknown key"},
};

static void test_set(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SET_CASES / sizeof *SET_CASES; i++) {
        const struct set_case *c = &SET_CASES[i];
        struct config config = defaults(), before = config;
        struct tes_error error = {""};

        bool is_good = config_set(&config, c->path, tes_slice_of(c->text), &error);
        if (is_good != (c->error == NULL))
            fail_msg("%s=%s: %s", c->path, c->text, error.text);
        if (is_good) {
            writes(&config, c->path, c->json);
        } else {
            assert_string_equal(error.text, c->error);
            assert_true(config_equal(&config, &before));
        }
    }
}

static void test_set_limits(void **state)
{
    char text[CONFIG_TEXT_MAX + 1], memory[33 * 10];
    struct tes_buf ranges = tes_buf_on(memory, sizeof memory);
    struct config config = defaults();
    struct tes_error error;

    (void)state;
    memset(text, 'x', sizeof text);
    assert_true(config_set(&config, "data", (struct tes_slice){text, sizeof text - 1}, &error));
    assert_int_equal(strlen(config.data), CONFIG_TEXT_MAX);
    assert_false(config_set(&config, "data", (struct tes_slice){text, sizeof text}, &error));
    assert_non_null(strstr(error.text, "xxx...\""));
    assert_false(config_set(&config, "data", TES_SLICE("a\0b"), &error));

    for (unsigned i = 0; i < 32; i++)
        tes_buf_text(&ranges, i == 0 ? "10.0.0.1" : ",10.0.0.1");
    assert_true(config_set(&config, "trusted_proxies", tes_buf_done(&ranges), &error));
    assert_int_equal(config.trusted_proxies.count, 32);
    tes_buf_text(&ranges, ",10.0.0.1");
    assert_false(config_set(&config, "trusted_proxies", tes_buf_done(&ranges), &error));
    assert_string_equal(error.text, "trusted_proxies: expected a list of 0 to 32 address ranges "
                                    "such as 10.0.0.0/8, found 33");
}

static void test_address(void **state)
{
    static const struct {
        const char *listen, *host, *port;
    } CASES[] = {
        {"127.0.0.1:8080", "127.0.0.1", "8080"},
        {"[2001:db8::1]:0", "2001:db8::1", "0"},
        {"localhost:00080", "localhost", "80"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct config_address address;
        assert_true(config_address_read(tes_slice_of(CASES[i].listen), &address));
        assert_string_equal(address.host, CASES[i].host);
        assert_string_equal(address.port, CASES[i].port);
    }
}

/* PUZ-25: exactly these may an admin change at run time. */
static void test_flags(void **state)
{
    static const char *const MUTABLE[] = {"challenge.enabled", "challenge.test_mode",
                                          "challenge.transform_count", "challenge.risk_threshold"};
    static const char *const RESTART[] = {"listen",
                                          "data",
                                          "threads",
                                          "sprites",
                                          "challenge.pictures_kb",
                                          "challenge.audio",
                                          "workers",
                                          "store.",
                                          "http.",
                                          "budget.shared",
                                          "node.name",
                                          "integration.optical_memory."};
    size_t mutable_count = 0;

    (void)state;
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        bool needs_restart = false;
        for (size_t j = 0; j < sizeof RESTART / sizeof *RESTART; j++)
            needs_restart = needs_restart || tes_slice_starts(tes_slice_of(config_rows[i].path),
                                                              tes_slice_of(RESTART[j]));
        /* Changed in the very fault that it is about. */
        needs_restart = needs_restart && strcmp(config_rows[i].path, "store.fail") != 0;
        assert_int_equal(needs_restart, (config_rows[i].flags & CONFIG_RESTART) != 0);
        mutable_count += (config_rows[i].flags & CONFIG_MUTABLE) != 0;
    }
    assert_int_equal(mutable_count, sizeof MUTABLE / sizeof *MUTABLE);
    for (size_t i = 0; i < mutable_count; i++)
        assert_true(config_row_find(tes_slice_of(MUTABLE[i]))->flags & CONFIG_MUTABLE);
}

static void test_keep(void **state)
{
    struct config running = defaults(), fresh = running;
    const struct config_row *kept[CONFIG_KEYS];
    struct tes_error error;

    (void)state;
    assert_int_equal(config_keep(&running, &fresh, kept), 0);
    assert_true(config_set(&fresh, "listen", TES_SLICE("127.0.0.1:9"), &error));
    assert_true(config_set(&fresh, "http.queue_max", TES_SLICE("7"), &error));
    assert_true(config_set(&fresh, "gate.rate_limit", TES_SLICE("7"), &error));
    assert_int_equal(config_keep(&running, &fresh, kept), 2);
    assert_string_equal(kept[0]->path, "listen");
    assert_string_equal(kept[1]->path, "http.queue_max");
    assert_string_equal(fresh.listen, "127.0.0.1:8080");
    assert_int_equal(fresh.http_queue_max, 1024);
    assert_int_equal(fresh.gate_rate_limit, 7);
    assert_false(config_equal(&running, &fresh));
}

static void test_written_yaml_is_the_defaults(void **state)
{
    static char memory[CONFIG_DOCS_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct config expected = defaults(), config = expected;
    struct tes_error error = {""};

    (void)state;
    config_write_yaml(&buf, &expected);
    assert_false(buf.failed);
    /* Each key must really come from the text, so start from other values. */
    assert_true(config_set(&config, "listen", TES_SLICE("[::1]:1"), &error));
    assert_true(config_set(&config, "trusted_proxies", TES_SLICE("::1"), &error));
    assert_true(config_set(&config, "challenge.types", TES_SLICE("scene"), &error));
    assert_true(config_set(&config, "http.queue_max", TES_SLICE("1"), &error));
    if (!config_yaml_read("sample", tes_buf_done(&buf), &config, &error))
        fail_msg("%s", error.text);
    assert_true(config_equal(&config, &expected));
}

static void test_written_markdown_has_every_key(void **state)
{
    static char memory[CONFIG_DOCS_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);

    (void)state;
    config_write_markdown(&buf);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        char cell[CONFIG_NAME_MAX + 8];
        snprintf(cell, sizeof cell, "\n| `%s` |", config_rows[i].path);
        assert_non_null(strstr(memory, cell));
    }
    assert_non_null(strstr(memory, "\n| `test_mode` | `challenge.test_mode` |\n"));
    assert_non_null(strstr(memory, "`TESSERA_CHALLENGE_ENABLED`, `SHUMA_CHALLENGE_ENABLED`"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_set_limits),
        cmocka_unit_test(test_address),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_keep),
        cmocka_unit_test(test_written_yaml_is_the_defaults),
        cmocka_unit_test(test_written_markdown_has_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_webhook.c: S3D-19, the webhook's bounds, with the real program and an address where somebody
 * listens and never answers. tests/api/alerts.test.js has what it does where somebody answers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "extras/alerts/alerts.h"
#include "extras/alerts/webhook.h"
#include "os/clock.h"

static struct helper helper;

/* Takes connections, as far as the kernel does, and says nothing. */
static int listen_and_be_silent(unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(listener >= 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 8), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    *port = ntohs(address.sin_port);
    return listener;
}

static struct config config_for(unsigned port)
{
    struct config config;
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    snprintf(config.monitoring_webhook_url, sizeof config.monitoring_webhook_url,
             "http://127.0.0.1:%u/", port);
    strcpy(config.monitoring_webhook_secret, "0123456789abcdef");
    config.monitoring_webhook_timeout_ms = 30000;
    return config;
}

static uint64_t figure(struct metrics *metrics, const char *name)
{
    static char memory[METRICS_TEXT_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory - 1);
    metrics_write(metrics, &buf);
    memory[buf.length] = '\0';
    char *line = strstr(memory, name);
    assert_non_null(line);
    unsigned long long value = 0;
    assert_int_equal(sscanf(line + strlen(name), " %llu", &value), 1);
    return value;
}

struct parts {
    int listener;
    struct config config;
    struct config_holder *holder;
    struct metrics *metrics;
};

static struct parts start(void)
{
    static const char *const ROUTES[] = {"x"};
    struct metrics_options options = {.version = "1", .routes = ROUTES, .route_count = 1};
    struct parts parts;
    unsigned port;
    parts.listener = listen_and_be_silent(&port);
    parts.config = config_for(port);
    parts.holder = config_holder_new(&parts.config);
    parts.metrics = metrics_new(&options);
    assert_true(parts.holder != NULL && parts.metrics != NULL);
    return parts;
}

static void stop(struct parts *parts)
{
    config_holder_free(parts->holder);
    metrics_free(parts->metrics);
    close(parts->listener);
}

/* The queue is full, adding takes no time, and the end comes soon. */
static void test_the_queue_is_bounded(void **state)
{
    struct parts parts = start();
    struct webhook *webhook = webhook_start(parts.holder, parts.metrics, &helper);
    char body[WEBHOOK_BODY_MAX + 1];

    (void)state;
    assert_non_null(webhook);
    memset(body, 'x', sizeof body);
    for (unsigned i = 0; i < WEBHOOK_QUEUE_MAX + 10; i++)
        webhook_post(webhook, TES_SLICE("{}"));
    assert_int_equal(figure(parts.metrics, "tessera_webhook_total{result=\"dropped\"}"), 10);
    webhook_post(webhook, (struct tes_slice){body, sizeof body});
    assert_int_equal(figure(parts.metrics, "tessera_webhook_total{result=\"dropped\"}"), 11);
    webhook_stop(webhook);
    webhook_stop(NULL);
    assert_int_equal(figure(parts.metrics, "tessera_webhook_total{result=\"sent\"}"), 0);
    stop(&parts);
}

/* More sites than have a place of their own: all are counted together, none is lost sight of. */
static void test_sites_are_bounded(void **state)
{
    struct parts parts = start();
    struct alerts *alerts = alerts_start(parts.holder, parts.metrics, &helper);
    const struct alert_answer wrong = {.is_correct = false};

    (void)state;
    assert_non_null(alerts);
    parts.config.monitoring_answers_min = 50;
    for (unsigned i = 0; i < 20 * ALERTS_SITES; i++) {
        char site[32];
        int length = snprintf(site, sizeof site, "site-%u", i % (2 * ALERTS_SITES));
        alerts_note(alerts, &parts.config, (struct tes_slice){site, (size_t)length}, &wrong);
    }
    alerts_note(alerts, &parts.config, TES_SLICE(""), &wrong);
    alerts_look(alerts);
    /* Ten answers of each site are too few; those of all together are not. */
    assert_int_equal(figure(parts.metrics, "tessera_alert_active{alert=\"high_failure_rate\"}"), 1);
    assert_int_equal(figure(parts.metrics, "tessera_alerts_total{alert=\"bot_pattern\"}"), 1);
    for (unsigned i = 0; i < 100; i++)
        alerts_look(alerts);
    assert_int_equal(figure(parts.metrics, "tessera_alerts_total{alert=\"bot_pattern\"}"), 1);
    alerts_stop(alerts);
    alerts_stop(NULL);
    stop(&parts);
}

int main(void)
{
    if (!helper_start(&helper))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_queue_is_bounded),
        cmocka_unit_test(test_sites_are_bounded),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    helper_end(&helper);
    return failures;
}

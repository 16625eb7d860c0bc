/*
 * test_metrics.c: what is counted is what is written, from many threads too, and Prometheus's own
 * checker takes it.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/clock.h"
#include "policy/outcome.h"
#include "server/metrics/metrics.h"

#define THREADS 4
#define ROUNDS  20000

static const char *const ROUTES[] = {"/v1/challenge", "odd \"\\"};
static const struct metrics_options OPTIONS = {"1.2.3", ROUTES, 2};

static char text[METRICS_TEXT_MAX];

static void write_text(const struct metrics *metrics)
{
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    metrics_write(metrics, &buf);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
}

/* The text has this very line. */
static void has_line(const char *line)
{
    size_t length = strlen(line);
    for (const char *at = text; (at = strstr(at, line)) != NULL; at++)
        if ((at == text || at[-1] == '\n') && at[length] == '\n')
            return;
    fail_msg("no line: %s", line);
}

static const char *const AT_START[] = {
    /* PUZ-26 */
    "# TYPE bot_defence_challenges_total counter",
    "bot_defence_challenges_total 0",
    "bot_defence_challenge_served_total 0",
    "bot_defence_challenge_solved_total 0",
    "bot_defence_challenge_incorrect_total 0",
    "bot_defence_challenge_expired_replay_total 0",
    "tessera_challenges_total{kind=\"puzzle\"} 0",
    "tessera_verdicts_total{verdict=\"pass\"} 0",
    "tessera_verdicts_total{verdict=\"incorrect\"} 0",
    "tessera_verdicts_total{verdict=\"expired\"} 0",
    "tessera_verdicts_total{verdict=\"replayed\"} 0",
    "tessera_verdicts_total{verdict=\"too-fast\"} 0",
    "tessera_verdicts_total{verdict=\"forbidden\"} 0",
    "tessera_verdicts_total{verdict=\"invalid\"} 0",
    "tessera_verdicts_total{verdict=\"bad-answer\"} 0",
    "tessera_verdicts_total{verdict=\"over-budget\"} 0",
    "tessera_verdicts_total{verdict=\"unavailable\"} 0",
    "tessera_verifications_total{result=\"success\"} 0",
    "tessera_verifications_total{result=\"invalid-secret\"} 0",
    "tessera_verifications_total{result=\"invalid-response\"} 0",
    "tessera_verifications_total{result=\"duplicate\"} 0",
    "tessera_verifications_total{result=\"expired\"} 0",
    "tessera_verifications_total{result=\"bad-request\"} 0",
    "tessera_gate_total{result=\"pass\"} 0",
    "tessera_gate_total{result=\"challenge\"} 0",
    "tessera_gate_total{result=\"block\"} 0",
    "tessera_budget_refusals_total{class=\"challenge\"} 0",
    "tessera_budget_refusals_total{class=\"image\"} 0",
    "tessera_budget_refusals_total{class=\"answer\"} 0",
    "tessera_requests_total{status=\"1xx\"} 0",
    "tessera_requests_total{status=\"5xx\"} 0",
    "# TYPE tessera_request_duration_seconds histogram",
    "tessera_request_duration_seconds_count{route=\"/v1/challenge\"} 0",
    "tessera_request_duration_seconds_count{route=\"odd \\\"\\\\\"} 0",
    "tessera_generate_seconds_count 0",
    "tessera_draw_seconds_count 0",
    "tessera_records_dropped_total{why=\"queue\"} 0",
    "# TYPE tessera_connections gauge",
    "tessera_connections 0",
    "# TYPE tessera_connections_accepted_total counter",
    "tessera_queue_length 0",
    "# TYPE tessera_queue_refusals_total counter",
    "tessera_ledger_entries 0",
    "tessera_config_reloads_total 0",
    "tessera_build_info{version=\"1.2.3\"} 1",
    "# TYPE process_cpu_seconds_total counter",
    "# TYPE process_start_time_seconds gauge",
};

static void test_every_row_is_there_at_start(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);

    (void)state;
    assert_non_null(metrics);
    write_text(metrics);
    for (size_t i = 0; i < sizeof AT_START / sizeof *AT_START; i++)
        has_line(AT_START[i]);
    metrics_free(metrics);
    metrics_free(NULL);
}

static void test_counting(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);

    (void)state;
    assert_non_null(metrics);
    metrics_count(metrics, METRICS_SOLVED);
    metrics_count(metrics, METRICS_SOLVED);
    metrics_count(metrics, METRICS_EXPIRED_REPLAY);
    metrics_count_label(metrics, METRICS_VERDICTS, OUTCOME_TOO_FAST);
    metrics_count_label(metrics, METRICS_VERDICTS, OUTCOME_UNAVAILABLE);
    metrics_count_label(metrics, METRICS_VERDICTS, OUTCOME_COUNT); /* is none */
    metrics_count_label(metrics, METRICS_REQUESTS, 404 / 100 - 1);
    metrics_set(metrics, METRICS_CONNECTIONS, 5);
    metrics_set(metrics, METRICS_CONNECTIONS, 3);
    metrics_set(metrics, METRICS_PROCESS_CPU, 1500000);
    metrics_set(metrics, METRICS_PROCESS_START, 1700000000000001);
    write_text(metrics);
    has_line("bot_defence_challenge_solved_total 2");         /* PUZ-26 */
    has_line("bot_defence_challenge_expired_replay_total 1"); /* PUZ-26 */
    has_line("bot_defence_challenge_incorrect_total 0");      /* PUZ-26 */
    has_line("tessera_verdicts_total{verdict=\"too-fast\"} 1");
    has_line("tessera_verdicts_total{verdict=\"unavailable\"} 1");
    has_line("tessera_verifications_total{result=\"success\"} 0");
    has_line("tessera_requests_total{status=\"4xx\"} 1");
    has_line("tessera_connections 3");
    has_line("process_cpu_seconds_total 1.5");
    has_line("process_start_time_seconds 1700000000.000001");
    metrics_free(metrics);
}

static void test_histogram(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);

    (void)state;
    assert_non_null(metrics);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 0);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 50);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 51);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 5000000);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 5000001);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 2, 1); /* no such route */
    metrics_observe_us(metrics, METRICS_GENERATE_DURATION, 0, 1000);
    write_text(metrics);
#define BUCKET "tessera_request_duration_seconds_bucket{route=\"/v1/challenge\",le="
    has_line(BUCKET "\"0.00005\"} 2");
    has_line(BUCKET "\"0.0001\"} 3");
    has_line(BUCKET "\"2.5\"} 3");
    has_line(BUCKET "\"5\"} 4");
    has_line(BUCKET "\"+Inf\"} 5");
    has_line("tessera_request_duration_seconds_sum{route=\"/v1/challenge\"} 10.000102");
    has_line("tessera_request_duration_seconds_count{route=\"/v1/challenge\"} 5");
    has_line("tessera_generate_seconds_bucket{le=\"0.0005\"} 0");
    has_line("tessera_generate_seconds_bucket{le=\"0.001\"} 1");
    has_line("tessera_generate_seconds_sum 0.001");
    has_line("tessera_draw_seconds_bucket{le=\"+Inf\"} 0");
    metrics_free(metrics);
}

static void *count_many(void *argument)
{
    struct metrics *metrics = argument;
    for (unsigned i = 0; i < ROUNDS; i++) {
        metrics_count(metrics, METRICS_SERVED);
        metrics_count_label(metrics, METRICS_GATE, i % METRICS_GATE_COUNT);
        metrics_observe_us(metrics, METRICS_DRAW_DURATION, 0, 1);
    }
    return NULL;
}

static void test_threads_lose_nothing(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);
    pthread_t threads[THREADS];

    (void)state;
    assert_non_null(metrics);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, count_many, metrics), 0);
    for (unsigned i = 0; i < 20; i++)
        write_text(metrics);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    write_text(metrics);
    has_line("bot_defence_challenge_served_total 80000");
    has_line("tessera_gate_total{result=\"pass\"} 26668");
    has_line("tessera_gate_total{result=\"block\"} 26664");
    has_line("tessera_draw_seconds_count 80000");
    has_line("tessera_draw_seconds_sum 0.08");
    metrics_free(metrics);
}

static uint64_t value_of(const char *name)
{
    char start[128];
    snprintf(start, sizeof start, "\n%s ", name);
    const char *at = strstr(text, start);
    assert_non_null(at);
    return strtoull(at + strlen(start), NULL, 10);
}

static void test_process(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);

    (void)state;
    assert_non_null(metrics);
    metrics_set_process(metrics);
    write_text(metrics);
    assert_true(value_of("process_resident_memory_bytes") > 100000);
    assert_true(value_of("process_virtual_memory_bytes") >=
                value_of("process_resident_memory_bytes"));
    assert_true(value_of("process_open_fds") >= 3);
    assert_true(value_of("process_max_fds") >= value_of("process_open_fds"));
    assert_true(value_of("process_threads") >= 1);
    uint64_t now_s = tes_clock_wall_ms() / 1000, started_s = value_of("process_start_time_seconds");
    assert_true(started_s <= now_s && started_s + 60 > now_s);
    metrics_free(metrics);
}

static void test_most_routes(void **state)
{
    const char *routes[METRICS_ROUTES_MAX + 1];
    struct metrics_options options = {"1", routes, METRICS_ROUTES_MAX};
    char name[] = "/a-rather-long-route/of-sixty-four-characters/which-is-enough-x";

    (void)state;
    for (size_t i = 0; i <= METRICS_ROUTES_MAX; i++)
        routes[i] = name;
    struct metrics *metrics = metrics_new(&options);
    assert_non_null(metrics);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, METRICS_ROUTES_MAX - 1, UINT32_MAX);
    write_text(metrics); /* METRICS_TEXT_MAX is enough */
    metrics_free(metrics);
    options.route_count++;
    assert_null(metrics_new(&options));
}

static void test_promtool(void **state)
{
    struct metrics *metrics = metrics_new(&OPTIONS);

    (void)state;
    assert_non_null(metrics);
    metrics_observe_us(metrics, METRICS_REQUEST_DURATION, 0, 1234567);
    metrics_set_process(metrics);
    write_text(metrics);
    metrics_free(metrics);
    FILE *promtool = popen("promtool check metrics", "w");
    assert_non_null(promtool);
    assert_true(fputs(text, promtool) >= 0);
    assert_int_equal(pclose(promtool), 0);
}

static void test_markdown(void **state)
{
    struct tes_buf buf = tes_buf_on(text, sizeof text);

    (void)state;
    metrics_write_markdown(&buf);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
    has_line("| `bot_defence_challenges_total` | counter |  | Visitors whom the gate's policy sent "
             "to a challenge. |");
    has_line("| `tessera_gate_total` | counter | `result`: pass, challenge, block | Requests that "
             "a proxy asked the gate about, by result. |");
    has_line("| `tessera_request_duration_seconds` | histogram | `route` | Time from a complete "
             "request to its reply, by route. |");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_there_at_start),
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_threads_lose_nothing),
        cmocka_unit_test(test_process),
        cmocka_unit_test(test_most_routes),
        cmocka_unit_test(test_promtool),
        cmocka_unit_test(test_markdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

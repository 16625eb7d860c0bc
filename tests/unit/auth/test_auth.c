/*
 * test_auth.c: the authentication port: the spatial adapter's rules, row by row, and the fusion of
 * several adapters, of which some are missing.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/slice.h"
#include "challenge/kinds.h"

/* ------------------------------------------------------------- the spatial adapter */

enum { IN_TIME_MS = 4000 };

/* An open challenge of kind scene. */
static struct tes_auth_challenge open_scene(enum tes_difficulty difficulty)
{
    struct tes_auth_challenge put = {
        .outcome = TES_AUTH_OPEN, .response_ms = IN_TIME_MS, .has_device = true};
    struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(42, key);
    assert_int_equal(tes_generate("scene", key, &options, &put.challenge), TES_OK);
    return put;
}

static struct tes_auth_result ask_spatial(struct tes_auth_challenge *put)
{
    struct tes_auth_spatial spatial = {0};
    struct tes_auth_port port = tes_auth_spatial_port(&spatial);
    struct tes_auth_request request = {.challenge = put};
    struct tes_auth_result result = {0};
    assert_int_equal(port.authenticate(port.self, &request, &result), TES_OK);
    return result;
}

/* S3D-1: the original's rules, at their edges. */
static void test_spatial_rules(void **state)
{
    (void)state;
    enum { NOT_ANSWERED, RIGHT, WRONG, NONSENSE };
    static const struct {
        const char *name;
        int answer;
        enum tes_difficulty difficulty;
        uint64_t response_ms;
        bool has_device, is_suspicious;
        double confidence;
        enum tes_auth_state state;
        const char *outcome;
    } CASES[] = {
        {"not answered", NOT_ANSWERED, TES_MEDIUM, 0, false, false, 0.5, TES_AUTH_PENDING,
         "pending"},
        {"right", RIGHT, TES_MEDIUM, 4000, true, false, 0.9, TES_AUTH_KNOWN, "correct"},
        {"right, easy", RIGHT, TES_EASY, 4000, true, false, 0.9, TES_AUTH_KNOWN, "correct"},
        {"right, hard", RIGHT, TES_HARD, 4000, true, false, 1.0, TES_AUTH_KNOWN, "correct_hard"},
        {"wrong", WRONG, TES_MEDIUM, 4000, true, false, 0.1, TES_AUTH_KNOWN, "wrong"},
        {"wrong, hard", WRONG, TES_HARD, 4000, true, false, 0.1, TES_AUTH_KNOWN, "wrong"},
        {"no answer at all", NONSENSE, TES_MEDIUM, 4000, true, false, 0.1, TES_AUTH_KNOWN, "wrong"},
        {"too fast", RIGHT, TES_HARD, 499, true, false, 0.1, TES_AUTH_KNOWN, "suspicious"},
        {"just slow enough", RIGHT, TES_MEDIUM, 500, true, false, 0.9, TES_AUTH_KNOWN, "correct"},
        {"just fast enough", RIGHT, TES_MEDIUM, 30000, true, false, 0.9, TES_AUTH_KNOWN, "correct"},
        {"too slow", RIGHT, TES_MEDIUM, 30001, true, false, 0.1, TES_AUTH_KNOWN, "suspicious"},
        {"ages", RIGHT, TES_MEDIUM, UINT64_MAX, true, false, 0.1, TES_AUTH_KNOWN, "suspicious"},
        {"no device", RIGHT, TES_MEDIUM, 4000, false, false, 0.1, TES_AUTH_KNOWN, "suspicious"},
        {"found elsewhere", RIGHT, TES_MEDIUM, 4000, true, true, 0.1, TES_AUTH_KNOWN, "suspicious"},
        {"wrong and too fast", WRONG, TES_MEDIUM, 10, true, false, 0.1, TES_AUTH_KNOWN,
         "suspicious"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_auth_challenge put = open_scene(CASES[i].difficulty);
        char right[TES_ANSWER_MAX + 1], outcome[64];
        size_t length;
        assert_int_equal(tes_answer(&put.challenge, right, sizeof right, &length), TES_OK);
        put.response_ms = CASES[i].response_ms;
        put.has_device = CASES[i].has_device;
        put.is_suspicious = CASES[i].is_suspicious;
        if (CASES[i].answer == RIGHT)
            put.answer = (struct tes_slice){right, length};
        else if (CASES[i].answer == WRONG)
            put.answer = tes_slice_of(strcmp(right, "0") == 0 ? "1" : "0");
        else if (CASES[i].answer == NONSENSE)
            put.answer = TES_SLICE("\xFF sphere");
        struct tes_auth_result result = ask_spatial(&put);
        if (result.confidence != CASES[i].confidence || result.state != CASES[i].state)
            fail_msg("%s: %f", CASES[i].name, result.confidence);
        assert_int_equal(result.is_human, CASES[i].confidence >= 0.7);
        assert_string_equal(result.method, "spatial_captcha");
        snprintf(outcome, sizeof outcome, "{\"outcome\":\"%s\"", CASES[i].outcome);
        assert_memory_equal(result.metadata, outcome, strlen(outcome));
        /* Good once, right or wrong; while it is pending it stays. */
        assert_int_equal(put.outcome,
                         CASES[i].answer == NOT_ANSWERED ? TES_AUTH_OPEN : TES_AUTH_GONE);
    }
}

static void test_spatial_good_once(void **state)
{
    (void)state;
    struct tes_auth_challenge put = open_scene(TES_MEDIUM);
    char right[TES_ANSWER_MAX + 1];
    assert_int_equal(tes_answer(&put.challenge, right, sizeof right, NULL), TES_OK);
    put.answer = tes_slice_of(right);
    assert_true(ask_spatial(&put).is_human);
    put.answer = tes_slice_of(right);
    struct tes_auth_result again = ask_spatial(&put);
    assert_true(again.confidence == 0.0 && again.state == TES_AUTH_KNOWN && !again.is_human);
    assert_string_equal(again.metadata, "{\"outcome\":\"unknown_challenge\"}");
    struct tes_auth_result none = ask_spatial(NULL);
    assert_true(none.confidence == 0.0 && none.state == TES_AUTH_UNKNOWN && !none.is_human);
}

/* What was judged elsewhere, as the server's passes are; the evidence stands beside it. */
static void test_spatial_judged_elsewhere(void **state)
{
    (void)state;
    struct tes_auth_challenge put = {.outcome = TES_AUTH_PASSED,
                                     .difficulty = TES_HARD,
                                     .evidence = 51,
                                     .response_ms = 1234,
                                     .has_device = true};
    struct tes_auth_result result = ask_spatial(&put);
    assert_true(result.confidence == 1.0);
    assert_string_equal(
        result.metadata,
        "{\"outcome\":\"correct_hard\",\"difficulty\":\"hard\","
        "\"response_time_ms\":1234,\"is_suspicious\":false,\"evidence\":0.51,\"rounds\":1}");
    put = (struct tes_auth_challenge){
        .outcome = TES_AUTH_FAILED, .response_ms = 1234, .has_device = true, .evidence = 51};
    assert_true(ask_spatial(&put).confidence == 0.1);
    put = (struct tes_auth_challenge){.outcome = (enum tes_auth_outcome)99, .has_device = true};
    assert_true(ask_spatial(&put).confidence == 0.0);
    put = (struct tes_auth_challenge){.outcome = TES_AUTH_OPEN,
                                      .answer = TES_SLICE("x"),
                                      .response_ms = 1234,
                                      .has_device = true};
    assert_true(ask_spatial(&put).confidence == 0.1); /* open, but there is nothing to answer */
}

/* S3D-1: the rest of the port. */
static void test_spatial_port(void **state)
{
    (void)state;
    struct tes_auth_spatial spatial = {0};
    struct tes_auth_port port = tes_auth_spatial_port(&spatial);
    assert_string_equal(port.name(port.self), "spatial_captcha");
    assert_true(port.supports_challenge(port.self) && port.is_available(port.self));
    assert_int_equal(port.latency_budget_ms(port.self), 8500);
    spatial.time_budget_ms = 10000;
    assert_int_equal(port.latency_budget_ms(port.self), 10500);
    spatial.time_budget_ms = UINT32_MAX;
    assert_int_equal(port.latency_budget_ms(port.self), UINT32_MAX);
    for (unsigned i = 0; i < TES_RENDERER_COUNT + 2; i++) {
        spatial.renderer = (enum tes_renderer)i;
        assert_int_equal(port.is_available(port.self), i < TES_RENDERER_NONE);
    }
    assert_string_equal(tes_auth_state_name(TES_AUTH_PENDING), "pending");
    assert_null(tes_auth_state_name(TES_AUTH_KNOWN + 1));
}

/* ------------------------------------------------------------------------- fusion */

/* An adapter that says what it is told to. */
struct fixed {
    const char *name;
    double confidence;
    enum tes_auth_state state;
    bool is_away;
    enum tes_status status;
    unsigned asked;
};

static enum tes_status fixed_authenticate(void *self, const struct tes_auth_request *request,
                                          struct tes_auth_result *result)
{
    struct fixed *fixed = self;
    (void)request;
    fixed->asked++;
    result->confidence = fixed->confidence;
    result->state = fixed->state;
    return fixed->status;
}

static const char *fixed_name(const void *self)
{
    return ((const struct fixed *)self)->name;
}

static unsigned fixed_budget(const void *self)
{
    (void)self;
    return 1;
}

static bool fixed_challenges(const void *self)
{
    (void)self;
    return false;
}

static bool fixed_available(const void *self)
{
    return !((const struct fixed *)self)->is_away;
}

static struct tes_auth_port port_of(struct fixed *fixed)
{
    return (struct tes_auth_port){fixed,        fixed_authenticate, fixed_name,
                                  fixed_budget, fixed_challenges,   fixed_available};
}

#define KNOWN(confidence) "", confidence, TES_AUTH_KNOWN, false, TES_OK, 0
#define UNSURE            "", 0, TES_AUTH_UNKNOWN, false, TES_OK, 0
#define PENDING           "", 0.5, TES_AUTH_PENDING, false, TES_OK, 0
#define AWAY              "", 1, TES_AUTH_KNOWN, true, TES_OK, 0
#define BROKEN(value)     "", value, TES_AUTH_KNOWN, false, TES_OK, 0
#define FAILING(status)   "", 1, TES_AUTH_KNOWN, false, status, 0

/* S3D-6: weights, threshold, and adapters that are missing: the others' weights are renormalised.
 */
static void test_fusion(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct fixed cultural, spatial;
        double weights[2], threshold;
        double confidence;
        bool is_human;
        enum tes_auth_state state;
        size_t used;
    } CASES[] = {
        {"both", {KNOWN(0.95)}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.93, true, TES_AUTH_KNOWN, 2},
        {"at the threshold",
         {KNOWN(0.9)},
         {KNOWN(0.9)},
         {0.6, 0.4},
         0.9,
         0.9,
         true,
         TES_AUTH_KNOWN,
         2},
        {"below it", {KNOWN(0.89)}, {KNOWN(0.9)}, {0.6, 0.4}, 0.9, 0.894, false, TES_AUTH_KNOWN, 2},
        {"a lower one", {KNOWN(0.3)}, {KNOWN(0.9)}, {0.6, 0.4}, 0.5, 0.54, true, TES_AUTH_KNOWN, 2},
        {"the highest", {KNOWN(1)}, {KNOWN(1)}, {0.6, 0.4}, 1, 1, true, TES_AUTH_KNOWN, 2},
        {"a failed challenge",
         {KNOWN(1)},
         {KNOWN(0)},
         {0.6, 0.4},
         0,
         0.6,
         false,
         TES_AUTH_KNOWN,
         2},
        {"one is away", {AWAY}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.9, true, TES_AUTH_KNOWN, 1},
        {"the other is away", {KNOWN(0.95)}, {AWAY}, {0.6, 0.4}, 0, 0.95, true, TES_AUTH_KNOWN, 1},
        {"one does not know", {UNSURE}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.9, true, TES_AUTH_KNOWN, 1},
        {"neither knows", {UNSURE}, {UNSURE}, {0.6, 0.4}, 0, 0, false, TES_AUTH_UNKNOWN, 0},
        {"both away", {AWAY}, {AWAY}, {0.6, 0.4}, 0, 0, false, TES_AUTH_UNKNOWN, 0},
        {"pending", {KNOWN(1)}, {PENDING}, {0.6, 0.4}, 0, 0.8, false, TES_AUTH_PENDING, 2},
        {"pending is never human",
         {KNOWN(1)},
         {PENDING},
         {0.9, 0.1},
         0.5,
         0.95,
         false,
         TES_AUTH_PENDING,
         2},
        {"pending alone", {AWAY}, {PENDING}, {0.6, 0.4}, 0.1, 0.5, false, TES_AUTH_PENDING, 1},
        {"fails", {FAILING(TES_FAILED)}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.9, true, TES_AUTH_KNOWN, 1},
        {"no number", {BROKEN(NAN)}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.9, true, TES_AUTH_KNOWN, 1},
        {"too much", {BROKEN(1.5)}, {KNOWN(0.9)}, {0.6, 0.4}, 0, 0.9, true, TES_AUTH_KNOWN, 1},
        {"too little", {BROKEN(-0.1)}, {KNOWN(0.1)}, {0.6, 0.4}, 0, 0.1, false, TES_AUTH_KNOWN, 1},
        {"other weights", {KNOWN(0.5)}, {KNOWN(1)}, {1, 3}, 0, 0.875, false, TES_AUTH_KNOWN, 2},
        {"no weight", {KNOWN(0.2)}, {KNOWN(1)}, {0, 1}, 0, 1, true, TES_AUTH_KNOWN, 1},
        {"only what has none", {KNOWN(1)}, {UNSURE}, {0, 1}, 0, 0, false, TES_AUTH_UNKNOWN, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct fixed cultural = CASES[i].cultural, spatial = CASES[i].spatial;
        cultural.name = "cultural_biometrics";
        spatial.name = "spatial_captcha";
        struct tes_auth_port ports[] = {port_of(&cultural), port_of(&spatial)};
        struct tes_fusion fusion = {
            .count = 2,
            .parts = {{&ports[0], CASES[i].weights[0]}, {&ports[1], CASES[i].weights[1]}},
            .threshold = CASES[i].threshold};
        struct tes_auth_request request = {.user = TES_SLICE("zoe")};
        struct tes_fusion_result result;
        assert_int_equal(tes_fusion_authenticate(&fusion, &request, &result), TES_OK);
        if (fabs(result.confidence - CASES[i].confidence) > 1e-9 ||
            result.is_human != CASES[i].is_human || result.state != CASES[i].state ||
            result.used_count != CASES[i].used)
            fail_msg("%s: %f", CASES[i].name, result.confidence);
        double sum = 0;
        for (size_t j = 0; j < result.count; j++)
            sum += result.scores[j].weight;
        assert_true(result.used_count == 0 ? sum == 0 : fabs(sum - 1) < 1e-12);
        assert_int_equal(cultural.asked, !cultural.is_away);
    }
}

/* S3D-6: what can't be weighed is refused, before anybody is asked. */
static void test_fusion_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t count;
        double weights[2], threshold;
        bool has_one_name;
    } CASES[] = {
        {"nobody", 0, {1, 1}, 0, false},
        {"too many", TES_FUSION_MAX + 1, {1, 1}, 0, false},
        {"a weight that is no number", 2, {NAN, 1}, 0, false},
        {"a negative weight", 2, {1, -0.1}, 0, false},
        {"a weight without end", 2, {1, INFINITY}, 0, false},
        {"no weight at all", 2, {0, 0}, 0, false},
        {"a threshold that is no number", 2, {1, 1}, NAN, false},
        {"a negative threshold", 2, {1, 1}, -0.5, false},
        {"a threshold above 1", 2, {1, 1}, 1.01, false},
        {"one name for two", 2, {1, 1}, 0, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct fixed one = {"one", 1, TES_AUTH_KNOWN, false, TES_OK, 0}, two = one;
        two.name = CASES[i].has_one_name ? "one" : "two";
        struct tes_auth_port ports[] = {port_of(&one), port_of(&two)};
        struct tes_fusion fusion = {
            .count = CASES[i].count,
            .parts = {{&ports[0], CASES[i].weights[0]}, {&ports[1], CASES[i].weights[1]}},
            .threshold = CASES[i].threshold};
        struct tes_auth_request request = {0};
        struct tes_fusion_result result;
        if (tes_fusion_authenticate(&fusion, &request, &result) != TES_BAD_ARGUMENT)
            fail_msg("%s", CASES[i].name);
        assert_false(result.is_human);
        assert_true(result.confidence == 0 && one.asked == 0 && two.asked == 0);
    }
    /* A request that an adapter can't take is nobody's. */
    struct fixed bad = {"bad", 1, TES_AUTH_KNOWN, false, TES_BAD_ARGUMENT, 0};
    struct tes_auth_port port = port_of(&bad);
    struct tes_fusion fusion = {.count = 1, .parts = {{&port, 1}}};
    struct tes_auth_request request = {0};
    struct tes_fusion_result result;
    assert_int_equal(tes_fusion_authenticate(&fusion, &request, &result), TES_BAD_ARGUMENT);
    assert_false(result.is_human);
}

/* S3D-6: metadata with adapters_used, individual_scores and weights; in whatever room there is. */
static void test_fusion_metadata(void **state)
{
    (void)state;
    struct fixed cultural = {"cultural_biometrics", 0.75, TES_AUTH_KNOWN, false, TES_OK, 0};
    struct fixed away = {"away", 1, TES_AUTH_KNOWN, true, TES_OK, 0};
    struct tes_auth_spatial spatial = {0};
    struct tes_auth_port ports[] = {port_of(&cultural), tes_auth_spatial_port(&spatial),
                                    port_of(&away)};
    struct tes_fusion fusion = {.count = 3,
                                .parts = {{&ports[0], 0.6}, {&ports[1], 0.4}, {&ports[2], 1}}};
    struct tes_auth_challenge put = {.outcome = TES_AUTH_PASSED,
                                     .difficulty = TES_MEDIUM,
                                     .evidence = 51,
                                     .response_ms = 2000,
                                     .has_device = true};
    struct tes_auth_request request = {.challenge = &put};
    struct tes_fusion_result result;
    char text[1024];
    size_t length;
    assert_int_equal(tes_fusion_authenticate(&fusion, &request, &result), TES_OK);
    assert_int_equal(tes_fusion_write(&result, text, sizeof text, &length), TES_OK);
    assert_string_equal(
        text, "{\"adapters_used\":[\"cultural_biometrics\",\"spatial_captcha\"],"
              "\"individual_scores\":{\"cultural_biometrics\":0.7500,\"spatial_captcha\":0.9000},"
              "\"weights\":{\"cultural_biometrics\":0.6000,\"spatial_captcha\":0.4000},"
              "\"threshold\":0.9000,\"details\":{\"spatial_captcha\":{\"outcome\":\"correct\","
              "\"difficulty\":\"medium\",\"response_time_ms\":2000,\"is_suspicious\":false,"
              "\"evidence\":0.51,\"rounds\":1},\"away\":{\"is_available\":false}}}");
    assert_int_equal(length, strlen(text));
    for (size_t size = 0; size <= length; size++)
        assert_int_equal(tes_fusion_write(&result, text, size, NULL), TES_TOO_SMALL);
    assert_int_equal(tes_fusion_write(&result, text, length + 1, NULL), TES_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spatial_rules),
        cmocka_unit_test(test_spatial_good_once),
        cmocka_unit_test(test_spatial_judged_elsewhere),
        cmocka_unit_test(test_spatial_port),
        cmocka_unit_test(test_fusion),
        cmocka_unit_test(test_fusion_refuses),
        cmocka_unit_test(test_fusion_metadata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

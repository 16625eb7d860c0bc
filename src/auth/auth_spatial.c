/* The spatial adapter: a challenge about things in space, and what its answer says. */
#include <string.h>

#include "auth/auth.h"
#include "challenge/kind.h"

#define NAME                "spatial_captcha"
#define TIME_BUDGET_MS      8000
#define BEYOND_BUDGET_MS    500 /* for the way there and back, on top of the time to answer */
#define SUSPICIOUS_BELOW_MS 500
#define SUSPICIOUS_ABOVE_MS 30000

enum spatial_row {
#define SPATIAL(name, label, state, percent) ROW_##name,
#include "auth/auth_spatial.def"
#undef SPATIAL
};

static const struct {
    const char *label;
    enum tes_auth_state state;
    unsigned percent;
} ROWS[] = {
#define SPATIAL(name, label, state, percent) {label, TES_AUTH_##state, percent},
#include "auth/auth_spatial.def"
#undef SPATIAL
};

static unsigned or_default(unsigned wanted, unsigned value)
{
    return wanted != 0 ? wanted : value;
}

static bool is_suspicious(const struct tes_auth_spatial *spatial,
                          const struct tes_auth_challenge *put)
{
    return put->is_suspicious || !put->has_device ||
           put->response_ms < or_default(spatial->fast_ms, SUSPICIOUS_BELOW_MS) ||
           put->response_ms > or_default(spatial->slow_ms, SUSPICIOUS_ABOVE_MS);
}

/* Judges what is open; what is not an answer at all is wrong. */
static void judge(struct tes_auth_challenge *put)
{
    bool is_right = put->challenge.kind != NULL &&
                    tes_verify(&put->challenge, put->answer.at, put->answer.length) == TES_OK;
    put->outcome = is_right ? TES_AUTH_PASSED : TES_AUTH_FAILED;
    put->difficulty = put->challenge.difficulty;
    put->evidence = put->challenge.kind != NULL ? tes_evidence(&put->challenge) : 0;
}

static enum spatial_row row_of(const struct tes_auth_spatial *spatial,
                               struct tes_auth_challenge *put)
{
    if (put == NULL)
        return ROW_NONE;
    if (put->outcome == TES_AUTH_OPEN && put->answer.at == NULL)
        return ROW_PENDING;
    if (put->outcome == TES_AUTH_OPEN)
        judge(put);
    if (put->outcome != TES_AUTH_PASSED && put->outcome != TES_AUTH_FAILED)
        return ROW_GONE;
    if (is_suspicious(spatial, put))
        return ROW_SUSPICIOUS;
    if (put->outcome == TES_AUTH_FAILED)
        return ROW_WRONG;
    return put->difficulty == TES_HARD ? ROW_CORRECT_HARD : ROW_CORRECT;
}

static void write_metadata(const struct tes_auth_challenge *put, enum spatial_row row,
                           struct tes_auth_result *result)
{
    struct tes_buf buf = tes_buf_on(result->metadata, sizeof result->metadata);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "outcome", tes_slice_of(ROWS[row].label));
    if (row >= ROW_SUSPICIOUS) {
        tes_json_string(&json, "difficulty", tes_slice_of(tes_difficulty_name(put->difficulty)));
        tes_json_number(&json, "response_time_ms",
                        put->response_ms <= INT64_MAX ? (int64_t)put->response_ms : INT64_MAX);
        tes_json_bool(&json, "is_suspicious", row == ROW_SUSPICIOUS);
        tes_json_decimal(&json, "evidence",
                         put->outcome == TES_AUTH_PASSED ? (int64_t)put->evidence : 0, 2);
        tes_json_number(&json, "rounds", put->rounds > 1 ? (int64_t)put->rounds : 1);
    }
    tes_json_close(&json, '}');
    if (tes_buf_finish(&buf, NULL) != TES_OK)
        result->metadata[0] = '\0';
}

static enum tes_status authenticate(void *self, const struct tes_auth_request *request,
                                    struct tes_auth_result *result)
{
    struct tes_auth_challenge *put = request->challenge;
    enum spatial_row row = row_of(self, put);
    tes_auth_say(result, NAME, ROWS[row].state, ROWS[row].percent / 100.0);
    write_metadata(put, row, result);
    if (row > ROW_PENDING) /* good once, right or wrong */
        memset(put, 0, sizeof *put);
    return TES_OK;
}

static const char *name(const void *self)
{
    (void)self;
    return NAME;
}

static unsigned latency_budget_ms(const void *self)
{
    const struct tes_auth_spatial *spatial = self;
    unsigned budget_ms = or_default(spatial->time_budget_ms, TIME_BUDGET_MS);
    return budget_ms <= UINT32_MAX - BEYOND_BUDGET_MS ? budget_ms + BEYOND_BUDGET_MS : UINT32_MAX;
}

static bool supports_challenge(const void *self)
{
    (void)self;
    return true;
}

static bool is_available(const void *self)
{
    const struct tes_auth_spatial *spatial = self;
    return tes_renderer_best(spatial->renderer) < TES_RENDERER_NONE;
}

struct tes_auth_port tes_auth_spatial_port(struct tes_auth_spatial *spatial)
{
    return (struct tes_auth_port){
        .self = spatial,
        .authenticate = authenticate,
        .name = name,
        .latency_budget_ms = latency_budget_ms,
        .supports_challenge = supports_challenge,
        .is_available = is_available,
    };
}

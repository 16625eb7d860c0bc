/* The cultural adapter: whether a message is written as the user writes. */
#include "auth/auth.h"

#define NAME              "cultural_biometrics"
#define LATENCY_BUDGET_MS 5 /* it asks nobody */

static enum tes_status authenticate(void *self, const struct tes_auth_request *request,
                                    struct tes_auth_result *result)
{
    const struct tes_auth_cultural *cultural = self;
    struct tes_style_score score;
    enum tes_status status = tes_style_score(cultural->profile, request, &score);
    if (status != TES_OK)
        return status;
    tes_auth_say(result, NAME, score.state, score.confidence);
    struct tes_buf buf = tes_buf_on(result->metadata, sizeof result->metadata);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_number(&json, "messages_learned", cultural->profile->messages);
    tes_json_number(&json, "features", score.groups);
    if (score.missing != NULL)
        tes_json_string(&json, "missing", tes_slice_of(score.missing));
    tes_json_close(&json, '}');
    return tes_buf_finish(&buf, NULL);
}

static const char *name(const void *self)
{
    (void)self;
    return NAME;
}

static unsigned latency_budget_ms(const void *self)
{
    (void)self;
    return LATENCY_BUDGET_MS;
}

static bool supports_challenge(const void *self)
{
    (void)self;
    return false;
}

static bool is_available(const void *self)
{
    const struct tes_auth_cultural *cultural = self;
    return cultural->profile != NULL;
}

struct tes_auth_port tes_auth_cultural_port(struct tes_auth_cultural *cultural)
{
    return (struct tes_auth_port){
        .self = cultural,
        .authenticate = authenticate,
        .name = name,
        .latency_budget_ms = latency_budget_ms,
        .supports_challenge = supports_challenge,
        .is_available = is_available,
    };
}

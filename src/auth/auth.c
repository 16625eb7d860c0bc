#include "auth/auth.h"

const char *tes_auth_state_name(unsigned state)
{
    static const char *const NAMES[] = {
        [TES_AUTH_UNKNOWN] = "unknown", [TES_AUTH_PENDING] = "pending", [TES_AUTH_KNOWN] = "known"};
    return state < sizeof NAMES / sizeof NAMES[0] ? NAMES[state] : NULL;
}

void tes_auth_say(struct tes_auth_result *result, const char *method, enum tes_auth_state state,
                  double confidence)
{
    result->method = method;
    result->state = state;
    result->confidence = confidence;
    result->is_human = state == TES_AUTH_KNOWN && confidence >= TES_AUTH_HUMAN_FROM;
}

void tes_auth_json_fraction(struct tes_json *json, const char *name, double fraction)
{
    tes_json_decimal(json, name, (int64_t)(fraction * 10000 + 0.5), 4);
}

/* Several adapters, weighed together. */
#include <string.h>

#include "auth/auth.h"

/* Sums of fractions such as 0.6 and 0.4 come out a little beside what was meant. */
#define TOLERANCE 1e-9

/* Not negative, a number, and finite. */
static bool is_weight(double weight)
{
    return weight >= 0 && weight <= 1e9;
}

static bool is_confidence(double confidence)
{
    return confidence >= 0 && confidence <= 1;
}

static const char *name_of(const struct tes_fusion_part *part)
{
    return part->port->name(part->port->self);
}

static bool has_name_before(const struct tes_fusion *fusion, size_t part)
{
    for (size_t i = 0; i < part; i++)
        if (strcmp(name_of(&fusion->parts[i]), name_of(&fusion->parts[part])) == 0)
            return true;
    return false;
}

static bool is_good(const struct tes_fusion *fusion)
{
    double sum = 0;
    if (fusion->count == 0 || fusion->count > TES_FUSION_MAX || !is_confidence(fusion->threshold))
        return false;
    for (size_t i = 0; i < fusion->count; i++) {
        const struct tes_fusion_part *part = &fusion->parts[i];
        if (part->port == NULL || !is_weight(part->weight) || has_name_before(fusion, i))
            return false;
        sum += part->weight;
    }
    return sum > 0;
}

/* Asks one adapter; false where it says that the request can't be right. */
static bool ask(const struct tes_fusion_part *part, const struct tes_auth_request *request,
                struct tes_fusion_score *score)
{
    const struct tes_auth_port *port = part->port;
    enum tes_status status = TES_UNAVAILABLE;
    memset(score, 0, sizeof *score);
    if (port->is_available(port->self))
        status = port->authenticate(port->self, request, &score->result);
    /* One that comes up with what is no confidence is broken, and not to be relied on. */
    score->is_available = status == TES_OK && is_confidence(score->result.confidence);
    if (!score->is_available)
        memset(&score->result, 0, sizeof score->result);
    score->is_used =
        score->is_available && score->result.state != TES_AUTH_UNKNOWN && part->weight > 0;
    score->weight = score->is_used ? part->weight : 0;
    score->result.method = name_of(part);
    return status != TES_BAD_ARGUMENT;
}

/* Brings the weights to a sum of 1 and adds up. */
static void weigh(struct tes_fusion_result *result)
{
    double sum = 0;
    bool is_pending = false;
    for (size_t i = 0; i < result->count; i++)
        sum += result->scores[i].weight;
    for (size_t i = 0; i < result->count; i++) {
        struct tes_fusion_score *score = &result->scores[i];
        if (!score->is_used)
            continue;
        score->weight /= sum;
        result->confidence += score->weight * score->result.confidence;
        result->used_count++;
        is_pending = is_pending || score->result.state == TES_AUTH_PENDING;
    }
    result->state = result->used_count == 0 ? TES_AUTH_UNKNOWN
                    : is_pending            ? TES_AUTH_PENDING
                                            : TES_AUTH_KNOWN;
    if (result->confidence > 1)
        result->confidence = 1;
    result->is_human =
        result->state == TES_AUTH_KNOWN && result->confidence + TOLERANCE >= result->threshold;
}

enum tes_status tes_fusion_authenticate(const struct tes_fusion *fusion,
                                        const struct tes_auth_request *request,
                                        struct tes_fusion_result *result)
{
    bool is_asked = true;
    *result = (struct tes_fusion_result){.state = TES_AUTH_UNKNOWN};
    if (!is_good(fusion))
        return TES_BAD_ARGUMENT;
    result->threshold = fusion->threshold > 0 ? fusion->threshold : TES_FUSION_THRESHOLD;
    result->count = fusion->count;
    for (size_t i = 0; i < fusion->count; i++)
        is_asked = ask(&fusion->parts[i], request, &result->scores[i]) && is_asked;
    if (!is_asked) {
        *result = (struct tes_fusion_result){.state = TES_AUTH_UNKNOWN};
        return TES_BAD_ARGUMENT;
    }
    weigh(result);
    return TES_OK;
}

static void write_scores(const struct tes_fusion_result *result, struct tes_json *json)
{
    tes_json_open(json, "individual_scores", '{');
    for (size_t i = 0; i < result->count; i++) {
        const struct tes_fusion_score *score = &result->scores[i];
        if (score->is_available && score->result.state != TES_AUTH_UNKNOWN)
            tes_auth_json_fraction(json, score->result.method, score->result.confidence);
    }
    tes_json_close(json, '}');
}

static void write_details(const struct tes_fusion_result *result, struct tes_json *json)
{
    tes_json_open(json, "details", '{');
    for (size_t i = 0; i < result->count; i++) {
        const struct tes_auth_result *one = &result->scores[i].result;
        if (!result->scores[i].is_available)
            tes_json_raw(json, one->method, TES_SLICE("{\"is_available\":false}"));
        else if (one->metadata[0] != '\0')
            tes_json_raw(json, one->method, tes_slice_of(one->metadata));
    }
    tes_json_close(json, '}');
}

enum tes_status tes_fusion_write(const struct tes_fusion_result *result, char *text,
                                 size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_open(&json, "adapters_used", '[');
    for (size_t i = 0; i < result->count; i++)
        if (result->scores[i].is_used)
            tes_json_string(&json, NULL, tes_slice_of(result->scores[i].result.method));
    tes_json_close(&json, ']');
    write_scores(result, &json);
    tes_json_open(&json, "weights", '{');
    for (size_t i = 0; i < result->count; i++)
        if (result->scores[i].is_used)
            tes_auth_json_fraction(&json, result->scores[i].result.method,
                                   result->scores[i].weight);
    tes_json_close(&json, '}');
    tes_auth_json_fraction(&json, "threshold", result->threshold);
    write_details(result, &json);
    tes_json_close(&json, '}');
    return tes_buf_finish(&buf, text_length);
}

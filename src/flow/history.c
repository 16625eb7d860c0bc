#include "flow/history.h"

#include <string.h>

#include "base/codec.h"
#include "base/json.h"
#include "challenge/kind.h"
#include "challenge/record.h"

/* Bytes of JSON that each member of device_info may take. */
#define USER_AGENT_MAX 200
#define LANGUAGES_MAX  64
#define PLATFORM_MAX   40
#define DEVICE_MAX     512

/* The texts of a row, whose slices point here. */
struct texts {
    char id[TES_ID_BYTES * 2 + 1], seed[TES_SEED_BYTES * 2 + 1];
    char question[TES_INSTRUCTIONS_MAX], options[TES_RECORD_MAX], device[DEVICE_MAX];
    char given[TES_ANSWER_MAX], correct[TES_ANSWER_MAX], objects[TES_RECORD_MAX];
};

/* ------------------------------------------------------------ device_info */

/* Writes a header's value where the client sent it, cut until its JSON is short enough: an escape
 * takes six bytes. */
static void describe_header(const struct visit *visit, const char *header, const char *name,
                            size_t most, struct tes_json *json)
{
    char memory[USER_AGENT_MAX + 1];
    struct tes_slice value = http_request_header(visit->request, tes_slice_of(header));
    struct tes_buf text;
    if (value.length == 0)
        return;
    if (value.length > most)
        value.length = most;
    do {
        text = tes_buf_on(memory, most);
        struct tes_json alone = tes_json_on(&text);
        tes_json_string(&alone, NULL, value);
        value.length -= value.length / 8 + 1;
    } while (text.failed && value.length > 0);
    if (!text.failed)
        tes_json_raw(json, name, tes_buf_done(&text));
}

/* What the request tells of the visitor's device; empty where it tells nothing. */
static struct tes_slice describe_device(const struct visit *visit, bool is_still,
                                        char memory[DEVICE_MAX])
{
    struct tes_buf text = tes_buf_on(memory, DEVICE_MAX);
    struct tes_json json = tes_json_on(&text);
    if (!visit->config->store_device_info)
        return (struct tes_slice){NULL, 0};
    tes_json_open(&json, NULL, '{');
    describe_header(visit, "user-agent", "user_agent", USER_AGENT_MAX, &json);
    describe_header(visit, "accept-language", "languages", LANGUAGES_MAX, &json);
    describe_header(visit, "sec-ch-ua-platform", "platform", PLATFORM_MAX, &json);
    describe_header(visit, "sec-ch-ua-mobile", "mobile", PLATFORM_MAX, &json);
    if (is_still)
        tes_json_bool(&json, "reduced_motion", true);
    bool is_told = json.needs_comma;
    tes_json_close(&json, '}');
    return is_told ? tes_buf_done(&text) : (struct tes_slice){NULL, 0};
}

/* ---------------------------------------------------------------- the row */

/* Whose challenge it is, and which. */
static struct records_answer row_of(const struct visit *visit, const struct tes_claims *claims,
                                    const struct tes_challenge *challenge, struct texts *texts)
{
    struct tes_buf id = tes_buf_on(texts->id, sizeof texts->id);
    tes_hex_encode(&id, claims->id, sizeof claims->id);
    return (struct records_answer){
        .challenge_id = tes_buf_done(&id),
        .user_id = claims->user,
        .is_user_proven = claims->user_proven != 0,
        .session_id = claims->session,
        .site = claims->site,
        .difficulty = tes_slice_of(tes_difficulty_name(challenge->difficulty)),
        .question_type = claims->kind,
        .client = &visit->client,
        .presented_at_ms = claims->issued_at_ms,
    };
}

/* What was asked. */
static void add_question(struct records_answer *row, const struct tes_claims *claims,
                         const struct tes_challenge *challenge, struct texts *texts)
{
    struct tes_buf seed = tes_buf_on(texts->seed, sizeof texts->seed);
    struct tes_record record = tes_record_of(challenge);
    struct tes_slice asked = tes_slice_of(record.question_type);
    size_t length = 0;
    tes_hex_encode(&seed, claims->seed, sizeof claims->seed);
    row->seed = tes_buf_done(&seed);
    if (!tes_slice_equal(asked, claims->kind))
        row->scene_question = asked;
    if (tes_record_question_text(challenge, texts->question, sizeof texts->question, &length) ==
        TES_OK)
        row->question_text = (struct tes_slice){texts->question, length};
    if (tes_record_options(challenge, texts->options, sizeof texts->options, &length) == TES_OK)
        row->options = (struct tes_slice){texts->options, length};
    row->is_turned = record.rotation_angle >= 0;
    row->rotation_angle = row->is_turned ? (unsigned)record.rotation_angle : 0;
    row->has_occlusion = record.has_occlusion;
}

void history_presented(struct visit *visit, const struct tes_claims *claims,
                       const struct tes_challenge *challenge, bool is_still)
{
    struct texts texts;
    if (!visit->config->store_history || !visit->config->store_history_presented)
        return;
    struct records_answer row = row_of(visit, claims, challenge, &texts);
    add_question(&row, claims, challenge, &texts);
    row.device_info = describe_device(visit, is_still, texts.device);
    (void)records_presented(visit->app->records, &row); /* what is dropped is counted there */
}

/* The objects of scenes: of the other kinds they say little and take kilobytes. */
static bool has_objects(const struct tes_challenge *challenge)
{
    return strcmp(tes_record_of(challenge).question_type, challenge->kind->name) != 0;
}

/* Both in one form, so that they are equal where the answer is right. */
static void add_answers(struct records_answer *row, const struct history_answer *answer,
                        struct texts *texts)
{
    struct tes_buf given = tes_buf_on(texts->given, sizeof texts->given);
    struct tes_buf correct = tes_buf_on(texts->correct, sizeof texts->correct);
    char right[TES_ANSWER_MAX + 1];
    size_t length = 0;
    tes_record_answer(answer->challenge, answer->given, &given);
    row->user_answer = tes_buf_done(&given);
    if (tes_answer(answer->challenge, right, sizeof right, &length) != TES_OK)
        return;
    tes_record_answer(answer->challenge, (struct tes_slice){right, length}, &correct);
    row->correct_answer = tes_buf_done(&correct);
}

void history_answered(struct visit *visit, const struct history_answer *answer)
{
    struct texts texts;
    size_t objects_length = 0;
    if (!visit->config->store_history)
        return;
    struct records_answer row = row_of(visit, answer->claims, answer->challenge, &texts);
    /* Otherwise its row has them since it was handed out. */
    if (!visit->config->store_history_presented) {
        add_question(&row, answer->claims, answer->challenge, &texts);
        row.device_info = describe_device(visit, false, texts.device);
    }
    add_answers(&row, answer, &texts);
    if (has_objects(answer->challenge) &&
        tes_record_objects(answer->challenge, texts.objects, sizeof texts.objects,
                           &objects_length) == TES_OK)
        row.objects = (struct tes_slice){texts.objects, objects_length};
    row.responded_at_ms = visit->now_ms;
    row.is_correct = answer->is_correct;
    row.is_suspicious = answer->is_suspicious;
    (void)records_answered(visit->app->records, &row); /* what is dropped is counted there */
}

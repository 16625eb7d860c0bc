#include "challenge/record.h"

struct tes_record tes_record_of(const struct tes_challenge *challenge)
{
    if (challenge->kind->record != NULL)
        return challenge->kind->record(challenge);
    return (struct tes_record){.question_type = challenge->kind->name, .rotation_angle = -1};
}

static void write_options(const struct tes_challenge *challenge, const char *name,
                          struct tes_json *json)
{
    char memory[64];
    tes_json_open(json, name, '[');
    for (unsigned i = 0; i < challenge->view.count; i++) {
        struct tes_buf word = tes_buf_on(memory, sizeof memory);
        if (challenge->kind->option != NULL)
            challenge->kind->option(challenge, i, &word);
        else
            tes_buf_number(&word, i);
        tes_json_string(json, NULL, tes_buf_done(&word));
    }
    tes_json_close(json, ']');
}

static void write_objects(const struct tes_challenge *challenge, const char *name,
                          struct tes_json *json)
{
    tes_json_open(json, name, '[');
    if (challenge->kind->describe_objects != NULL)
        challenge->kind->describe_objects(challenge, json);
    tes_json_close(json, ']');
}

static void write_correct_answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    if (challenge->kind->correct_answer != NULL)
        challenge->kind->correct_answer(challenge, text);
    else
        challenge->kind->answer(challenge, text);
}

enum tes_status tes_record_question_text(const struct tes_challenge *challenge, char *text,
                                         size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    tes_kind_instructions(challenge, NULL, &buf);
    return tes_buf_finish(&buf, text_length);
}

enum tes_status tes_record_options(const struct tes_challenge *challenge, char *text,
                                   size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    struct tes_json json = tes_json_on(&buf);
    write_options(challenge, NULL, &json);
    return tes_buf_finish(&buf, text_length);
}

enum tes_status tes_record_objects(const struct tes_challenge *challenge, char *text,
                                   size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    struct tes_json json = tes_json_on(&buf);
    write_objects(challenge, NULL, &json);
    return tes_buf_finish(&buf, text_length);
}

enum tes_status tes_record_correct_answer(const struct tes_challenge *challenge, char *text,
                                          size_t text_size, size_t *text_length)
{
    struct tes_buf buf = tes_buf_on(text, text_size);
    write_correct_answer(challenge, &buf);
    return tes_buf_finish(&buf, text_length);
}

void tes_record_answer(const struct tes_challenge *challenge, struct tes_slice normal,
                       struct tes_buf *text)
{
    struct tes_slice rest = normal;
    while (rest.at != NULL && rest.length > 0) {
        struct tes_slice word = tes_slice_cut(&rest, ',');
        uint64_t number = 0;
        bool is_option = challenge->view.count > 0 && challenge->kind->option != NULL &&
                         tes_slice_number(word, challenge->view.count - 1, &number);
        if (is_option)
            challenge->kind->option(challenge, (unsigned)number, text);
        else
            tes_buf_slice(text, word);
        if (rest.at != NULL)
            tes_buf_char(text, ',');
    }
}

void tes_record_describe(const struct tes_challenge *challenge, bool truth, struct tes_json *json)
{
    const struct tes_record record = tes_record_of(challenge);
    char memory[TES_INSTRUCTIONS_MAX];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    tes_kind_instructions(challenge, NULL, &text);
    tes_json_string(json, "question_type", tes_slice_of(record.question_type));
    tes_json_string(json, "question_text", tes_buf_done(&text));
    if (record.rotation_angle >= 0)
        tes_json_number(json, "rotation_angle", record.rotation_angle);
    else
        tes_json_null(json, "rotation_angle");
    tes_json_bool(json, "occlusion_enabled", record.has_occlusion);
    if (!truth || !challenge->kind->has_options_in_truth)
        write_options(challenge, "options", json);
    if (!truth)
        return;
    text = tes_buf_on(memory, sizeof memory);
    write_correct_answer(challenge, &text);
    tes_json_string(json, "correct_answer", tes_buf_done(&text));
    write_objects(challenge, "objects", json);
}

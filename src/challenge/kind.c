/* The registry: kinds.def as a table, and what is the same for every kind. */
#include "challenge/kinds.h"

static const struct tes_kind *const KINDS[TES_KIND_COUNT] = {
#define KIND(name) &tes_kind_##name,
#include "challenge/kinds.def"
#undef KIND
};

#define KIND(name)                                                                                 \
    _Static_assert(sizeof #name <= TES_KIND_NAME_MAX + 1, "a name that is too long for a token");
#include "challenge/kinds.def"
#undef KIND

static const char *const DIFFICULTIES[] = {
    [TES_EASY] = "easy",
    [TES_MEDIUM] = "medium",
    [TES_HARD] = "hard",
};

const char *tes_kind_name(size_t index)
{
    return index < TES_KIND_COUNT ? KINDS[index]->name : NULL;
}

const struct tes_kind *tes_kind_find(struct tes_slice name)
{
    for (size_t i = 0; i < TES_KIND_COUNT; i++)
        if (tes_slice_equal(tes_slice_of(KINDS[i]->name), name))
            return KINDS[i];
    return NULL;
}

size_t tes_kind_number(const struct tes_kind *kind)
{
    size_t number = 0;
    while (number < TES_KIND_COUNT && KINDS[number] != kind)
        number++;
    return number;
}

const char *tes_difficulty_name(enum tes_difficulty difficulty)
{
    return difficulty >= TES_EASY && difficulty <= TES_HARD ? DIFFICULTIES[difficulty] : "";
}

enum tes_difficulty tes_difficulty_find(struct tes_slice name)
{
    for (enum tes_difficulty i = TES_EASY; i <= TES_HARD; i++)
        if (tes_slice_equal(tes_slice_of(DIFFICULTIES[i]), name))
            return i;
    return (enum tes_difficulty)0;
}

static void describe_cells(const struct tes_area *cells, struct tes_json *json)
{
    if (cells->width == 0)
        return;
    tes_json_open(json, "cells", '{');
    tes_json_number(json, "x", cells->x);
    tes_json_number(json, "y", cells->y);
    tes_json_number(json, "width", cells->width);
    tes_json_number(json, "height", cells->height);
    tes_json_close(json, '}');
}

/* In whole seconds, the last one begun included, and exactly; nothing where the picture stands
 * still. */
static void describe_animation(const struct tes_view *view, struct tes_json *json)
{
    if (view->animation_ms == 0)
        return;
    tes_json_open(json, "animation", '{');
    tes_json_number(json, "seconds", (view->animation_ms + 999) / 1000);
    tes_json_number(json, "ms", view->animation_ms);
    tes_json_close(json, '}');
}

static void describe_image(const struct tes_view *view, struct tes_slice src, struct tes_json *json)
{
    if (view->width == 0) {
        tes_json_null(json, "image");
        return;
    }
    tes_json_open(json, "image", '{');
    if (src.at != NULL)
        tes_json_string(json, "src", src);
    tes_json_number(json, "width", view->width);
    tes_json_number(json, "height", view->height);
    tes_json_close(json, '}');
}

static void describe_audio(const struct tes_view *view, struct tes_slice src, struct tes_json *json)
{
    if (!view->is_heard)
        return;
    tes_json_open(json, "audio", '{');
    if (src.at != NULL)
        tes_json_string(json, "src", src);
    tes_json_close(json, '}');
}

void tes_kind_instructions(const struct tes_challenge *challenge,
                           const struct tes_instruction_words *words, struct tes_buf *text)
{
    const struct tes_instruction ask = challenge->kind->ask(challenge);
    tes_instruction_write(&ask, words != NULL ? words : &tes_instruction_english, text);
}

void tes_kind_describe(const struct tes_challenge *challenge, const struct tes_kind_told *told,
                       struct tes_json *json)
{
    const struct tes_view *view = &challenge->view;
    char memory[TES_INSTRUCTIONS_MAX];
    struct tes_buf instructions = tes_buf_on(memory, sizeof memory);
    tes_kind_instructions(challenge, told->words, &instructions);

    tes_json_string(json, "type", tes_slice_of(challenge->kind->name));
    tes_json_string(json, "difficulty", tes_slice_of(tes_difficulty_name(challenge->difficulty)));
    tes_json_string(json, "instructions", tes_buf_done(&instructions));
    tes_json_number(json, "timeLimit", challenge->time_limit_s);
    tes_json_open(json, "view", '{');
    describe_image(view, told->src, json);
    describe_audio(view, told->src, json);
    describe_cells(&view->cells, json);
    describe_animation(view, json);
    tes_json_number(json, "columns", view->columns);
    tes_json_number(json, "rows", view->rows);
    tes_json_number(json, "count", view->count);
    tes_json_open(json, "select", '{');
    tes_json_number(json, "min", view->select_min);
    tes_json_number(json, "max", view->select_max);
    tes_json_close(json, '}');
    challenge->kind->describe_view(challenge, json);
    tes_json_close(json, '}');
}

void tes_kind_describe_all(const struct tes_challenge *challenge, const char *id, bool truth,
                           struct tes_json *json)
{
    tes_json_string(json, "id", tes_slice_of(id));
    tes_kind_describe(challenge, &(struct tes_kind_told){0}, json);
    if (!truth)
        return;
    char memory[TES_ANSWER_MAX];
    struct tes_buf answer = tes_buf_on(memory, sizeof memory);
    challenge->kind->answer(challenge, &answer);
    tes_json_string(json, "answer", tes_buf_done(&answer));
    challenge->kind->describe_truth(challenge, json);
}

/*
 * Questions about solids in space. Which question is asked is picked at random among those of the
 * level; then the question's own file makes scenes until one is good. Options are words or cells of
 * the picture; an answer is the number of an option, or its word.
 */
#include "challenge/types/scene_type.h"

#include "challenge/kinds.h"
#include "challenge/scene/questions/question_profile.h"
#include "challenge/scene/questions/question_views.h"

enum {
    COLUMNS = 3, /* of cells, where options are pictures */
    TIME_LIMIT_S = 60,
    HEARD_TIME_LIMIT_S = 120, /* enough to listen twice */
    TRIES_MAX = 400, /* most questions take a few tries: past this the generator is broken */
};

/* What a token keeps: the generation (see challenge/select.h), and what was asked for. */
enum { GENERATION = TES_SELECT_GENERATION + 2 };
enum { PARAMS_GENERATION, PARAMS_FLAGS, PARAMS_RENDERER, PARAMS_PROFILE, PARAMS_LENGTH };
enum { FLAG_STILL = 1, FLAG_HEARD = 2, FLAGS = FLAG_STILL | FLAG_HEARD };

#define EASY   (1U << TES_EASY)
#define MEDIUM (1U << TES_MEDIUM)
#define HARD   (1U << TES_HARD)

static const struct row {
    const struct tes_question *question;
    unsigned levels;
    enum { NOTHING, SHADOWS, MOTION, HEARING } needs;
} ROWS[] = {
#define QUESTION(name, levels, form, needs) {&tes_question_##name, levels, needs},
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

static const char *const HUES[TES_HUE_COUNT] = {
#define HUE(name, colour) #name,
#include "challenge/scene/hues.def"
#undef HUE
};

static const char *const MATERIALS[TES_MATERIAL_COUNT] = {
    [TES_MATERIAL_MATT] = "matt",       [TES_MATERIAL_GLOSSY] = "glossy",
    [TES_MATERIAL_STRIPED] = "striped", [TES_MATERIAL_CHECKED] = "checked",
    [TES_MATERIAL_DOTTED] = "dotted",
};

/* -------------------------------------------------------------- generate */

static bool is_heard(unsigned row)
{
    return ROWS[row].needs == HEARING;
}

static bool is_asked(unsigned row, const struct tes_options *options)
{
    enum tes_question_id only = tes_profile_question(options->profile, options->difficulty);
    if (is_heard(row) != options->is_heard)
        return false;
    if (!is_heard(row) && only != TES_QUESTION_COUNT && row != only)
        return false;
    if (ROWS[row].needs == SHADOWS && options->renderer == TES_RENDERER_2D)
        return false;
    return (ROWS[row].levels >> options->difficulty & 1) != 0 &&
           !(options->is_still && ROWS[row].needs == MOTION);
}

static unsigned pick_row(struct tes_random *random, const struct tes_options *options)
{
    uint8_t rows[TES_QUESTION_COUNT] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < TES_QUESTION_COUNT; i++)
        if (is_asked(i, options))
            rows[count++] = (uint8_t)i;
    return rows[tes_random_below(random, count)];
}

static bool is_shown(const struct tes_question_asked *question)
{
    return !is_heard(question->id) && question->renderer != TES_RENDERER_NONE;
}

static struct tes_view view_of(const struct tes_question_asked *question)
{
    struct tes_view view = {
        .width = is_shown(question) ? TES_SCENE_WIDTH : 0,
        .height = is_shown(question) ? TES_SCENE_HEIGHT : 0,
        .columns = question->option_count,
        .rows = 1,
        .count = question->option_count,
        .select_min = 1,
        .select_max = 1,
        .is_heard = is_heard(question->id),
    };
    if (!is_shown(question))
        return view;
    if (ROWS[question->id].needs == MOTION)
        view.animation_ms = tes_motion_ms(&question->shown.motion);
    if (tes_question_form(question->id) != TES_QUESTION_PICTURES)
        return view;
    unsigned side = TES_SCENE_WIDTH / COLUMNS;
    view.columns = COLUMNS;
    view.rows = (question->option_count + COLUMNS - 1U) / COLUMNS;
    view.cells = (struct tes_area){0, TES_SCENE_HEAD, side * COLUMNS, side * view.rows};
    view.height = TES_SCENE_HEAD + side * view.rows;
    return view;
}

static void publish(const struct tes_options *options, struct tes_challenge *challenge)
{
    challenge->view = view_of(tes_question_of(challenge));
    challenge->params[PARAMS_GENERATION] = GENERATION;
    challenge->params[PARAMS_FLAGS] =
        (uint8_t)((options->is_still ? FLAG_STILL : 0) | (options->is_heard ? FLAG_HEARD : 0));
    challenge->params[PARAMS_RENDERER] = (uint8_t)options->renderer;
    challenge->params[PARAMS_PROFILE] = (uint8_t)options->profile;
    challenge->params_length = PARAMS_LENGTH;
    if (options->is_heard)
        challenge->time_limit_s = HEARD_TIME_LIMIT_S;
}

static bool options_from_params(struct tes_slice params, struct tes_options *options)
{
    const uint8_t *at = (const uint8_t *)params.at;
    if (params.length != PARAMS_LENGTH || at[PARAMS_GENERATION] != GENERATION ||
        at[PARAMS_FLAGS] > FLAGS || at[PARAMS_RENDERER] >= TES_RENDERER_COUNT ||
        at[PARAMS_PROFILE] >= TES_PROFILE_COUNT)
        return false;
    options->is_still = (at[PARAMS_FLAGS] & FLAG_STILL) != 0;
    options->is_heard = (at[PARAMS_FLAGS] & FLAG_HEARD) != 0;
    options->renderer = (enum tes_renderer)at[PARAMS_RENDERER];
    options->profile = (enum tes_profile)at[PARAMS_PROFILE];
    return true;
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_question_asked *question = (struct tes_question_asked *)challenge->detail;
    /* The question is picked once and stays, also where no scene was good at first: else questions
     * that are harder to make would be asked less often. */
    unsigned row = pick_row(random, options);
    uint32_t wish = tes_random_below(random, TES_PROFILE_WISHES);
    /* What is read aloud has all of them. */
    unsigned solids =
        is_heard(row) ? 0 : tes_profile_solids(options->profile, options->difficulty, wish);
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        __builtin_memset(question, 0, sizeof *question);
        question->id = (uint8_t)row;
        question->solid_count = (uint8_t)solids;
        if (ROWS[row].question->make(random, options->difficulty, question) &&
            tes_profile_takes(options->profile, question, wish)) {
            question->renderer = (uint8_t)options->renderer;
            tes_profile_thin(random, options->profile, options->difficulty, question);
            publish(options, challenge);
            return TES_OK;
        }
    }
    return TES_EXHAUSTED;
}

/* ---------------------------------------------------------------- options */

/* A solid's name, or "nothing", which is an option where none of them may be right. */
static const char *word_of(unsigned solid)
{
    return solid < TES_SOLID_COUNT ? tes_question_solid_name((enum tes_solid)solid) : "nothing";
}

static void write_option(const struct tes_question_asked *question, unsigned option,
                         struct tes_buf *text)
{
    unsigned value = question->options[option];
    if (tes_question_form(question->id) == TES_QUESTION_SOLIDS)
        tes_buf_text(text, word_of(value));
    else
        tes_buf_number(text, value);
}

/* Finds the option with that word; false where there is none. A number is always taken for an
 * option's place. */
static bool find_word(const struct tes_question_asked *question, struct tes_slice word,
                      unsigned *option)
{
    for (*option = 0; *option < question->option_count; (*option)++)
        if (tes_slice_equal_nocase(word, tes_slice_of(word_of(question->options[*option]))))
            return true;
    return false;
}

static enum tes_status normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                 struct tes_buf *text)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    unsigned option;
    if (tes_question_form(question->id) == TES_QUESTION_SOLIDS &&
        find_word(question, answer, &option)) {
        tes_buf_number(text, option);
        return TES_OK;
    }
    return tes_select_normalise(challenge, answer, text);
}

/* -------------------------------------------------------------- describe */

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    return ROWS[question->id].question->ask(question);
}

static void describe_options(const struct tes_question_asked *question, struct tes_json *json)
{
    char memory[32];
    tes_json_open(json, "options", '[');
    for (unsigned i = 0; i < question->option_count; i++) {
        struct tes_buf word = tes_buf_on(memory, sizeof memory);
        write_option(question, i, &word);
        tes_json_string(json, NULL, tes_buf_done(&word));
    }
    tes_json_close(json, ']');
}

static void describe_prompt(const struct tes_question_asked *question, struct tes_json *json)
{
    tes_json_open(json, "prompt", '{');
    tes_json_string(json, "question", tes_slice_of(ROWS[question->id].question->name));
    if (question->degrees != 0) {
        tes_json_number(json, "rotation", question->degrees);
        tes_json_bool(json, "clockwise", question->is_clockwise);
    }
    if (question->tilt != 0)
        tes_json_number(json, "tilt", question->tilt);
    if (question->id == TES_QUESTION_behind)
        tes_json_string(json, "reference",
                        tes_slice_of(tes_question_solid_name((enum tes_solid)question->reference)));
    if (question->id == TES_QUESTION_viewer)
        tes_json_string(json, "side", tes_slice_of(question->is_clockwise ? "right" : "left"));
    if (question->id == TES_QUESTION_polycube)
        tes_json_bool(json, "mirror", tes_polycube_has_mirror(question));
    tes_json_close(json, '}');
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    if (tes_question_form(question->id) == TES_QUESTION_PICTURES)
        tes_select_describe_view(challenge, json);
    else
        describe_options(question, json);
    describe_prompt(question, json);
}

static void describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    tes_json_string(json, "question", tes_slice_of(ROWS[question->id].question->name));
    tes_json_number(json, "correctIndex", question->select.cells[0]);
    if (is_heard(question->id)) {
        char memory[TES_SPOKEN_MAX];
        struct tes_buf text = tes_buf_on(memory, sizeof memory);
        tes_heard_speak(question, TES_SLICE("en"), &text);
        tes_json_string(json, "spoken", tes_buf_done(&text));
    }
    tes_json_open(json, "things", '[');
    for (unsigned i = 0; i < question->scene.count; i++)
        if (question->scene.things[i].solid < TES_SOLID_COUNT)
            tes_json_string(json, NULL,
                            tes_slice_of(tes_question_solid_name(
                                (enum tes_solid)question->scene.things[i].solid)));
    tes_json_close(json, ']');
}

/* ---------------------------------------------------------------- records */

static void option(const struct tes_challenge *challenge, unsigned number, struct tes_buf *text)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    if (tes_question_form(question->id) == TES_QUESTION_PICTURES)
        tes_buf_number(text, number);
    else
        write_option(question, number, text);
}

static void correct_answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    option(challenge, tes_question_of(challenge)->select.cells[0], text);
}

/* With three digits after the point. */
static void describe_length(double units, const char *name, struct tes_json *json)
{
    char memory[32];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    int64_t rest = (int64_t)((units < 0 ? -units : units) * 1000 + 0.5);
    tes_buf_text(&text, units < 0 && rest > 0 ? "-" : "");
    tes_buf_number(&text, rest / 1000);
    tes_buf_char(&text, '.');
    for (int64_t digit = 100; digit > 0; digit /= 10)
        tes_buf_number(&text, rest / digit % 10);
    tes_json_raw(json, name, tes_buf_done(&text));
}

static void describe_object(const struct tes_thing *thing, struct tes_json *json)
{
    const double at[] = {thing->at.x, thing->at.y, thing->at.z};
    bool is_polycube = thing->solid == TES_SOLID_POLYCUBE;
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "type",
                    is_polycube
                        ? TES_SLICE("polycube")
                        : tes_slice_of(tes_question_solid_name((enum tes_solid)thing->solid)));
    tes_json_string(json, "color", tes_slice_of(HUES[thing->hue]));
    tes_json_string(json, "material", tes_slice_of(MATERIALS[thing->material]));
    tes_json_open(json, "position", '[');
    for (unsigned i = 0; i < 3; i++)
        describe_length(at[i], NULL, json);
    tes_json_close(json, ']');
    describe_length(thing->size, "size", json);
    describe_length(thing->height, "height", json);
    tes_json_number(json, "rotation", (int64_t)thing->turn);
    tes_json_close(json, '}');
}

/* All but tables, which only lie under the objects. */
static void describe_objects(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_scene *scene = &tes_question_of(challenge)->scene;
    for (unsigned i = 0; i < scene->count; i++)
        if (scene->things[i].solid != TES_SOLID_DISC)
            describe_object(&scene->things[i], json);
}

static struct tes_record record(const struct tes_challenge *challenge)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    const struct tes_question *row = ROWS[question->id].question;
    return (struct tes_record){
        .question_type = row->name,
        .rotation_angle = question->degrees != 0 ? question->degrees : -1,
        .has_occlusion = row->hides_from != 0 && challenge->difficulty >= row->hides_from,
    };
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    unsigned count = tes_question_of(challenge)->option_count;
    return (100 + count / 2) / count;
}

static enum tes_status speak(const struct tes_challenge *challenge, struct tes_slice language,
                             struct tes_buf *text)
{
    const struct tes_question_asked *question = tes_question_of(challenge);
    if (!challenge->view.is_heard)
        return TES_UNAVAILABLE;
    tes_heard_speak(question, language, text);
    return TES_OK;
}

const struct tes_kind tes_kind_scene = {
    .name = "scene",
    .title = "3D scenes",
    .time_limit_s = TIME_LIMIT_S,
    .takes = TES_TAKES_STILL | TES_TAKES_HEARD | TES_TAKES_RENDERER | TES_TAKES_PROFILE,
    .generate = generate,
    .options_from_params = options_from_params,
    .normalise = normalise,
    .is_complete = tes_select_is_complete,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = describe_view,
    .describe_truth = describe_truth,
    .describe_correct = tes_select_describe_correct,
    .option = option,
    .correct_answer = correct_answer,
    .describe_objects = describe_objects,
    .record = record,
    .speak = speak,
};

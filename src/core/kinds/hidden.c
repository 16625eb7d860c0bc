/*
 * "What hides in the moving dots?": a figure that no single picture shows, as it differs from what
 * is around it only by where its dots go. docs/hidden.md has how films are made and why; here are
 * the numbers that decide how hard one is to see, and those that are picked for each film.
 *
 * What is hidden is one of twelve shapes, and each of them as often, in each place.
 */
#include "core/kinds/hidden.h"

#include "core/kinds.h"

enum { TIME_LIMIT_S = 90, ROWS = TES_HIDDEN_OPTIONS / TES_HIDDEN_COLUMNS };

/* Goes up when the same key makes another challenge than before (see core/select.h). */
enum { GENERATION = 1 };
enum { PARAMS_GENERATION, PARAMS_LENGTH };

_Static_assert(sizeof(struct tes_hidden) <= TES_DETAIL_BYTES, "it fits");
_Static_assert((unsigned)TES_HIDDEN_SHAPES >= TES_HIDDEN_OPTIONS,
               "there are enough to choose from");
_Static_assert(TES_HIDDEN_FRAMES_MAX <= TES_STEPS_MAX, "an animation has room for them");

/* What the levels change: how much noise there is, and how long a dot can be followed. */
static const struct level {
    float noise, scatter;
    uint8_t life_least, life_most;
} LEVELS[] = {
    [TES_EASY] = {0.25F, 20, 5, 7},
    [TES_MEDIUM] = {0.35F, 30, 4, 5},
    [TES_HARD] = {0.5F, 45, 3, 3},
};

const struct tes_hidden *tes_hidden_of(const struct tes_challenge *challenge)
{
    return (const struct tes_hidden *)challenge->detail;
}

enum tes_hidden_shape tes_hidden_answer(const struct tes_hidden *hidden)
{
    return (enum tes_hidden_shape)hidden->options[hidden->select.cells[0]];
}

/* -------------------------------------------------------------- generate */

/* A number between two, to either side of 0. */
static float pick_signed(struct tes_random *random, float least, float most)
{
    float number = tes_random_between(random, least, most);
    return tes_random_chance(random, 2) ? -number : number;
}

static struct tes_hidden_swing pick_swing(struct tes_random *random, float middle, float reach,
                                          float pace_least, float pace_most)
{
    struct tes_hidden_swing swing = {.middle = middle, .reach = reach};
    swing.phase = tes_random_between(random, 0, 360);
    swing.pace = pick_signed(random, pace_least, pace_most);
    return swing;
}

/* Each of them is longer than the figure, so that the field is nearly even where it is looked at.
 */
static struct tes_hidden_wave pick_wave(struct tes_random *random)
{
    struct tes_hidden_wave wave;
    wave.reach = tes_random_between(random, 18, 30);
    wave.across = pick_signed(random, 0, 2.4F);
    wave.along = pick_signed(random, 0, 2.4F);
    wave.phase = tes_random_between(random, 0, 360);
    wave.pace = pick_signed(random, 1, 4);
    return wave;
}

static void pick_field(struct tes_random *random, struct tes_hidden_film *film)
{
    film->start = tes_random_between(random, 0, 360);
    film->spin = pick_signed(random, 1.7F, 2.9F);
    for (unsigned i = 0; i < TES_HIDDEN_WAVES; i++)
        film->waves[i] = pick_wave(random);
    float offset = pick_signed(random, 130, 180);
    film->offset = pick_swing(random, offset, 12, 2, 5);
}

static void pick_figure(struct tes_random *random, struct tes_hidden_film *film)
{
    const float middle = TES_HIDDEN_SIDE / 2.0F;
    float x = middle + tes_random_between(random, -10, 10);
    float y = middle + tes_random_between(random, -10, 10);
    float turn = tes_random_between(random, -14, 14);
    film->x = pick_swing(random, x, 6, 3, 6);
    film->y = pick_swing(random, y, 6, 3, 6);
    film->turn = pick_swing(random, turn, 8, 3, 6);
    film->area = 0.24F;
}

static void pick_film(struct tes_random *random, enum tes_difficulty difficulty,
                      struct tes_hidden_film *film)
{
    const struct level *level = &LEVELS[difficulty];
    film->dots = 900;
    film->noise = level->noise;
    film->scatter = level->scatter;
    film->life_least = level->life_least;
    film->life_most = level->life_most;
    film->speed_least = 1.5F;
    film->speed_most = 2.5F;
    film->jitter = 0.5F;
    film->frames = 64;
    film->delay_ms = 50;
    pick_field(random, film);
    pick_figure(random, film);
}

static void pick_options(struct tes_random *random, struct tes_hidden *hidden)
{
    uint8_t shapes[TES_HIDDEN_SHAPES];
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        shapes[i] = (uint8_t)i;
    tes_random_shuffle(random, shapes, TES_HIDDEN_SHAPES);
    __builtin_memcpy(hidden->options, shapes, TES_HIDDEN_OPTIONS);
    uint8_t cell = (uint8_t)tes_random_below(random, TES_HIDDEN_OPTIONS);
    hidden->select = (struct tes_select){1, {cell}};
}

static struct tes_view view_of(const struct tes_hidden_film *film)
{
    const unsigned side = TES_HIDDEN_SIDE * TES_HIDDEN_SCALE;
    struct tes_view view = tes_select_view(TES_HIDDEN_COLUMNS, ROWS, TES_HIDDEN_CELL, 1);
    view.cells.y = side;
    view.height += side;
    view.animation_ms = (unsigned)film->delay_ms * (film->frames + 1U);
    return view;
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_hidden *hidden = (struct tes_hidden *)challenge->detail;
    /* Without motion there is nothing to see. */
    if (options->is_still)
        return TES_UNAVAILABLE;
    pick_options(random, hidden);
    pick_film(random, options->difficulty, &hidden->film);
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        hidden->looks[i] = (uint8_t)tes_random_below(random, 256);
    challenge->view = view_of(&hidden->film);
    challenge->params[PARAMS_GENERATION] = GENERATION;
    challenge->params_length = PARAMS_LENGTH;
    return TES_OK;
}

static bool options_from_params(struct tes_slice params, struct tes_options *options)
{
    (void)options;
    return params.length == PARAMS_LENGTH && params.at[PARAMS_GENERATION] == GENERATION;
}

/* -------------------------------------------------------------- describe */

static void instructions(const struct tes_challenge *challenge, struct tes_buf *text)
{
    (void)challenge;
    tes_buf_text(text, "What hides in the moving dots?");
}

static const char *key_of(const struct tes_hidden *hidden, unsigned option)
{
    return tes_hidden_key((enum tes_hidden_shape)hidden->options[option]);
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_hidden *hidden = tes_hidden_of(challenge);
    tes_json_open(json, "options", '[');
    for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++)
        tes_json_string(json, NULL, tes_slice_of(key_of(hidden, i)));
    tes_json_close(json, ']');
}

static void describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_hidden *hidden = tes_hidden_of(challenge);
    tes_json_string(json, "shape", tes_slice_of(tes_hidden_key(tes_hidden_answer(hidden))));
}

static void option(const struct tes_challenge *challenge, unsigned number, struct tes_buf *text)
{
    tes_buf_text(text, key_of(tes_hidden_of(challenge), number));
}

static void correct_answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    tes_buf_text(text, tes_hidden_key(tes_hidden_answer(tes_hidden_of(challenge))));
}

static void describe_objects(const struct tes_challenge *challenge, struct tes_json *json)
{
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "type",
                    tes_slice_of(tes_hidden_key(tes_hidden_answer(tes_hidden_of(challenge)))));
    tes_json_close(json, '}');
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (100 + TES_HIDDEN_OPTIONS / 2) / TES_HIDDEN_OPTIONS;
}

const struct tes_kind tes_kind_hidden = {
    .name = "hidden",
    .title = "Hidden shapes",
    .time_limit_s = TIME_LIMIT_S,
    .takes = TES_TAKES_MOTION,
    .generate = generate,
    .options_from_params = options_from_params,
    .normalise = tes_select_normalise,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .instructions = instructions,
    .describe_view = describe_view,
    .describe_truth = describe_truth,
    .describe_correct = tes_select_describe_correct,
    .option = option,
    .correct_answer = correct_answer,
    .describe_objects = describe_objects,
};

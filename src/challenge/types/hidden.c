/*
 * "What hides in the moving dots?": a figure that no single picture shows, as it differs from what
 * is around it only by where its dots go. docs/hidden.md has how films are made and why; here are
 * the numbers that decide how hard one is to see, and those that are picked for each film.
 *
 * What is hidden is one of twelve shapes, and each of them as often, in each place.
 */
#include "challenge/types/hidden.h"

#include "base/bytes.h"
#include "challenge/kinds.h"

enum { DOTS = 900, TIME_LIMIT_S = 90, ROWS = TES_HIDDEN_OPTIONS / TES_HIDDEN_COLUMNS };

/* Goes up when the same key makes another challenge than before (see challenge/select.h). */
enum { GENERATION = 2 };
enum { INSTALLATION_BYTES = 4 };
enum {
    PARAMS_GENERATION,
    PARAMS_INSTALLATION,
    PARAMS_LENGTH = PARAMS_INSTALLATION + INSTALLATION_BYTES
};

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

/* What differs from one installation to the next: who trains on films of one has learned others
 * than those of another. Each range is a part of what an installation without a number has. */
struct house {
    float speed, offset, spin, wave, pace; /* where its ranges begin, 0 .. 1 */
    float jitter, area;
    uint8_t frames, delay_ms;
};

static const struct house NO_HOUSE = {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.24F, 64, 50};

static struct house house_of(uint32_t installation)
{
    struct house house = NO_HOUSE;
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    if (installation == 0)
        return house;
    tes_key_from_seed(installation, key);
    tes_random_start(&random, key);
    float *const parts[] = {&house.speed, &house.offset, &house.spin, &house.wave, &house.pace};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        *parts[i] = tes_random_between(&random, 0, 1);
    house.jitter = tes_random_between(&random, 0.4F, 0.6F);
    house.area = tes_random_between(&random, 0.22F, 0.26F);
    uint32_t frames = tes_random_below(&random, 9);
    uint32_t delay_ms = tes_random_below(&random, 9);
    house.frames = (uint8_t)(60 + frames);
    house.delay_ms = (uint8_t)(46 + delay_ms);
    tes_random_end(&random);
    return house;
}

/* A number within a house's part, half as long as the whole, of a range. */
static float pick_part(struct tes_random *random, float part, float least, float most)
{
    float half = (most - least) / 2, start = least + half * part;
    return tes_random_between(random, start, start + half);
}

/* To either side of 0. */
static float sign(struct tes_random *random, float number)
{
    return tes_random_chance(random, 2) ? -number : number;
}

static struct tes_hidden_swing pick_swing(struct tes_random *random, float middle, float reach,
                                          float pace)
{
    struct tes_hidden_swing swing = {.middle = middle, .reach = reach};
    swing.phase = tes_random_between(random, 0, 360);
    swing.pace = sign(random, pace);
    return swing;
}

/* Each of them is longer than the figure, so that the field is nearly even where it is looked at.
 */
static struct tes_hidden_wave pick_wave(struct tes_random *random, const struct house *house)
{
    struct tes_hidden_wave wave;
    wave.reach = tes_random_between(random, 18, 30);
    float length = pick_part(random, house->wave, 1.2F, 2.6F);
    float share = tes_random_between(random, 0, 1);
    wave.across = sign(random, length * share);
    wave.along = sign(random, length * (1 - share));
    wave.phase = tes_random_between(random, 0, 360);
    float pace = pick_part(random, house->pace, 1, 4);
    wave.pace = sign(random, pace);
    return wave;
}

static void pick_field(struct tes_random *random, const struct house *house,
                       struct tes_hidden_film *film)
{
    film->start = tes_random_between(random, 0, 360);
    float spin = pick_part(random, house->spin, 1.5F, 3.1F);
    film->spin = sign(random, spin);
    for (unsigned i = 0; i < TES_HIDDEN_WAVES; i++)
        film->waves[i] = pick_wave(random, house);
    /* Near 180: frames laid over each other show dots as dashes, and these must lie in the same
     * direction inside and outside, whichever way the dots go. */
    float offset = pick_part(random, house->offset, 162, 180);
    offset = sign(random, offset);
    float pace = pick_part(random, house->pace, 2, 5);
    film->offset = pick_swing(random, offset, 8, pace);
}

static void pick_figure(struct tes_random *random, const struct house *house,
                        struct tes_hidden_film *film)
{
    const float middle = TES_HIDDEN_SIDE / 2.0F;
    float x = middle + tes_random_between(random, -10, 10);
    float y = middle + tes_random_between(random, -10, 10);
    float turn = tes_random_between(random, -14, 14);
    float pace_x = pick_part(random, house->pace, 3, 6);
    float pace_y = pick_part(random, house->pace, 3, 6);
    float pace_turn = pick_part(random, house->pace, 3, 6);
    film->x = pick_swing(random, x, 6, pace_x);
    film->y = pick_swing(random, y, 6, pace_y);
    film->turn = pick_swing(random, turn, 8, pace_turn);
    film->area = house->area;
}

static void pick_film(struct tes_random *random, const struct tes_options *options,
                      struct tes_hidden_film *film)
{
    const struct level *level = &LEVELS[options->difficulty];
    struct house house = house_of(options->installation);
    film->dots = DOTS;
    film->noise = level->noise;
    film->scatter = level->scatter;
    film->life_least = level->life_least;
    film->life_most = level->life_most;
    film->speed_least = pick_part(random, house.speed, 1.3F, 1.7F);
    film->speed_most = film->speed_least + 1;
    film->jitter = house.jitter;
    film->frames = house.frames;
    film->delay_ms = house.delay_ms;
    pick_field(random, &house, film);
    pick_figure(random, &house, film);
}

static bool is_like_any(enum tes_hidden_shape shape, const uint8_t *others, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (tes_hidden_are_alike(shape, (enum tes_hidden_shape)others[i]))
            return true;
    return false;
}

/* The options are picked before the one that hides, which may be any of them: they tell nothing of
 * it. In every order there are enough that do not look alike (test_hidden_shapes). */
static void pick_options(struct tes_random *random, struct tes_hidden *hidden)
{
    uint8_t shapes[TES_HIDDEN_SHAPES];
    unsigned count = 0;
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        shapes[i] = (uint8_t)i;
    tes_random_shuffle(random, shapes, TES_HIDDEN_SHAPES);
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES && count < TES_HIDDEN_OPTIONS; i++)
        if (!is_like_any((enum tes_hidden_shape)shapes[i], hidden->options, count))
            hidden->options[count++] = shapes[i];
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
    pick_film(random, options, &hidden->film);
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        hidden->looks[i] = (uint8_t)tes_random_below(random, 256);
    challenge->view = view_of(&hidden->film);
    challenge->params[PARAMS_GENERATION] = GENERATION;
    tes_bytes_put(challenge->params + PARAMS_INSTALLATION, options->installation,
                  INSTALLATION_BYTES);
    challenge->params_length = PARAMS_LENGTH;
    return TES_OK;
}

static bool options_from_params(struct tes_slice params, struct tes_options *options)
{
    const uint8_t *at = (const uint8_t *)params.at;
    if (params.length != PARAMS_LENGTH || at[PARAMS_GENERATION] != GENERATION)
        return false;
    at += PARAMS_INSTALLATION;
    options->installation = (uint32_t)tes_bytes_take(&at, INSTALLATION_BYTES);
    return true;
}

/* -------------------------------------------------------------- describe */

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "ask-hidden"};
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
    .takes = TES_TAKES_MOTION | TES_TAKES_INSTALLATION,
    .generate = generate,
    .options_from_params = options_from_params,
    .normalise = tes_select_normalise,
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
};

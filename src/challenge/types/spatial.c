#include "challenge/types/spatial.h"

#include "challenge/kinds.h"

enum {
    COLUMNS = 4,
    OPTIONS = 4,
    OPTIONS_HARD = 8,
    QUARTERS = 4,
    SYMMETRIC_PERCENT = 10,
    FIGURE_LEAST = 7, /* squares of a figure */
    FIGURE_MOST = 8,
    FIGURE_MARGIN = 2, /* squares in which two positions differ, at least */
    TRIES_MAX = 200,   /* half of the figures are good: past this the generator is broken */
    TIME_LIMIT_S = 60,
};

_Static_assert(sizeof(struct tes_spatial) <= TES_DETAIL_BYTES, "it fits into a challenge");

/* Each family is listed in clockwise quarter turns. */
static const char *const GLYPHS[TES_SPATIAL_GLYPHS] = {
    "▲", "▶", "▼", "◀", "┌", "┐", "┘", "└", "◤", "◥", "◢", "◣", "↥", "↦", "↧", "↤", "●", "■",
};

const struct tes_spatial *tes_spatial_of(const struct tes_challenge *challenge)
{
    return (const struct tes_spatial *)challenge->detail;
}

/* --------------------------------------------------------------- figures */

static bool has_square(uint16_t figure, int row, int column)
{
    return row >= 0 && row < TES_SPATIAL_GRID && column >= 0 && column < TES_SPATIAL_GRID &&
           (figure >> (row * TES_SPATIAL_GRID + column) & 1) != 0;
}

/* The figure, mirrored first if `is_mirrored`, then turned clockwise by quarter turns. */
static uint16_t turned(uint16_t figure, unsigned quarters, bool is_mirrored)
{
    const int last = TES_SPATIAL_GRID - 1;
    uint16_t result = 0;
    for (int i = 0; i < TES_SPATIAL_GRID * TES_SPATIAL_GRID; i++) {
        int row = i / TES_SPATIAL_GRID, column = i % TES_SPATIAL_GRID;
        if (!has_square(figure, row, column))
            continue;
        column = is_mirrored ? last - column : column;
        for (unsigned turn = 0; turn < quarters; turn++) {
            int below = column;
            column = last - row;
            row = below;
        }
        result |= (uint16_t)(1U << (row * TES_SPATIAL_GRID + column));
    }
    return result;
}

/* The least number of squares of `a` that `b` does not cover, wherever `b` is moved. */
static unsigned least_difference(uint16_t a, uint16_t b)
{
    unsigned least = FIGURE_MOST;
    for (int down = -3; down <= 3; down++) {
        for (int right = -3; right <= 3; right++) {
            unsigned uncovered = 0;
            for (int i = 0; i < TES_SPATIAL_GRID * TES_SPATIAL_GRID; i++) {
                int row = i / TES_SPATIAL_GRID, column = i % TES_SPATIAL_GRID;
                uncovered +=
                    has_square(a, row, column) && !has_square(b, row - down, column - right);
            }
            least = uncovered < least ? uncovered : least;
        }
    }
    return least;
}

/* Whether all eight positions are clearly different. */
static bool is_distinct(uint16_t figure)
{
    for (unsigned position = 1; position < 2 * QUARTERS; position++) {
        uint16_t other = turned(figure, position % QUARTERS, position >= QUARTERS);
        if (least_difference(figure, other) < FIGURE_MARGIN)
            return false;
    }
    return true;
}

/* Adds neighbours to one square until the figure is large enough; each free neighbour is equally
 * likely. */
static uint16_t grow_figure(struct tes_random *random)
{
    const unsigned squares = TES_SPATIAL_GRID * TES_SPATIAL_GRID;
    unsigned wanted = FIGURE_LEAST + tes_random_below(random, FIGURE_MOST - FIGURE_LEAST + 1);
    uint16_t figure = (uint16_t)(1U << tes_random_below(random, squares));
    for (unsigned size = 1; size < wanted; size++) {
        uint8_t free[TES_SPATIAL_GRID * TES_SPATIAL_GRID] = {0};
        unsigned count = 0;
        for (unsigned i = 0; i < squares; i++) {
            int row = (int)i / TES_SPATIAL_GRID, column = (int)i % TES_SPATIAL_GRID;
            if (!has_square(figure, row, column) &&
                (has_square(figure, row - 1, column) || has_square(figure, row + 1, column) ||
                 has_square(figure, row, column - 1) || has_square(figure, row, column + 1)))
                free[count++] = (uint8_t)i;
        }
        figure |= (uint16_t)(1U << free[tes_random_below(random, count)]);
    }
    return figure;
}

/* -------------------------------------------------------------- generate */

/* All four glyphs of a family; exactly one of them is the target. */
static void pick_normal(struct tes_random *random, struct tes_spatial *spatial)
{
    uint32_t family = tes_random_below(random, TES_SPATIAL_FAMILIES);
    uint32_t index = tes_random_below(random, QUARTERS);
    spatial->target = (uint8_t)(family * QUARTERS + index);
    for (unsigned i = 0; i < OPTIONS; i++)
        spatial->options[i].glyph = (uint8_t)(family * QUARTERS + i);
}

/* A circle or a square, and three different glyphs of any family. */
static void pick_symmetric(struct tes_random *random, struct tes_spatial *spatial)
{
    uint8_t glyphs[TES_SPATIAL_ORIENTED];
    for (unsigned i = 0; i < TES_SPATIAL_ORIENTED; i++)
        glyphs[i] = (uint8_t)i;
    tes_random_shuffle(random, glyphs, TES_SPATIAL_ORIENTED);
    spatial->target = (uint8_t)(TES_SPATIAL_CIRCLE + tes_random_below(random, 2));
    spatial->options[0].glyph = spatial->target;
    for (unsigned i = 1; i < OPTIONS; i++)
        spatial->options[i].glyph = glyphs[i];
}

static void pick_glyphs(struct tes_random *random, struct tes_spatial *spatial)
{
    spatial->option_count = OPTIONS;
    if (tes_random_below(random, 100) < SYMMETRIC_PERCENT)
        pick_symmetric(random, spatial);
    else
        pick_normal(random, spatial);
    for (unsigned i = 0; i < OPTIONS; i++)
        spatial->options[i].quarters = spatial->quarters;
}

static bool pick_positions(struct tes_random *random, struct tes_spatial *spatial)
{
    spatial->option_count = OPTIONS_HARD;
    for (unsigned i = 0; i < OPTIONS_HARD; i++) {
        spatial->options[i].quarters = (uint8_t)(i % QUARTERS);
        spatial->options[i].is_mirrored = i >= QUARTERS;
    }
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        spatial->figure = grow_figure(random);
        if (is_distinct(spatial->figure))
            return true;
    }
    return false;
}

static bool is_right(const struct tes_spatial *spatial, const struct tes_spatial_option *option)
{
    return option->glyph == spatial->target && option->quarters == spatial->quarters &&
           !option->is_mirrored;
}

static void shuffle_options(struct tes_random *random, struct tes_spatial *spatial)
{
    struct tes_spatial_option options[TES_SPATIAL_OPTIONS_MAX];
    uint8_t order[TES_SPATIAL_OPTIONS_MAX];
    __builtin_memcpy(options, spatial->options, sizeof options);
    for (unsigned i = 0; i < spatial->option_count; i++)
        order[i] = (uint8_t)i;
    tes_random_shuffle(random, order, spatial->option_count);
    for (unsigned i = 0; i < spatial->option_count; i++) {
        spatial->options[i] = options[order[i]];
        if (is_right(spatial, &spatial->options[i]))
            spatial->select = (struct tes_select){1, {(uint8_t)i}};
    }
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_spatial *spatial = (struct tes_spatial *)challenge->detail;
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        spatial->looks[i] = (uint8_t)tes_random_below(random, 256);
    spatial->is_clockwise = tes_random_below(random, 2) == 0;
    spatial->quarters = (uint8_t)tes_random_below(random, QUARTERS);
    if (options->difficulty != TES_HARD)
        pick_glyphs(random, spatial);
    else if (!pick_positions(random, spatial))
        return TES_EXHAUSTED;
    shuffle_options(random, spatial);

    unsigned rows = spatial->option_count / COLUMNS;
    struct tes_view view = tes_select_view(COLUMNS, rows, TES_SPATIAL_CELL, 1);
    view.height += TES_SPATIAL_HEAD;
    view.cells.y = TES_SPATIAL_HEAD;
    tes_select_publish(challenge, view);
    return TES_OK;
}

/* -------------------------------------------------------------- describe */

static unsigned clockwise_quarters(const struct tes_spatial *spatial, unsigned option)
{
    unsigned quarters = spatial->options[option].quarters;
    return spatial->is_clockwise ? quarters : (QUARTERS - quarters) % QUARTERS;
}

unsigned tes_spatial_shown_glyph(const struct tes_spatial *spatial, unsigned option)
{
    unsigned glyph = spatial->options[option].glyph;
    if (glyph >= TES_SPATIAL_ORIENTED)
        return glyph;
    unsigned family = glyph / QUARTERS, index = glyph % QUARTERS;
    return family * QUARTERS + (index + clockwise_quarters(spatial, option)) % QUARTERS;
}

uint16_t tes_spatial_shown_figure(const struct tes_spatial *spatial, unsigned option)
{
    return turned(spatial->figure, clockwise_quarters(spatial, option),
                  spatial->options[option].is_mirrored);
}

static int64_t degrees_of(unsigned quarters)
{
    return (int64_t)quarters * 90;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    const struct tes_spatial *spatial = tes_spatial_of(challenge);
    return (struct tes_instruction){
        .key = "ask-spatial",
        .holes = {{.name = "degrees", .number = (unsigned)degrees_of(spatial->quarters)},
                  {.name = "direction", .key = tes_instruction_direction(spatial->is_clockwise)}}};
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_spatial *spatial = tes_spatial_of(challenge);
    tes_select_describe_view(challenge, json);
    tes_json_open(json, "prompt", '{');
    tes_json_number(json, "rotation", degrees_of(spatial->quarters));
    tes_json_bool(json, "clockwise", spatial->is_clockwise);
    tes_json_close(json, '}');
}

/* A glyph is written as its character. A figure has none, so it is told whether it is mirrored. */
static void describe_shape(const struct tes_spatial *spatial, const char *name, unsigned glyph,
                           bool is_mirrored, struct tes_json *json)
{
    const char *figure = is_mirrored ? "mirrored figure" : "figure";
    tes_json_string(json, name, tes_slice_of(spatial->figure != 0 ? figure : GLYPHS[glyph]));
}

static void describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_spatial *spatial = tes_spatial_of(challenge);
    describe_shape(spatial, "targetShape", spatial->target, false, json);
    tes_json_number(json, "targetRotation", degrees_of(spatial->quarters));
    tes_json_bool(json, "isClockwise", spatial->is_clockwise);
    tes_json_open(json, "options", '[');
    for (unsigned i = 0; i < spatial->option_count; i++) {
        const struct tes_spatial_option *option = &spatial->options[i];
        tes_json_open(json, NULL, '{');
        describe_shape(spatial, "shape", option->glyph, option->is_mirrored, json);
        tes_json_number(json, "rotation", degrees_of(option->quarters));
        tes_json_bool(json, "correct", i == spatial->select.cells[0]);
        tes_json_close(json, '}');
    }
    tes_json_close(json, ']');
    tes_json_number(json, "correctIndex", spatial->select.cells[0]);
}

/* The shape at the top, and then each option as it is shown. */
static void describe_objects(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_spatial *spatial = tes_spatial_of(challenge);
    tes_json_open(json, NULL, '{');
    describe_shape(spatial, "type", spatial->target, false, json);
    tes_json_number(json, "rotation", 0);
    tes_json_close(json, '}');
    for (unsigned i = 0; i < spatial->option_count; i++) {
        const struct tes_spatial_option *option = &spatial->options[i];
        tes_json_open(json, NULL, '{');
        describe_shape(spatial, "type", option->glyph, option->is_mirrored, json);
        tes_json_number(json, "rotation", degrees_of(option->quarters));
        tes_json_close(json, '}');
    }
}

static struct tes_record record(const struct tes_challenge *challenge)
{
    return (struct tes_record){
        .question_type = challenge->kind->name,
        .rotation_angle = (int)degrees_of(tes_spatial_of(challenge)->quarters),
    };
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    unsigned count = tes_spatial_of(challenge)->option_count;
    return (100 + count / 2) / count;
}

const struct tes_kind tes_kind_spatial = {
    .name = "spatial",
    .title = "Rotation",
    .time_limit_s = TIME_LIMIT_S,
    .generate = generate,
    .options_from_params = tes_select_options_from_params,
    .normalise = tes_select_normalise,
    .is_complete = tes_select_is_complete,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = describe_view,
    .describe_truth = describe_truth,
    .describe_correct = tes_select_describe_correct,
    .describe_objects = describe_objects,
    .record = record,
    .has_options_in_truth = true,
};

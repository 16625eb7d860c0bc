/*
 * The grid puzzle. Here, a grid is one 32-bit word with two bits a cell, cell 0 lowest and a byte
 * for each row: a transform then takes a few instructions, and it is cheap to try every pair of
 * transforms.
 *
 * Every puzzle that this file makes has exactly one right grid: each ordered pair of its legend
 * that explains the worked example leads from the visitor's grid to the same solution.
 */
#include "challenge/types/puzzle.h"

#include "base/ascii.h"
#include "challenge/kinds.h"

enum {
    ACTIVE_LEAST = 7,
    ACTIVE_MOST = 9,
    COUNT_LEAST = 4,
    COUNT_MOST = TES_PUZZLE_TRANSFORMS,
    COUNT_DEFAULT = 6,
    TRAINING_COUNT = 1,
    TIME_LIMIT_S = 300,
    TRIES_MAX = 200, /* a fifth of the grids are rejected: past this the generator is broken */
};

/* What a token keeps, in this order, one byte each. */
enum { PARAM_GRID_SIZE, PARAM_ACTIVE_CELLS, PARAM_TRANSFORMS, PARAM_TRAINING_COUNT, PARAM_COUNT };

_Static_assert(sizeof(struct tes_puzzle) <= TES_DETAIL_BYTES, "a puzzle fits into a challenge");

/* ------------------------------------------------------------ transforms */

static uint32_t shift_up(uint32_t grid)
{
    return grid >> 8;
}

static uint32_t shift_down(uint32_t grid)
{
    return grid << 8;
}

static uint32_t shift_left(uint32_t grid)
{
    return grid >> 2 & 0x3F3F3F3F;
}

static uint32_t shift_right(uint32_t grid)
{
    return grid << 2 & 0xFCFCFCFC;
}

/* Reverses the order of the rows. */
static uint32_t mirror_horizontal(uint32_t grid)
{
    return __builtin_bswap32(grid);
}

/* Reverses the order of the columns. */
static uint32_t mirror_vertical(uint32_t grid)
{
    grid = (grid >> 4 & 0x0F0F0F0F) | (grid & 0x0F0F0F0F) << 4;
    return (grid >> 2 & 0x33333333) | (grid & 0x33333333) << 2;
}

/* Swaps cells across the main diagonal: first inside the 2x2 blocks, then the blocks. */
static uint32_t transpose(uint32_t grid)
{
    uint32_t moved = (grid ^ grid >> 6) & 0x00CC00CC;
    grid ^= moved ^ moved << 6;
    moved = (grid ^ grid >> 12) & 0x0000F0F0;
    return grid ^ moved ^ moved << 12;
}

static uint32_t turn_clockwise(uint32_t grid)
{
    return mirror_vertical(transpose(grid));
}

static uint32_t turn_anticlockwise(uint32_t grid)
{
    return mirror_horizontal(transpose(grid));
}

enum { UP, DOWN, LEFT, RIGHT, CLOCKWISE, ANTICLOCKWISE, HORIZONTAL, VERTICAL };

static const struct transform {
    const char *name, *slug;
    uint32_t (*apply)(uint32_t grid);
    unsigned inverse;
} TRANSFORMS[TES_PUZZLE_TRANSFORMS] = {
    [UP] = {"shift up", "shift-up", shift_up, DOWN},
    [DOWN] = {"shift down", "shift-down", shift_down, UP},
    [LEFT] = {"shift left", "shift-left", shift_left, RIGHT},
    [RIGHT] = {"shift right", "shift-right", shift_right, LEFT},
    [CLOCKWISE] = {"90° clockwise", "90-clockwise", turn_clockwise, ANTICLOCKWISE},
    [ANTICLOCKWISE] = {"90° anticlockwise", "90-anticlockwise", turn_anticlockwise, CLOCKWISE},
    [HORIZONTAL] = {"mirror horizontal", "mirror-horizontal", mirror_horizontal, HORIZONTAL},
    [VERTICAL] = {"mirror vertical", "mirror-vertical", mirror_vertical, VERTICAL},
};

static uint32_t apply(unsigned transform, uint32_t grid)
{
    return TRANSFORMS[transform].apply(grid);
}

static uint32_t pack(const uint8_t cells[TES_PUZZLE_CELLS])
{
    uint32_t grid = 0;
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        grid |= (uint32_t)(cells[i] & 3) << (2 * i);
    return grid;
}

static void unpack(uint32_t grid, uint8_t cells[TES_PUZZLE_CELLS])
{
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        cells[i] = grid >> (2 * i) & 3;
}

void tes_puzzle_transform(unsigned transform, const uint8_t from[TES_PUZZLE_CELLS],
                          uint8_t to[TES_PUZZLE_CELLS])
{
    unpack(apply(transform, pack(from)), to);
}

const char *tes_puzzle_transform_name(unsigned transform)
{
    return TRANSFORMS[transform].name;
}

const char *tes_puzzle_transform_slug(unsigned transform)
{
    return TRANSFORMS[transform].slug;
}

/* ----------------------------------------------------------------- names */

/* Takes the next byte that counts when names are compared, in lower case; -1 at the end. */
static int next_significant(struct tes_slice *rest)
{
    const struct tes_slice degree = TES_SLICE("°");
    while (rest->length > 0) {
        size_t step = tes_slice_starts(*rest, degree) ? degree.length : 1;
        char c = rest->at[0];
        rest->at += step;
        rest->length -= step;
        if (step == 1 && !tes_ascii_is_blank(c) && c != '-' && c != '_')
            return (unsigned char)tes_ascii_lower(c);
    }
    return -1;
}

static bool is_same_name(struct tes_slice a, struct tes_slice b)
{
    int from_a, from_b;
    do {
        from_a = next_significant(&a);
        from_b = next_significant(&b);
    } while (from_a == from_b && from_a >= 0);
    return from_a == from_b;
}

bool tes_puzzle_transform_find(struct tes_slice name, unsigned *transform)
{
    for (unsigned i = 0; i < TES_PUZZLE_TRANSFORMS; i++) {
        if (is_same_name(name, tes_slice_of(TRANSFORMS[i].slug))) {
            *transform = i;
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------- generate */

struct draft {
    uint32_t before, after, start, solution;
    unsigned first, second, transform_count, active_cells;
};

static unsigned legend_length(const struct tes_options *options)
{
    if (options->difficulty == TES_EASY)
        return COUNT_LEAST;
    if (options->difficulty == TES_HARD)
        return COUNT_MOST;
    unsigned count = options->transform_count == 0 ? COUNT_DEFAULT : options->transform_count;
    if (count < COUNT_LEAST)
        return COUNT_LEAST;
    return count > COUNT_MOST ? COUNT_MOST : count;
}

/* Every ordered pair that is allowed is equally likely. */
static void pick_transforms(struct tes_random *random, struct draft *draft)
{
    do {
        draft->first = tes_random_below(random, draft->transform_count);
        draft->second = tes_random_below(random, draft->transform_count);
    } while (draft->second == draft->first || draft->second == TRANSFORMS[draft->first].inverse);
}

static uint32_t pick_grid(struct tes_random *random, unsigned active_cells)
{
    uint8_t cells[TES_PUZZLE_CELLS];
    uint32_t grid = 0;
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        cells[i] = (uint8_t)i;
    tes_random_shuffle(random, cells, TES_PUZZLE_CELLS);
    /* Each active cell gets one of the two tones; never all of them the same one. */
    uint32_t coins = 1 + tes_random_below(random, (1U << active_cells) - 2);
    for (unsigned i = 0; i < active_cells; i++) {
        uint32_t tone = coins >> i & 1 ? TES_PUZZLE_PINK : TES_PUZZLE_BLACK;
        grid |= tone << (2 * cells[i]);
    }
    return grid;
}

static bool has_both_tones(uint32_t grid)
{
    return (grid & 0x55555555U * TES_PUZZLE_BLACK) != 0 &&
           (grid & 0x55555555U * TES_PUZZLE_PINK) != 0;
}

/* Whether a pair of transforms explains the worked example but does not lead to the solution. */
static bool is_ambiguous(const struct draft *draft)
{
    for (unsigned first = 0; first < draft->transform_count; first++) {
        uint32_t before = apply(first, draft->before);
        for (unsigned second = 0; second < draft->transform_count; second++)
            if (apply(second, before) == draft->after &&
                apply(second, apply(first, draft->start)) != draft->solution)
                return true;
    }
    return false;
}

static bool is_good(const struct draft *draft)
{
    return draft->after != draft->before && draft->solution != draft->start &&
           draft->solution != draft->after && draft->start != draft->before &&
           has_both_tones(draft->after) && has_both_tones(draft->solution) && !is_ambiguous(draft);
}

static void publish(const struct draft *draft, unsigned tries, struct tes_challenge *challenge)
{
    struct tes_puzzle *puzzle = (struct tes_puzzle *)challenge->detail;
    unpack(draft->before, puzzle->before);
    unpack(draft->after, puzzle->after);
    unpack(draft->start, puzzle->start);
    unpack(draft->solution, puzzle->solution);
    puzzle->first = (uint8_t)draft->first;
    puzzle->second = (uint8_t)draft->second;
    puzzle->transform_count = (uint8_t)draft->transform_count;
    puzzle->active_cells = (uint8_t)draft->active_cells;
    puzzle->tries = (uint8_t)tries;

    challenge->params[PARAM_GRID_SIZE] = TES_PUZZLE_SIDE;
    challenge->params[PARAM_ACTIVE_CELLS] = puzzle->active_cells;
    challenge->params[PARAM_TRANSFORMS] = puzzle->transform_count;
    challenge->params[PARAM_TRAINING_COUNT] = TRAINING_COUNT;
    challenge->params_length = PARAM_COUNT;
    challenge->view = (struct tes_view){
        .width = TES_PUZZLE_WIDTH,
        .height = TES_PUZZLE_HEIGHT,
        .columns = TES_PUZZLE_SIDE,
        .rows = TES_PUZZLE_SIDE,
        .count = draft->transform_count,
        .select_min = 2,
        .select_max = 2,
    };
}

/* Where a puzzle is rejected, only its grids are picked again: so every number of active cells and
 * every pair of transforms stays equally likely, however many of their grids are rejected. */
static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct draft draft = {.transform_count = legend_length(options)};
    draft.active_cells = ACTIVE_LEAST + tes_random_below(random, ACTIVE_MOST - ACTIVE_LEAST + 1);
    pick_transforms(random, &draft);
    for (unsigned tries = 1; tries <= TRIES_MAX; tries++) {
        draft.before = pick_grid(random, draft.active_cells);
        draft.start = pick_grid(random, draft.active_cells);
        draft.after = apply(draft.second, apply(draft.first, draft.before));
        draft.solution = apply(draft.second, apply(draft.first, draft.start));
        if (is_good(&draft)) {
            publish(&draft, tries, challenge);
            return TES_OK;
        }
    }
    return TES_EXHAUSTED;
}

static bool options_from_params(struct tes_slice params, struct tes_options *options)
{
    if (params.length != PARAM_COUNT || params.at[PARAM_GRID_SIZE] != TES_PUZZLE_SIDE ||
        params.at[PARAM_TRAINING_COUNT] != TRAINING_COUNT ||
        params.at[PARAM_TRANSFORMS] < COUNT_LEAST || params.at[PARAM_TRANSFORMS] > COUNT_MOST)
        return false;
    options->transform_count = (unsigned)params.at[PARAM_TRANSFORMS];
    return true;
}

/* ---------------------------------------------------------------- answer */

const struct tes_puzzle *tes_puzzle_of(const struct tes_challenge *challenge)
{
    return (const struct tes_puzzle *)challenge->detail;
}

static void write_digits(const uint8_t cells[TES_PUZZLE_CELLS], struct tes_buf *text)
{
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        tes_buf_char(text, (char)('0' + cells[i]));
}

static bool is_grid(struct tes_slice answer)
{
    if (answer.length != TES_PUZZLE_CELLS)
        return false;
    for (size_t i = 0; i < answer.length; i++)
        if (answer.at[i] < '0' + TES_PUZZLE_EMPTY || answer.at[i] > '0' + TES_PUZZLE_PINK)
            return false;
    return true;
}

static bool find_in_legend(const struct tes_puzzle *puzzle, struct tes_slice name,
                           unsigned *transform)
{
    return tes_puzzle_transform_find(name, transform) && *transform < puzzle->transform_count;
}

static enum tes_status normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                 struct tes_buf *text)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    if (is_grid(answer)) {
        tes_buf_slice(text, answer);
        return TES_OK;
    }
    struct tes_slice second_name = answer;
    struct tes_slice first_name = tes_slice_cut(&second_name, ',');
    unsigned first, second;
    uint8_t result[TES_PUZZLE_CELLS];
    if (!find_in_legend(puzzle, first_name, &first) ||
        !find_in_legend(puzzle, second_name, &second))
        return TES_BAD_ANSWER;
    unpack(apply(second, apply(first, pack(puzzle->start))), result);
    write_digits(result, text);
    return TES_OK;
}

static void answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    write_digits(tes_puzzle_of(challenge)->solution, text);
}

/* -------------------------------------------------------------- describe */

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "ask-puzzle"};
}

static void describe_grid(struct tes_json *json, const char *name,
                          const uint8_t cells[TES_PUZZLE_CELLS])
{
    char digits[TES_PUZZLE_CELLS];
    struct tes_buf buf = tes_buf_on(digits, sizeof digits);
    write_digits(cells, &buf);
    tes_json_string(json, name, tes_buf_done(&buf));
}

static void describe_transform(struct tes_json *json, const char *name, unsigned transform)
{
    tes_json_string(json, name, tes_slice_of(tes_puzzle_transform_name(transform)));
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    tes_json_open(json, "options", '[');
    for (unsigned i = 0; i < puzzle->transform_count; i++)
        describe_transform(json, NULL, i);
    tes_json_close(json, ']');
    tes_json_open(json, "grids", '{');
    describe_grid(json, "before", puzzle->before);
    describe_grid(json, "after", puzzle->after);
    describe_grid(json, "start", puzzle->start);
    tes_json_close(json, '}');
}

static void describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    describe_transform(json, "first", puzzle->first);
    describe_transform(json, "second", puzzle->second);
    describe_grid(json, "solution", puzzle->solution);
}

static void describe_correct(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    describe_transform(json, NULL, puzzle->first);
    describe_transform(json, NULL, puzzle->second);
}

static void option(const struct tes_challenge *challenge, unsigned number, struct tes_buf *text)
{
    (void)challenge; /* every legend begins with the same transforms */
    tes_buf_text(text, tes_puzzle_transform_name(number));
}

/* One of the pairs that are right; normalise() takes it. */
static void correct_answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    const struct tes_puzzle *puzzle = tes_puzzle_of(challenge);
    tes_buf_text(text, tes_puzzle_transform_name(puzzle->first));
    tes_buf_text(text, ",");
    tes_buf_text(text, tes_puzzle_transform_name(puzzle->second));
}

/* How often always answering with the best pair passes, for each length of the legend. Measured; a
 * test checks it. */
static unsigned guess_percent(const struct tes_challenge *challenge)
{
    static const uint8_t PERCENT[] = {26, 13, 9, 6, 8};
    return PERCENT[tes_puzzle_of(challenge)->transform_count - COUNT_LEAST];
}

const struct tes_kind tes_kind_puzzle = {
    .name = "puzzle",
    .title = "Grid moves",
    .time_limit_s = TIME_LIMIT_S,
    .takes = TES_TAKES_TRANSFORM_COUNT,
    .generate = generate,
    .options_from_params = options_from_params,
    .normalise = normalise,
    .answer = answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = describe_view,
    .describe_truth = describe_truth,
    .describe_correct = describe_correct,
    .option = option,
    .correct_answer = correct_answer,
};

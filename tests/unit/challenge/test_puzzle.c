/* The grid puzzle as it is generated: its transforms, its rules, its chances. */
#include "puzzle_reference.h"

/* ------------------------------------------------------------ transforms */

/* PUZ-5: the legend, in its order, and where each transform moves the cells of a grid 1..16. */
static const struct expected {
    const char *name, *slug;
    uint8_t grid[CELLS];
} LEGEND[TRANSFORMS] = {
    {"shift up", "shift-up", {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0, 0, 0, 0}},
    {"shift down", "shift-down", {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"shift left", "shift-left", {2, 3, 4, 0, 6, 7, 8, 0, 10, 11, 12, 0, 14, 15, 16, 0}},
    {"shift right", "shift-right", {0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15}},
    {"90° clockwise", "90-clockwise", {13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3, 16, 12, 8, 4}},
    {"90° anticlockwise",
     "90-anticlockwise",
     {4, 8, 12, 16, 3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13}},
    {"mirror horizontal",
     "mirror-horizontal",
     {13, 14, 15, 16, 9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4}},
    {"mirror vertical", "mirror-vertical", {4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9, 16, 15, 14, 13}},
};

static void transforms_move_cells_as_published(void **state) /* PUZ-5 */
{
    (void)state;
    for (unsigned transform = 0; transform < TRANSFORMS; transform++) {
        uint8_t numbered[CELLS], moved[CELLS], traced[CELLS] = {0};
        print_message("  %s\n", LEGEND[transform].name);
        assert_string_equal(tes_puzzle_transform_name(transform), LEGEND[transform].name);
        assert_string_equal(tes_puzzle_transform_slug(transform), LEGEND[transform].slug);
        for (uint8_t i = 0; i < CELLS; i++)
            numbered[i] = (uint8_t)(i + 1);
        move(transform, numbered, moved);
        assert_memory_equal(moved, LEGEND[transform].grid, CELLS);
        /* A cell holds a tone, not a number: so each is sent on its way alone. */
        for (unsigned i = 0; i < CELLS; i++) {
            for (uint8_t tone = TES_PUZZLE_BLACK; tone <= TES_PUZZLE_PINK; tone++) {
                uint8_t lone[CELLS] = {0};
                lone[i] = tone;
                tes_puzzle_transform(transform, lone, moved);
                for (unsigned j = 0; j < CELLS; j++) {
                    assert_true(moved[j] == 0 || moved[j] == tone);
                    if (moved[j] != 0)
                        traced[j] = (uint8_t)(i + 1);
                }
            }
        }
        assert_memory_equal(traced, LEGEND[transform].grid, CELLS);
    }
}

static const struct spelling {
    const char *text;
    int transform; /* -1: none */
} SPELLINGS[] = {
    {"shift up", 0},
    {"SHIFT-UP", 0},
    {"shift_down", 1},
    {"  Shift  Left ", 2},
    {"shiftright", 3},
    {"90° clockwise", 4},
    {"90 Clockwise", 4},
    {"90-anticlockwise", 5},
    {"90°anticlockwise", 5},
    {"mirror\thorizontal", 6},
    {"Mirror Vertical", 7},
    {"", -1},
    {" ", -1},
    {"-", -1},
    {"°", -1},
    {"clockwise", -1},
    {"shift", -1},
    {"shift upp", -1},
    {"shift u", -1},
    {"90\xC2 clockwise", -1},
    {"shift.up", -1},
    {"mirror", -1},
    {"0", -1},
};

static void names_are_found_however_they_are_spelt(void **state) /* PUZ-4 */
{
    (void)state;
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof SPELLINGS[0]; i++) {
        unsigned found = 99;
        bool is_found = tes_puzzle_transform_find(tes_slice_of(SPELLINGS[i].text), &found);
        if (is_found != (SPELLINGS[i].transform >= 0) ||
            (is_found && (int)found != SPELLINGS[i].transform))
            fail_msg("\"%s\" gives %d, %u", SPELLINGS[i].text, is_found, found);
    }
    unsigned found;
    assert_false(tes_puzzle_transform_find((struct tes_slice){"shift up\0", 9}, &found));
    assert_false(tes_puzzle_transform_find((struct tes_slice){"shift\0up", 8}, &found));
}

/* -------------------------------------------------------------- generate */

static const struct clamping {
    const char *name;
    enum tes_difficulty difficulty;
    unsigned asked, given;
} CLAMPINGS[] = {
    {"unset is six", 0, 0, 6},         {"below is four", 0, 2, 4},
    {"one is four", TES_MEDIUM, 1, 4}, {"four", TES_MEDIUM, 4, 4},
    {"five", TES_MEDIUM, 5, 5},        {"seven", TES_MEDIUM, 7, 7},
    {"eight", TES_MEDIUM, 8, 8},       {"above is eight", TES_MEDIUM, 99, 8},
    {"a huge one", 0, UINT32_MAX, 8},  {"easy is four", TES_EASY, 8, 4},
    {"hard is eight", TES_HARD, 5, 8},
};

static void transform_count_is_clamped(void **state) /* PUZ-23 */
{
    (void)state;
    for (size_t i = 0; i < sizeof CLAMPINGS / sizeof CLAMPINGS[0]; i++) {
        struct tes_challenge challenge;
        print_message("  %s\n", CLAMPINGS[i].name);
        make(1, CLAMPINGS[i].difficulty, CLAMPINGS[i].asked, &challenge);
        assert_int_equal(tes_puzzle_of(&challenge)->transform_count, CLAMPINGS[i].given);
        assert_int_equal(challenge.view.count, CLAMPINGS[i].given);
    }
}

static void challenge_says_what_it_asks_for(void **state) /* PUZ-1, PUZ-4, PUZ-9 */
{
    (void)state;
    struct tes_challenge challenge;
    make(5, 0, 0, &challenge);
    const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
    const uint8_t params[4] = {4, puzzle->active_cells, puzzle->transform_count, 1};
    assert_int_equal(challenge.difficulty, TES_MEDIUM);
    assert_int_equal(challenge.time_limit_s, 300);
    assert_int_equal(challenge.view.columns, 4);
    assert_int_equal(challenge.view.rows, 4);
    assert_int_equal(challenge.view.select_min, 2);
    assert_int_equal(challenge.view.select_max, 2);
    assert_int_equal(challenge.params_length, sizeof params);
    assert_memory_equal(challenge.params, params, sizeof params);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    const uint8_t key[TES_KEY_BYTES] = {0};
    struct tes_challenge challenge;
    struct tes_options beyond = {.difficulty = (enum tes_difficulty)4};
    assert_int_equal(tes_generate("riddle", key, NULL, &challenge), TES_UNKNOWN_KIND);
    assert_int_equal(tes_generate(NULL, key, NULL, &challenge), TES_UNKNOWN_KIND);
    assert_int_equal(tes_generate("puzzle", key, &beyond, &challenge), TES_BAD_ARGUMENT);
    assert_int_equal(tes_generate("puzzle", key, NULL, &challenge), TES_OK);
}

static const unsigned INVERSES[TRANSFORMS] = {1, 0, 3, 2, 5, 4, 6, 7};

/* Every rule that a puzzle keeps, by brute force over every pair: PUZ-1, PUZ-2, PUZ-3, R8. */
static void check_rules(const struct tes_puzzle *puzzle)
{
    uint8_t expected[CELLS], other[CELLS];
    const uint8_t *const drawn[2] = {puzzle->before, puzzle->start};
    const uint8_t *const moved[2] = {puzzle->after, puzzle->solution};
    assert_in_range(puzzle->active_cells, 7, 9);
    for (unsigned i = 0; i < 2; i++) {
        unsigned black = count_of(drawn[i], TES_PUZZLE_BLACK);
        unsigned pink = count_of(drawn[i], TES_PUZZLE_PINK);
        assert_true(black > 0 && pink > 0 && black + pink == puzzle->active_cells);
        assert_int_equal(count_of(drawn[i], TES_PUZZLE_EMPTY), CELLS - black - pink);
        assert_true(count_of(moved[i], TES_PUZZLE_BLACK) > 0);
        assert_true(count_of(moved[i], TES_PUZZLE_PINK) > 0);
        move_twice(puzzle->first, puzzle->second, drawn[i], expected);
        assert_memory_equal(moved[i], expected, CELLS);
        assert_false(same(drawn[i], moved[i]));
    }
    assert_false(same(puzzle->start, puzzle->before));
    assert_false(same(puzzle->solution, puzzle->after));
    assert_true(puzzle->first < puzzle->transform_count);
    assert_true(puzzle->second < puzzle->transform_count);
    assert_int_not_equal(puzzle->first, puzzle->second);
    assert_int_not_equal(puzzle->second, INVERSES[puzzle->first]);
    for (unsigned a = 0; a < puzzle->transform_count; a++) {
        for (unsigned b = 0; b < puzzle->transform_count; b++) {
            move_twice(a, b, puzzle->before, other);
            if (!same(other, puzzle->after))
                continue;
            move_twice(a, b, puzzle->start, other);
            assert_memory_equal(other, puzzle->solution, CELLS);
        }
    }
}

#ifdef TES_SANITIZED
enum { RULE_SEEDS = 20000, TRY_SEEDS = 50000 }; /* the same code at a fifth of the speed */
#else
enum { RULE_SEEDS = 100000, TRY_SEEDS = 1000000 };
#endif

static void puzzles_keep_the_rules_and_have_one_answer(void **state) /* R8 */
{
    (void)state;
    for (uint64_t seed = 0; seed < RULE_SEEDS; seed++) {
        struct tes_challenge challenge;
        make(seed, (enum tes_difficulty)(1 + seed % 3), 0, &challenge);
        check_rules(tes_puzzle_of(&challenge));
    }
}

static void tries_stay_far_below_their_ceiling(void **state)
{
    (void)state;
    unsigned most = 0;
    uint64_t worst = 0;
    for (uint64_t seed = 0; seed < TRY_SEEDS; seed++) {
        struct tes_challenge challenge;
        make(seed, (enum tes_difficulty)(1 + seed % 3), 0, &challenge);
        unsigned tries = tes_puzzle_of(&challenge)->tries;
        if (tries > most) {
            most = tries;
            worst = seed;
        }
    }
    print_message("  most tries over %d seeds: %u (seed %u)\n", TRY_SEEDS, most, (unsigned)worst);
    assert_in_range(most, 2, 30);
}

static double chi_squared(const unsigned *counts, size_t cells, double total)
{
    double expected = total / (double)cells, sum = 0;
    for (size_t i = 0; i < cells; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

/* How many ordered pairs a legend allows, and what chi-squared passes once in a thousand. */
static const struct balance {
    enum tes_difficulty difficulty;
    size_t pairs;
    double limit;
} BALANCES[] = {{TES_EASY, 8, 24.32}, {TES_MEDIUM, 24, 49.73}, {TES_HARD, 50, 85.35}};

static void cells_tones_and_pairs_are_balanced(void **state) /* PUZ-2, PUZ-3, PUZ-5 */
{
    (void)state;
    const unsigned total = 100000;
    for (size_t i = 0; i < sizeof BALANCES / sizeof BALANCES[0]; i++) {
        unsigned active[3] = {0}, tones[2] = {0}, places[CELLS] = {0}, cells = 0;
        unsigned pairs[TRANSFORMS * TRANSFORMS] = {0}, seen[TRANSFORMS * TRANSFORMS];
        size_t kinds_of_pairs = 0;
        for (uint64_t seed = 0; seed < total; seed++) {
            struct tes_challenge challenge;
            make(seed, BALANCES[i].difficulty, 0, &challenge);
            const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
            active[puzzle->active_cells - 7]++;
            pairs[puzzle->first * TRANSFORMS + puzzle->second]++;
            tones[0] += count_of(puzzle->start, TES_PUZZLE_BLACK);
            tones[1] += count_of(puzzle->start, TES_PUZZLE_PINK);
            for (unsigned j = 0; j < CELLS; j++)
                places[j] += puzzle->start[j] != TES_PUZZLE_EMPTY;
        }
        for (size_t j = 0; j < TRANSFORMS * TRANSFORMS; j++)
            if (pairs[j] > 0)
                seen[kinds_of_pairs++] = pairs[j];
        for (unsigned j = 0; j < CELLS; j++)
            cells += places[j];
        assert_true(chi_squared(active, 3, total) < 13.82);
        assert_true(chi_squared(tones, 2, tones[0] + tones[1]) < 10.83);
        assert_int_equal(kinds_of_pairs, BALANCES[i].pairs);
        assert_true(chi_squared(seen, kinds_of_pairs, total) < BALANCES[i].limit);
        /* Puzzles that are thrown away favour the middle of the grid a little. */
        for (unsigned j = 0; j < CELLS; j++)
            assert_in_range(places[j], cells / CELLS * 9 / 10, cells / CELLS * 11 / 10);
    }
}

/* Counts grids in which both cells are active. */
static void count_pairs(const uint8_t one[CELLS], const uint8_t other[CELLS],
                        unsigned pairs[CELLS][CELLS])
{
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned j = 0; j < CELLS; j++)
            pairs[i][j] += one[i] != TES_PUZZLE_EMPTY && other[j] != TES_PUZZLE_EMPTY;
}

/* Each pair is counted about as often as any other. Puzzles that are thrown away favour the middle
 * of the grid a little, so that a seventh more or less is allowed. */
static void check_pairs(unsigned pairs[CELLS][CELLS], bool has_diagonal)
{
    unsigned sum = 0, count = 0;
    for (unsigned i = 0; i < CELLS * CELLS; i++) {
        if (!has_diagonal && i / CELLS == i % CELLS)
            continue;
        sum += pairs[i / CELLS][i % CELLS];
        count++;
    }
    for (unsigned i = 0; i < CELLS * CELLS; i++)
        if (has_diagonal || i / CELLS != i % CELLS)
            assert_in_range(pairs[i / CELLS][i % CELLS], sum / count * 6 / 7, sum / count * 8 / 7);
}

/* PUZ-3, R8: one active cell tells nothing about another, in its grid or in the other one: no runs,
 * no pattern, and the attempt is not made from the example. */
static void cells_are_picked_independently(void **state)
{
    (void)state;
    static unsigned within[CELLS][CELLS], across[CELLS][CELLS], tones[CELLS][2][2];
    for (uint64_t seed = 0; seed < 20000; seed++) {
        struct tes_challenge challenge;
        make(seed, TES_MEDIUM, 0, &challenge);
        const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
        count_pairs(puzzle->start, puzzle->start, within);
        count_pairs(puzzle->before, puzzle->start, across);
        for (unsigned i = 0; i < CELLS; i++) {
            uint8_t a = puzzle->start[i], b = puzzle->start[(i + 1) % CELLS];
            if (a != TES_PUZZLE_EMPTY && b != TES_PUZZLE_EMPTY)
                tones[i][a == TES_PUZZLE_PINK][b == TES_PUZZLE_PINK]++;
        }
    }
    check_pairs(within, false);
    check_pairs(across, true);
    for (unsigned i = 0; i < CELLS; i++) { /* PUZ-2: neither does its tone */
        unsigned same = tones[i][0][0] + tones[i][1][1], other = tones[i][0][1] + tones[i][1][0];
        assert_in_range(same, other * 8 / 10, other * 12 / 10);
    }
}

static void difficulties_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"easy", "medium", "hard"};
    for (unsigned i = 0; i < 3; i++) {
        enum tes_difficulty difficulty = (enum tes_difficulty)(i + 1);
        assert_string_equal(tes_difficulty_name(difficulty), names[i]);
        assert_int_equal(tes_difficulty_find(tes_slice_of(names[i])), difficulty);
    }
    assert_int_equal(tes_difficulty_find(TES_SLICE("Easy")), 0);
    assert_int_equal(tes_difficulty_find(TES_SLICE("")), 0);
    assert_string_equal(tes_difficulty_name((enum tes_difficulty)9), "");
    assert_null(tes_kind_name(1000));
}

/* What a pass is worth: the pair that passes most often, of all that can be chosen without looking.
 */
static void a_guess_passes_as_often_as_told(void **state)
{
    (void)state;
    enum { PUZZLES = 20000 };
    for (unsigned count = 4; count <= TRANSFORMS; count++) {
        unsigned hits[TRANSFORMS][TRANSFORMS] = {{0}}, best = 0, told = 0;
        for (uint64_t seed = 0; seed < PUZZLES; seed++) {
            const struct tes_options options = {.transform_count = count};
            struct tes_challenge challenge;
            uint8_t key[TES_KEY_BYTES], result[CELLS];
            tes_key_from_seed(seed, key);
            assert_int_equal(tes_generate("puzzle", key, &options, &challenge), TES_OK);
            const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
            told = challenge.kind->guess_percent(&challenge);
            for (unsigned pair = 0; pair < count * count; pair++) {
                move_twice(pair / count, pair % count, puzzle->start, result);
                hits[pair / count][pair % count] +=
                    memcmp(result, puzzle->solution, CELLS) == 0 ? 1 : 0;
            }
        }
        for (unsigned pair = 0; pair < count * count; pair++)
            if (hits[pair / count][pair % count] > best)
                best = hits[pair / count][pair % count];
        double percent = 100.0 * best / PUZZLES;
        if (percent > told + 1.0 || percent < told - 1.0)
            fail_msg("legend of %u: %u%% told, %.1f%% measured", count, told, percent);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_passes_as_often_as_told),
        cmocka_unit_test(transforms_move_cells_as_published),
        cmocka_unit_test(names_are_found_however_they_are_spelt),
        cmocka_unit_test(transform_count_is_clamped),
        cmocka_unit_test(challenge_says_what_it_asks_for),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(puzzles_keep_the_rules_and_have_one_answer),
        cmocka_unit_test(cells_are_picked_independently),
        cmocka_unit_test(tries_stay_far_below_their_ceiling),
        cmocka_unit_test(cells_tones_and_pairs_are_balanced),
        cmocka_unit_test(difficulties_have_names),
    };
    return cmocka_run_group_tests_name("puzzle", tests, NULL, NULL);
}
